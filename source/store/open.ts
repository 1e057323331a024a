import { chmodSync, closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArboristError } from '../errors.ts';
import { makeFolder } from '../folder.ts';
import { openSqlite, type Sqlite, sqliteCode } from '../sqlite.ts';
import { indexMissingRuns } from './cjk.ts';
import { guarded, shardError } from './guarded.ts';
import { mendModes, refuseOthersFolder } from './place.ts';
import { APPLICATION_ID, completeShard, createShard, foreign, inspectShard, isComplete } from './schema.ts';
import { isUnscrubbed, scrub } from './scrub.ts';

/** Bytes. What SQLite lets grow between two checkpoints. */
const LONGEST_JOURNAL = 4 * 1024 * 1024;

export interface OpenShardOptions {
	/** Only look: the file is not completed, and every write fails. */
	readonly?: boolean;
	/** How long a write waits for another program, milliseconds. */
	busyTimeout?: number;
}

/**
 * Opens a shard, makes it when there is none, completes it when another program wrote it. Throws ArboristError
 * SHARD_FOREIGN, SHARD_NEWER, SHARD_NOT_A_FILE, SHARD_READ_ONLY, SHARD_LOCKED, SHARD_DAMAGED, DISK_FULL.
 */
export function openShard(path: string, options: OpenShardOptions = {}): Sqlite {
	const { readonly = false, busyTimeout = 5000 } = options;
	return guarded(path, () => {
		if (path !== ':memory:') {
			refuseOthersFolder(path);
			prepareFile(path, readonly);
			if (!readonly) mendModes(path);
			if (hasJournal(path)) refuseForeign(path, busyTimeout);
		}
		const db = openSqlite(path, { readonly, busyTimeout });
		try {
			const empty = inspectShard(db, path);
			// WAL quietly falls back to NORMAL on every later open, so a turn that was shown as saved could be lost.
			db.pragma('synchronous = FULL');
			// Deleted text is overwritten wherever that costs no further write; erasing on purpose writes the file anew.
			db.pragma('secure_delete = FAST');
			db.pragma('foreign_keys = ON');
			db.pragma('trusted_schema = OFF');
			if (!readonly) attemptSetUp(db, path, empty, busyTimeout);
			return db;
		} catch (error) {
			db.close();
			throw error;
		}
	});
}

/** The definition of a table that is completed may itself be damaged, for which SQLite has no code. */
function attemptSetUp(db: Sqlite, path: string, empty: boolean, busyTimeout: number): void {
	try {
		setJournal(db, busyTimeout);
		setUp(db, path, empty);
	} catch (error) {
		throw sqliteCode(error) === 'SQLITE_ERROR' ? shardError(path, 'SHARD_DAMAGED', error) : error;
	}
}

/** Of two programs that open the same new file at once, SQLite fails one here without waiting. */
function setJournal(db: Sqlite, busyTimeout: number): void {
	for (const end = performance.now() + busyTimeout; ; pause(5)) {
		try {
			db.pragma('journal_mode = WAL');
			return;
		} catch (error) {
			if (sqliteCode(error) !== 'SQLITE_BUSY' || performance.now() > end) throw error;
		}
	}
}

function pause(milliseconds: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function setUp(db: Sqlite, path: string, empty: boolean): void {
	// A turn 10,000 deep touches a page for each one above it, 20 MB; the journal does not stay as long for that.
	db.pragma(`journal_size_limit = ${LONGEST_JOURNAL}`);
	if (empty || !isComplete(db)) {
		db.transaction(() => {
			if (inspectShard(db, path)) createShard(db);
			completeShard(db);
		}).immediate();
	}
	indexMissingRuns(db);
	if (isUnscrubbed(db)) scrub(db);
}

/** Whether work was left beside the file that SQLite would fold into it, or take back from it. */
function hasJournal(path: string): boolean {
	return ['-wal', '-journal'].some((end) => (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0) > 0);
}

/**
 * Looks at a file through a connection that cannot write: one that can would fold the journal of another program's
 * database into it when it is closed, and even a refused file would be changed.
 */
function refuseForeign(path: string, busyTimeout: number): void {
	let db: Sqlite | undefined;
	try {
		db = openSqlite(path, { readonly: true, busyTimeout });
		inspectShard(db, path);
	} catch (error) {
		// A shard whose writer was stopped halfway may have to be written to be read; the next look, at the opening, decides.
		if (!/^SQLITE_(READONLY|CANTOPEN|BUSY)/.test(sqliteCode(error) ?? '')) throw error;
		if (!saysShard(path)) throw foreign(path, 'belongs to another program');
	} finally {
		db?.close();
	}
}

/** Whether the file's header carries a shard's application_id, whatever its journal says. */
function saysShard(path: string): boolean {
	const file = openSync(path, 'r');
	try {
		const header = Buffer.alloc(100);
		readSync(file, header, 0, 100, 0);
		return header.readUInt32BE(68) === APPLICATION_ID;
	} finally {
		closeSync(file);
	}
}

/** The folder 0700 and the file 0600 from the moment each is made, whatever the umask; SQLite gives its journal the file's mode. */
function prepareFile(path: string, readonly: boolean): void {
	const found = statsOf(path);
	if (found?.isDirectory()) {
		throw new ArboristError(
			'SHARD_NOT_A_FILE',
			`${path} is a folder, not a shard.`,
			'Name a file with --sessions-db PATH.',
		);
	}
	if (found && !found.isFile()) {
		throw new ArboristError(
			'SHARD_NOT_A_FILE',
			`${path} is not a regular file.`,
			'Name a file with --sessions-db PATH.',
		);
	}
	if (found) return;
	if (readonly) {
		throw new ArboristError('FILE_NOT_FOUND', `There is no shard at ${path}.`, 'Ask a first question to make one.');
	}
	try {
		makeFolder(dirname(path));
		closeSync(openSync(path, 'a', 0o600));
		chmodSync(path, 0o600);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? '';
		if (code === 'ENOSPC') throw shardError(path, 'DISK_FULL', error);
		throw shardError(path, 'SHARD_READ_ONLY', error);
	}
}

function statsOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch (error) {
		throw shardError(path, 'SHARD_READ_ONLY', error);
	}
}

/** Opens a shard only to look, on one snapshot, and closes it. Throws as `openShard` does. */
export function lookInto<Result>(path: string, act: (db: Sqlite) => Result): Result {
	const db = openShard(path, { readonly: true });
	try {
		return guarded(path, () => db.transaction(() => act(db)).deferred());
	} finally {
		db.close();
	}
}
