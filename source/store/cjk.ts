import { columnQuery, type Sqlite } from '../sqlite.ts';
import { hasCjk, withPairs } from './bigrams.ts';
import type { IndexedTexts } from './types.ts';

const AT_ONCE = 500;

/** The row of nodes_cjk for a node's texts, all of them; null when none holds Chinese, Japanese or Korean. */
export function cjkRow({
	question,
	answer_text,
	cited_titles,
}: Omit<IndexedTexts, 'id'>): [string, string, string] | null {
	const texts: unknown[] = [question, answer_text, cited_titles];
	// A damaged row may hold bytes or a number there, which is told of the row itself.
	if (!texts.every((text) => typeof text === 'string') || !texts.some(hasCjk)) return null;
	return [withPairs(question), withPairs(answer_text), withPairs(cited_titles)];
}

/**
 * Indexes the nodes that another program has added since, in slices, each its own transaction: interrupted, it goes on
 * at the next opening. What this program adds is indexed already; a slice that is not full and lacks nothing is only
 * looked at, so that opening a shard writes nothing, waits for no other program, and costs an addition no page.
 */
export function indexMissingRuns(db: Sqlite): void {
	const lastId = columnQuery<number>(db, 'SELECT last_id FROM cjk_state');
	const slice = db.prepare<[number], IndexedTexts>(
		`SELECT id, question, answer_text, cited_titles FROM nodes WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`,
	);
	const indexed = db.prepare('SELECT 1 FROM nodes_cjk WHERE rowid = ?');
	const insert = db.prepare('INSERT INTO nodes_cjk (rowid, question, answer_text, cited_titles) VALUES (?, ?, ?, ?)');
	const mark = db.prepare('UPDATE cjk_state SET last_id = ?');
	const missing = (rows: readonly IndexedTexts[]) =>
		rows.flatMap((row) => {
			const pairs = cjkRow(row);
			return pairs && indexed.get(row.id) === undefined ? [[row.id, ...pairs]] : [];
		});
	const next = db.transaction(() => {
		const rows = slice.all(lastId.get() ?? 0);
		for (const row of missing(rows)) insert.run(...row);
		const done = rows.at(-1)?.id;
		if (done !== undefined) mark.run(done);
	});
	for (;;) {
		const rows = slice.all(lastId.get() ?? 0);
		if (rows.length < AT_ONCE && missing(rows).length === 0) return;
		next.immediate();
	}
}
