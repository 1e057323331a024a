import type { Sqlite } from '../sqlite.ts';
import { hasCjk, withPairs } from './bigrams.ts';

const AT_ONCE = 2000;

interface Texts {
	id: number;
	question: string;
	answer_text: string;
	cited_titles: string;
}

/** The row of nodes_cjk for a node's texts, all of them; null when none holds Chinese, Japanese or Korean. */
export function cjkRow({ question, answer_text, cited_titles }: Omit<Texts, 'id'>): [string, string, string] | null {
	if (![question, answer_text, cited_titles].some(hasCjk)) return null;
	return [withPairs(question), withPairs(answer_text), withPairs(cited_titles)];
}

/**
 * Indexes the nodes that another program has added since, in slices, each its own transaction: interrupted, it goes on
 * at the next opening.
 */
export function indexMissingRuns(db: Sqlite): void {
	const state = db.prepare<[], { last: number; highest: number }>(
		'SELECT (SELECT last_id FROM cjk_state) AS last, (SELECT coalesce(max(id), 0) FROM nodes) AS highest',
	);
	const slice = db.prepare<[number], Texts>(
		`SELECT id, question, answer_text, cited_titles FROM nodes WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`,
	);
	const insert = db.prepare(
		'INSERT OR REPLACE INTO nodes_cjk (rowid, question, answer_text, cited_titles) VALUES (?, ?, ?, ?)',
	);
	const mark = db.prepare('UPDATE cjk_state SET last_id = ?');
	const next = db.transaction(() => {
		const { last } = state.get() as { last: number };
		const rows = slice.all(last);
		for (const row of rows) {
			const pairs = cjkRow(row);
			if (pairs) insert.run(row.id, ...pairs);
		}
		const done = rows.at(-1)?.id;
		if (done !== undefined) mark.run(done);
	});
	for (let { last, highest } = state.get() as { last: number; highest: number }; last < highest; ) {
		next.immediate();
		({ last, highest } = state.get() as { last: number; highest: number });
	}
}
