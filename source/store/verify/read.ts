import type { Sqlite } from '../../sqlite.ts';
import type { AuditEvent, NodeRow } from '../types.ts';

// Rows are read as arrays here: better-sqlite3 takes half as long again to make an object of a row, and `verify` reads
// them all. The literals below give each row one shape.

/** A row of `nodes` with the document that its content_sha256 is taken of, its long texts only in this. */
export interface HashedRow extends Omit<NodeRow, 'question' | 'answer_text' | 'cache_key'> {
	/** Canonical JSON; null when a column holds bytes where text or a number belongs. */
	content: string | null;
}

const CONTENT = `answer_text audit_mode bates cache_key cited_titles_json created_at meta_json n_cited_sources node_hash
	parent_bates question seq sid`.split(/\s+/);

// SQLite writes JSON as the format wants it, and as JSON.stringify does, in half the time: the texts are in memory there
// already, and only the whole document crosses over. Keys stand in their sorted order.
const DOCUMENT = `json_object(${CONTENT.map((column) => `'${column}', ${column}`).join(', ')})`;

const NODES = `SELECT bates, sid, seq, parent_bates, audit_mode, cited_titles_json, n_cited_sources, created_at, label,
	node_hash, subtree_hash, meta_json, cited_titles,
	CASE WHEN 'blob' IN (${CONTENT.map((column) => `typeof(${column})`).join(', ')}) THEN NULL ELSE ${DOCUMENT} END
	FROM nodes ORDER BY id`;

export function* everyNode(db: Sqlite): Generator<HashedRow> {
	for (const values of db.prepare(NODES).raw().iterate()) {
		const at = values as unknown[];
		yield {
			bates: at[0],
			sid: at[1],
			seq: at[2],
			parent_bates: at[3],
			audit_mode: at[4],
			cited_titles_json: at[5],
			n_cited_sources: at[6],
			created_at: at[7],
			label: at[8],
			node_hash: at[9],
			subtree_hash: at[10],
			meta_json: at[11],
			cited_titles: at[12],
			content: at[13],
		} as HashedRow;
	}
}

/**
 * The document that node_hash is taken of, cut out of the other: it says the same of the same columns. What is looked for
 * stands in no text of a turn, where a quotation mark has a backslash before it.
 * @param above The parent's node_hash, as JSON.
 */
export function identityIn(content: string, above: string): string {
	const policy = content.indexOf(',"audit_mode":') + 1;
	const titles = content.indexOf(',"cited_titles_json":', policy);
	const time = content.indexOf(',"created_at":', titles);
	const meta = content.indexOf(',"meta_json":', time);
	const question = content.slice(content.lastIndexOf(',"question":'), content.lastIndexOf(',"seq":'));
	return `{${content.slice(policy, titles)}${content.slice(time, meta)},"label":null,"parent_node_hash":${above}${question}}`;
}

export function* everyEvent(db: Sqlite): Generator<AuditEvent> {
	const rows = db.prepare(
		`SELECT seq, event_type, sid, bates, prev_event_hash, event_hash, body, created_at, session_seq
		 FROM audit_events ORDER BY seq`,
	);
	for (const values of rows.raw().iterate()) {
		const at = values as unknown[];
		yield {
			seq: at[0],
			event_type: at[1],
			sid: at[2],
			bates: at[3],
			prev_event_hash: at[4],
			event_hash: at[5],
			body: at[6],
			created_at: at[7],
			session_seq: at[8],
		} as AuditEvent;
	}
}
