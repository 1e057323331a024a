import type { Sqlite } from '../../sqlite.ts';
import type { AuditEvent, NodeRow } from '../types.ts';

// Rows are read as arrays here: better-sqlite3 takes half as long again to make an object of a row, and `verify` reads
// them all. The literals below give each row one shape.

export function* everyNode(db: Sqlite): Generator<NodeRow> {
	const rows = db.prepare(
		`SELECT bates, sid, seq, parent_bates, question, answer_text, cache_key, audit_mode, cited_titles_json,
		 n_cited_sources, created_at, label, node_hash, subtree_hash, meta_json, cited_titles FROM nodes ORDER BY id`,
	);
	for (const values of rows.raw().iterate()) {
		const at = values as unknown[];
		yield {
			bates: at[0],
			sid: at[1],
			seq: at[2],
			parent_bates: at[3],
			question: at[4],
			answer_text: at[5],
			cache_key: at[6],
			audit_mode: at[7],
			cited_titles_json: at[8],
			n_cited_sources: at[9],
			created_at: at[10],
			label: at[11],
			node_hash: at[12],
			subtree_hash: at[13],
			meta_json: at[14],
			cited_titles: at[15],
		} as NodeRow;
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
