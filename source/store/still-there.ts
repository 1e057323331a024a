import { closeSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { ArboristError } from '../errors.ts';
import { openRegular } from '../regular-file.ts';
import type { Sqlite } from '../sqlite.ts';

/** Milliseconds after another program's change, or after its checkpoint was last seen writing, in which it may write the file. */
const CHECKPOINT = 10_000;
/** File systems round the time of a write as late as they please, to two seconds. Milliseconds. */
const ROUNDED = 2000;

/** The file that was opened, as long as it is the one at its path. */
export interface OpenFile {
	/** Throws SHARD_GONE. */
	check(): void;
	/** Does what writes it through our own connection. Throws SHARD_GONE before. */
	writing<Result>(act: () => Result): Result;
	/**
	 * Closes the connection, unless the file is gone: SQLite would then write the journal into what lies there now, or remove
	 * the journal that belongs to it. Such a connection is left as it is until the program ends, and not closed then either.
	 */
	close(db: Sqlite): void;
}

/** Which file lies at a path, and as of when; undefined when there is none, as for a forest in memory. */
export function fileAt(path: string): { readonly name: string; readonly written: string } | undefined {
	const now = found(path);
	return now && { name: `${now.dev} ${now.ino}`, written: `${now.size} ${now.mtimeMs}` };
}

/**
 * Whether a file begins as a database does. Anything else must not be looked into by SQLite while the journal of what was
 * there lies beside it: it takes a journal beside an empty database for a stale one, and removes it. For another file than
 * the one that is open: see above.
 */
export function isDatabase(path: string): boolean {
	if (!found(path)?.isFile()) return false;
	const file = openRegular(path);
	try {
		const magic = Buffer.alloc(16);
		readSync(file, magic, 0, 16, 0);
		return magic.toString('latin1') === 'SQLite format 3\0' && (found(path)?.size ?? 0) >= 512;
	} finally {
		closeSync(file);
	}
}

/**
 * SQLite goes on in a file that was removed, replaced or written over, and says that all is well: what it saves there is gone
 * when the program ends, or lands among pages of another shard.
 *
 * The file is only ever asked for its facts, never opened: to close a second descriptor would drop SQLite's own locks. With
 * a journal a shard is written by checkpoints alone, and each follows a change; so a file that was written with no change
 * seen for a while was written by something that does not know of the journal, `cp` say. What is copied over a shard in the
 * seconds after another program's change is not told from that.
 *
 * @param version What moves when another connection commits, PRAGMA data_version.
 */
export function stillThere(path: string, version: () => unknown): OpenFile {
	if (path === ':memory:') return { check: () => undefined, writing: (act) => act(), close: (db) => void db.close() };
	const journal = `${realpathSync(path)}-wal`;
	const opened = statSync(path);
	const openedJournal = found(journal);
	let seen = opened;
	let seenVersion = version();
	let changed = performance.now();
	let overwritten = false;

	function check(): void {
		const now = found(path);
		if (!now) throw gone(path, 'removed');
		if (!isSame(now, opened)) throw gone(path, 'replaced');
		if (openedJournal && !isSame(found(journal), openedJournal)) throw gone(`The journal of ${path}`, 'removed');
		// Asked after the file: what had been written by then has moved it.
		const nowVersion = version();
		const moved = nowVersion !== seenVersion;
		seenVersion = nowVersion;
		const written = Math.abs(now.mtimeMs - seen.mtimeMs) > ROUNDED || now.size !== seen.size;
		if (moved) changed = performance.now();
		else if (written && performance.now() - changed > CHECKPOINT) overwritten = true;
		if (overwritten) throw gone(path, 'overwritten');
		if (!written) return;
		changed = performance.now();
		seen = now;
	}

	return {
		check,
		writing(act) {
			check();
			try {
				return act();
			} finally {
				seen = found(path) ?? seen;
			}
		},
		close(db) {
			try {
				if (db.open) check();
				db.close();
			} catch (error) {
				if (!(error instanceof ArboristError) || error.code !== 'SHARD_GONE') throw error;
				// An exit from within the exit goes at once: what is still open is not closed.
				process.once('exit', () => process.exit());
			}
		},
	};
}

function found(path: string): Stats | undefined {
	return statSync(path, { throwIfNoEntry: false });
}

function isSame(one: Stats | undefined, other: Stats): boolean {
	return one?.ino === other.ino && one.dev === other.dev;
}

function gone(path: string, how: 'removed' | 'replaced' | 'overwritten'): ArboristError {
	return new ArboristError(
		'SHARD_GONE',
		`${path} was ${how} while it was open; nothing more is saved.`,
		how === 'removed'
			? 'Put it back, or start again.'
			: 'Start again to go on with what is there now; a backup is put back while Arborist is closed.',
	);
}
