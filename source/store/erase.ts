import type { Sqlite } from '../sqlite.ts';
import { cjkRow } from './cjk.ts';
import type { IndexedTexts } from './types.ts';

export type Erasing = ReturnType<typeof prepareErasing>;

export function prepareErasing(db: Sqlite) {
	return {
		unindex: db.prepare<[number, string, string, string]>(
			"INSERT INTO nodes_fts (nodes_fts, rowid, question, answer_text, cited_titles) VALUES ('delete', ?, ?, ?, ?)",
		),
		unindexCjk: db.prepare<[number]>('DELETE FROM nodes_cjk WHERE rowid = ?'),
		/** A row id may come again: what another program adds there must be looked at. */
		forgetLast: db.prepare('UPDATE cjk_state SET last_id = min(last_id, (SELECT coalesce(max(id), 0) FROM nodes))'),
	};
}

/** Takes a node's texts, as they are indexed, out of both search indexes. Inside a transaction. */
export function eraseRow(erasing: Erasing, row: IndexedTexts): void {
	erasing.unindex.run(row.id, row.question, row.answer_text, row.cited_titles);
	if (cjkRow(row)) erasing.unindexCjk.run(row.id);
}
