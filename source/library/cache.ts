import type { Sqlite } from '../sqlite.ts';
import type { CanonicalObject } from '../store/types.ts';

/** An answer that was given before. */
export interface CachedAnswer {
	/** What the answer was, as JSON. */
	answer: CanonicalObject;
	/** When it was first given, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
	cached_at: string;
}

/** Beyond so many answers the oldest are dropped. */
const MOST_ANSWERS = 10_000;

/** The answers given before. Both keys must match: one question under two branches has one cache_key and other evidence. */
export function answersIn(db: Sqlite, most = MOST_ANSWERS) {
	const select = db.prepare<[string, string], { answer_json: string; cached_at: string }>(
		'SELECT answer_json, cached_at FROM answers WHERE cache_key = ? AND evidence_hash = ?',
	);
	const replace = db.prepare<[string, string, string, string]>(
		'INSERT OR REPLACE INTO answers (cache_key, evidence_hash, answer_json, cached_at) VALUES (?, ?, ?, ?)',
	);
	// An answer that is written again is a new row, so the rows' numbers tell their age.
	const drop = db.prepare<[number]>('DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?');
	return {
		recall: (cacheKey: string, evidenceHash: string): CachedAnswer | undefined => {
			const row = select.get(cacheKey, evidenceHash);
			if (row === undefined) return undefined;
			return { answer: JSON.parse(row.answer_json) as CanonicalObject, cached_at: row.cached_at };
		},
		/** Leaves no byte of them: the file is written anew, and its journal emptied. */
		forget: (cacheKeys: readonly string[]) => {
			const remove = db.prepare('DELETE FROM answers WHERE cache_key = ?');
			db.transaction(() => {
				for (const key of cacheKeys) remove.run(key);
			}).immediate();
			db.exec('VACUUM');
			db.pragma('wal_checkpoint(TRUNCATE)');
		},
		remember: (cacheKey: string, evidenceHash: string, answer: CanonicalObject, at: string) => {
			replace.run(cacheKey, evidenceHash, JSON.stringify(answer), at);
			drop.run(most);
		},
	};
}
