import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArboristError } from '../errors.ts';
import { makeFolder } from '../folder.ts';
import { openSqlite, type Sqlite, sqliteCode } from '../sqlite.ts';

// The library's file. Nothing in it is irreplaceable: it is built from documents that lie elsewhere, so a damaged one is
// refused with the advice to delete it, and no version is ever migrated.

/** "ArbL" */
const APPLICATION_ID = 0x4172624c;
const SCHEMA_VERSION = 2;

/** The user's own documents, and the program's own manual: two shelves, so that neither changes the other's word statistics. */
export type Shelf = 'own' | 'handbook';
export const SHELVES: readonly Shelf[] = ['own', 'handbook'];

const TABLES = `
	-- The passages of a document are rows that follow one another, from first_passage on.
	CREATE TABLE documents (
		id INTEGER PRIMARY KEY,
		shelf TEXT NOT NULL,
		path TEXT NOT NULL UNIQUE,
		title TEXT NOT NULL,
		sha256 TEXT NOT NULL,
		bytes INTEGER NOT NULL,
		mtime_ms INTEGER NOT NULL,
		added_at TEXT NOT NULL,
		passages INTEGER NOT NULL,
		first_passage INTEGER NOT NULL,
		-- The version of the rules by which it was cut: another one has it read again.
		chunking INTEGER NOT NULL
	);
	CREATE TABLE passages (
		id INTEGER PRIMARY KEY,
		document_id INTEGER NOT NULL REFERENCES documents (id),
		title TEXT NOT NULL,
		line INTEGER NOT NULL,
		byte_start INTEGER NOT NULL,
		byte_end INTEGER NOT NULL,
		text TEXT NOT NULL
	);
	CREATE TABLE answers (
		cache_key TEXT NOT NULL,
		evidence_hash TEXT NOT NULL,
		answer_json TEXT NOT NULL,
		cached_at TEXT NOT NULL,
		PRIMARY KEY (cache_key, evidence_hash)
	);
`;

// The text itself stands in passages; the index keeps none (content = '').
const indexOf = (shelf: Shelf) => `
	CREATE VIRTUAL TABLE ${shelf}_fts USING fts5(
		title, text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
	);
	CREATE VIRTUAL TABLE ${shelf}_terms USING fts5vocab(${shelf}_fts, row);
	-- A batch of documents becomes one segment, and segments are merged by sixteens: a fifth faster than the defaults.
	INSERT INTO ${shelf}_fts (${shelf}_fts, rank) VALUES ('hashsize', 8388608), ('automerge', 16);
`;

const REBUILD = 'Nothing of your sessions is in it: delete the file, then add your documents again.';

/** Translates what SQLite says of the library's file; anything else is thrown as it is. */
export function libraryError(path: string, error: unknown): unknown {
	const code = sqliteCode(error);
	if (code === undefined) return error;
	const said = (name: ConstructorParameters<typeof ArboristError>[0], message: string, hint: string) =>
		new ArboristError(name, message, hint, { cause: error });
	if (code.startsWith('SQLITE_BUSY'))
		return said('LIBRARY_LOCKED', `The library ${path} is in use by another program.`, 'Try again in a moment.');
	if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR'))
		return said('DISK_FULL', `The library ${path} cannot be written.`, 'Make room on its disk and try again.');
	if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_PERM')
		return readOnly(path, error);
	return said('LIBRARY_DAMAGED', `The library ${path} is damaged.`, REBUILD);
}

/** Runs what touches the file, with its errors put into words. */
export function guarded<Result>(path: string, work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		throw libraryError(path, error);
	}
}

/**
 * Opens the library, making it when it is not there yet: file 0600, folder 0700. `:memory:` is a library of this process.
 * @throws ArboristError LIBRARY_DAMAGED (also for a file that is something else), LIBRARY_LOCKED, LIBRARY_READ_ONLY, DISK_FULL
 */
export function openLibraryFile(path: string): Sqlite {
	if (path !== ':memory:') makePrivate(path);
	return guarded(path, () => {
		const db = openSqlite(path);
		try {
			// Texts and lists of postings are long: a tenth faster than pages of 4 KB. It has a meaning for a new file only.
			db.pragma('page_size = 16384');
			establish(db, path);
			db.pragma('journal_mode = WAL');
			db.pragma('synchronous = NORMAL');
			return db;
		} catch (error) {
			db.close();
			throw error;
		}
	});
}

function makePrivate(path: string): void {
	try {
		makeFolder(dirname(path));
		// To open a pipe would wait for its reader for ever.
		if (statSync(path, { throwIfNoEntry: false })?.isFIFO())
			throw new ArboristError('LIBRARY_DAMAGED', `The library ${path} is no regular file.`, REBUILD);
		closeSync(openSync(path, 'a', 0o600));
	} catch (error) {
		if (error instanceof ArboristError) throw error;
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EISDIR') throw new ArboristError('LIBRARY_DAMAGED', `The library ${path} is a folder.`, REBUILD);
		// A library that may only be read can still answer.
		if (code !== 'EACCES' && code !== 'EROFS') throw readOnly(path, error);
	}
}

function readOnly(path: string, cause: unknown): ArboristError {
	const message = `The library ${path} cannot be written.`;
	return new ArboristError('LIBRARY_READ_ONLY', message, 'Check who owns the file and its folder.', { cause });
}

function establish(db: Sqlite, path: string): void {
	const isNew = () => db.pragma('application_id', { simple: true }) === 0 && isEmpty(db);
	// Asked again inside the transaction: another program may make it at the same moment.
	if (isNew()) {
		db.transaction(() => {
			if (!isNew()) return;
			db.pragma(`application_id = ${APPLICATION_ID}`);
			db.pragma(`user_version = ${SCHEMA_VERSION}`);
			db.exec(TABLES + SHELVES.map(indexOf).join(''));
		}).immediate();
	}
	if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
		throw new ArboristError('LIBRARY_DAMAGED', `The file ${path} is not a library of Arborist.`, REBUILD);
	if (db.pragma('user_version', { simple: true }) !== SCHEMA_VERSION)
		throw new ArboristError('LIBRARY_DAMAGED', `The library ${path} belongs to another version of Arborist.`, REBUILD);
}

function isEmpty(db: Sqlite): boolean {
	return db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}
