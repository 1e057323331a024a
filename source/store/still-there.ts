import { closeSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { ArboristError } from '../errors.ts';
import { openRegular } from '../regular-file.ts';
import type { Sqlite } from '../sqlite.ts';
import { shardError } from './guarded.ts';

/** How long a checkpoint may take, as far as one is given time. Milliseconds. */
const CHECKPOINT = 5000;
/** How late a file system may tell that a checkpoint has written the file, milliseconds. */
const LATE = 1000;
/** How often one looks whether a checkpoint has ended, milliseconds. */
const LOOK = 5;

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
	close(): void;
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
 * a journal a shard is written by checkpoints alone, and SQLite counts those; so a file that was written while no checkpoint
 * ended was written by something that does not know of the journal, `cp` say, or by a checkpoint that has not ended yet.
 * That can be where another program has committed lately: then it is given some seconds, in which nothing is written.
 */
export function stillThere(db: Sqlite, path: string): OpenFile {
	if (path === ':memory:') return { check: () => undefined, writing: (act) => act(), close: () => void db.close() };
	const journal = `${realpathSync(path)}-wal`;
	const opened = statSync(path);
	const openedJournal = found(journal);
	let seen = opened;
	let seenMark = checkpointMark(db, journal);
	let seenVersion = versionOf(db);
	let marked = Number.NEGATIVE_INFINITY;
	let committed = performance.now();
	let suspected: number | undefined;
	let overwritten = false;

	/** Throws SHARD_GONE. True when the file may be in the middle of another program's checkpoint. */
	function isUnderWay(): boolean {
		const now = found(path);
		if (!now) throw gone(path, 'removed');
		if (!isSame(now, opened)) throw gone(path, 'replaced');
		if (openedJournal && !isSame(found(journal), openedJournal)) throw gone(`The journal of ${path}`, 'removed');
		if (overwritten) throw gone(path, 'overwritten');
		if (db.inTransaction) return false;
		// Asked after the file: what had been written by then has moved it.
		const [mark, version] = [checkpointMark(db, journal), versionOf(db)];
		const time = performance.now();
		if (version !== seenVersion) committed = time;
		if (mark !== seenMark) marked = time;
		seenVersion = version;
		seenMark = mark;
		const byCheckpoint = time - marked < LATE;
		if (byCheckpoint || !isWritten(now, seen)) {
			suspected = undefined;
			if (byCheckpoint) seen = now;
			return false;
		}
		suspected ??= time;
		overwritten = time - committed > CHECKPOINT || time - suspected > CHECKPOINT;
		if (overwritten) throw gone(path, 'overwritten');
		return true;
	}

	return {
		check: () => void isUnderWay(),
		writing(act) {
			const patience = db.pragma('busy_timeout', { simple: true }) as number;
			for (let waited = 0; isUnderWay(); waited += LOOK) {
				if (waited >= patience) throw shardError(path, 'SHARD_LOCKED');
				pause(LOOK);
			}
			try {
				return act();
			} finally {
				// Our own checkpoints, too, write the file.
				seen = found(path) ?? seen;
				if (!db.inTransaction) seenMark = checkpointMark(db, journal);
			}
		},
		close() {
			try {
				if (db.open) isUnderWay();
				db.close();
			} catch (error) {
				if (!(error instanceof ArboristError) || error.code !== 'SHARD_GONE') throw error;
				// An exit from within the exit goes at once: what is still open is not closed.
				process.once('exit', () => process.exit());
			}
		},
	};
}

/** Moves when a checkpoint ends; reads nothing but the head of the journal, on which SQLite has no locks. */
function checkpointMark(db: Sqlite, journal: string): string {
	if (db.readonly) return '';
	const [{ checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [{ checkpointed: number }];
	// A journal that is begun anew has other salts in its head.
	const head = Buffer.alloc(32);
	if (found(journal)?.isFile()) {
		const file = openRegular(journal);
		try {
			readSync(file, head, 0, head.length, 0);
		} finally {
			closeSync(file);
		}
	}
	return `${checkpointed} ${head.toString('hex')}`;
}

/** Moves when another connection commits. */
function versionOf(db: Sqlite): unknown {
	return db.pragma('data_version', { simple: true });
}

/** File systems that keep whole seconds round the time of a write as late as they please, up to two. */
function isWritten(now: Stats, then: Stats): boolean {
	const rounded = now.mtimeMs % 1000 === 0 && Math.abs(now.mtimeMs - then.mtimeMs) <= 2000;
	return now.size !== then.size || (now.mtimeMs !== then.mtimeMs && !rounded);
}

function pause(milliseconds: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
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
			: `To go on with what is there now, close Arborist, remove ${path}-wal and ${path}-shm, and start again.`,
	);
}
