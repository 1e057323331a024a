import type { Sqlite } from '../../sqlite.ts';
import type { AuditEvent, NodeRow } from '../types.ts';

// Rows are read as arrays here: better-sqlite3 takes half as long again to make an object of a row, and `verify` reads
// them all. The literals below give each row one shape.

/** A row of `nodes` with the documents that its hashes are taken of, its long texts only in these. */
export interface HashedRow extends Omit<NodeRow, 'question' | 'answer_text' | 'cache_key'> {
	/** Canonical JSON of all that content_sha256 covers; null when a column holds bytes where text or a number belongs. */
	content: string | null;
	/** Canonical JSON of what node_hash covers, without the two that come last: the parent's hash and the question. */
	identity: string;
	/** As canonical JSON. */
	question: string;
}

const CONTENT = `answer_text audit_mode bates cache_key cited_titles_json created_at meta_json n_cited_sources node_hash
	parent_bates question seq sid`.split(/\s+/);
const members = (columns: readonly string[]) => columns.map((column) => `'${column}', ${column}`).join(', ');

// SQLite writes JSON as the format wants it, and as JSON.stringify does, in half the time: the texts are in memory there
// already, and only whole documents cross over. Keys stand in their sorted order. Between documents stands a line break,
// which none of them holds.
const DOCUMENTS = `json_object(${members(CONTENT)}) || char(10) || json_quote(question) || char(10) ||
	json_object(${members(['audit_mode', 'bates', 'cache_key', 'created_at'])}, 'label', NULL)`;

const NODES = `SELECT bates, sid, seq, parent_bates, audit_mode, cited_titles_json, n_cited_sources, created_at, label,
	node_hash, subtree_hash, meta_json, cited_titles,
	CASE WHEN 'blob' IN (${CONTENT.map((column) => `typeof(${column})`).join(', ')}) THEN NULL ELSE ${DOCUMENTS} END
	FROM nodes ORDER BY id`;

export function* everyNode(db: Sqlite): Generator<HashedRow> {
	for (const values of db.prepare(NODES).raw().iterate()) {
		const at = values as unknown[];
		const documents = (at[13] as string | null) ?? '';
		const first = documents.indexOf('\n');
		const second = documents.indexOf('\n', first + 1);
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
			content: at[13] === null ? null : documents.slice(0, first),
			question: documents.slice(first + 1, second),
			identity: documents.slice(second + 1),
		} as HashedRow;
	}
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
