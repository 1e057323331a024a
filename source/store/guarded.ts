import { ArboristError } from '../errors.ts';
import { sqliteCode } from '../sqlite.ts';
import { PUT_BACK } from './backup.ts';

type ShardErrorCode =
	| 'SHARD_LOCKED'
	| 'SHARD_READ_ONLY'
	| 'DISK_ERROR'
	| 'DISK_FULL'
	| 'SHARD_DAMAGED'
	| 'SHARD_FOREIGN';

const SENTENCES: Record<ShardErrorCode, [sentence: string, hint: string]> = {
	SHARD_LOCKED: ['is being written by another program; nothing was changed.', 'Wait for it to end, then try again.'],
	SHARD_READ_ONLY: [
		'cannot be written; nothing was changed.',
		'Make the file and its folder writable, or name another with --sessions-db PATH.',
	],
	DISK_ERROR: [
		'could not be read or written: the disk is full or reports an error; what was saved before is safe.',
		'Free some space, look at the disk, then try again.',
	],
	DISK_FULL: ['could not grow: the disk is full; what was saved before is safe.', 'Free some space, then try again.'],
	SHARD_DAMAGED: [
		'is damaged: SQLite cannot read all of it.',
		`See \`arborist verify\` for what still reads; \`arborist repair\` makes anew what can be. ${PUT_BACK}`,
	],
	SHARD_FOREIGN: [
		'is not a database; it was left untouched.',
		'Name another file with --sessions-db PATH, or move this one away.',
	],
};

export function shardError(path: string, code: ShardErrorCode, cause?: unknown): ArboristError {
	const [sentence, hint] = SENTENCES[code];
	return new ArboristError(code, `${path} ${sentence}`, hint, { cause });
}

/** Runs what touches the shard, and turns SQLite's failures into sentences. */
export function guarded<Result>(path: string, act: () => Result): Result {
	try {
		return act();
	} catch (error) {
		const code = sqliteCode(error);
		if (code === undefined) throw error;
		if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
			throw shardError(path, 'SHARD_LOCKED', error);
		if (code === 'SQLITE_NOTADB') throw shardError(path, 'SHARD_FOREIGN', error);
		if (code.startsWith('SQLITE_FULL')) throw shardError(path, 'DISK_FULL', error);
		if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code)) throw shardError(path, 'SHARD_READ_ONLY', error);
		if (/^SQLITE_IOERR_SHM/.test(code)) throw shardError(path, 'DISK_FULL', error);
		if (/^SQLITE_IOERR_SHORT_READ|^SQLITE_IOERR_CORRUPTFS/.test(code)) throw shardError(path, 'SHARD_DAMAGED', error);
		if (code.startsWith('SQLITE_IOERR')) throw shardError(path, 'DISK_ERROR', error);
		if (/^SQLITE_CORRUPT/.test(code)) throw shardError(path, 'SHARD_DAMAGED', error);
		throw altered(path, error as Error);
	}
}

/** What SQLite has no better code for: most often a table that another program has changed meanwhile. */
function altered(path: string, error: Error): ArboristError {
	return new ArboristError(
		'SHARD_ALTERED',
		`${path} is not as this program knows it: SQLite says “${error.message}”.`,
		'If another program has changed its tables, start again; `arborist verify` tells what still holds.',
		{ cause: error },
	);
}
