import { type Sqlite, sqliteCode } from '../sqlite.ts';

// Stands in screen_state from the transaction that erases until nothing is left of the text: a program that is killed in
// between has the next opening finish it.
const UNSCRUBBED = 'unscrubbed';

/** Inside the transaction that erases. */
export function markUnscrubbed(db: Sqlite): void {
	db.prepare("INSERT OR REPLACE INTO screen_state (name, value) VALUES (?, 'true')").run(UNSCRUBBED);
}

export function isUnscrubbed(db: Sqlite): boolean {
	return db.prepare('SELECT 1 FROM screen_state WHERE name = ?').get(UNSCRUBBED) !== undefined;
}

export interface Erased {
	/** False when the text could not be cleared away yet: another program was reading, or the disk is full. The next opening does it. */
	scrubbed: boolean;
}

/**
 * Leaves no byte of what was deleted: FTS5 keeps the words of deleted rows in its segments until they are merged, SQLite
 * keeps old cells in pages and whole pages in the journal. So: merge, write the file anew, empty the journal. The erasing
 * itself is committed already, so that what SQLite cannot do now is no failure of it. Outside a transaction.
 */
export function scrub(db: Sqlite): boolean {
	try {
		db.exec(
			"INSERT INTO nodes_fts (nodes_fts) VALUES ('optimize'); INSERT INTO nodes_cjk (nodes_cjk) VALUES ('optimize')",
		);
		db.exec('VACUUM');
		const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
		if (busy !== 0) return false;
		db.prepare('DELETE FROM screen_state WHERE name = ?').run(UNSCRUBBED);
		return true;
	} catch (error) {
		if (sqliteCode(error) === undefined) throw error;
		return false;
	}
}
