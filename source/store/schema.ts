import { ArboristError } from '../errors.ts';
import { type Sqlite, sqliteCode } from '../sqlite.ts';
import { PUT_BACK } from './backup.ts';
import { isEntering } from './entering.ts';

// The tables of docs/format.md, and the indexes and further tables that this program adds to any shard it opens.

export const APPLICATION_ID = 0x41524252;
const USER_VERSION = 1;

const BASE = `
CREATE TABLE sessions (
  sid TEXT PRIMARY KEY, root_bates TEXT NOT NULL, current_bates TEXT NOT NULL, next_seq INTEGER NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, label TEXT);
CREATE TABLE nodes (
  id INTEGER PRIMARY KEY, bates TEXT NOT NULL UNIQUE, sid TEXT NOT NULL, seq INTEGER NOT NULL,
  parent_bates TEXT REFERENCES nodes(bates), question TEXT NOT NULL, answer_text TEXT NOT NULL, cache_key TEXT NOT NULL,
  audit_mode TEXT NOT NULL, cited_titles_json TEXT NOT NULL, n_cited_sources INTEGER NOT NULL, created_at TEXT NOT NULL,
  label TEXT, node_hash TEXT NOT NULL, subtree_hash TEXT NOT NULL, meta_json TEXT NOT NULL, cited_titles TEXT NOT NULL);
CREATE TABLE audit_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, event_type TEXT NOT NULL, sid TEXT, bates TEXT, prev_event_hash TEXT,
  event_hash TEXT NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL, session_seq INTEGER NOT NULL);
`;

const BASE_COLUMNS: Record<string, string> = {
	sessions: 'sid root_bates current_bates next_seq created_at updated_at label',
	nodes:
		'id bates sid seq parent_bates question answer_text cache_key audit_mode cited_titles_json n_cited_sources created_at label node_hash subtree_hash meta_json cited_titles',
	audit_events: 'seq event_type sid bates prev_event_hash event_hash body created_at session_seq',
	nodes_fts: 'question answer_text cited_titles',
};

// One-letter prefixes are indexed too: without them the first key of a search reads half the index.
const NODES_FTS = `CREATE VIRTUAL TABLE nodes_fts USING fts5(question, answer_text, cited_titles, content='nodes', content_rowid='id', prefix='1 2 3', tokenize='unicode61 remove_diacritics 2')`;

// The turns that hold Chinese, Japanese or Korean once more, such text as pairs of characters; see bigrams.ts.
const NODES_CJK = `CREATE VIRTUAL TABLE nodes_cjk USING fts5(question, answer_text, cited_titles, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2')`;

/** A transaction's words become one segment, and segments are merged by eights: an import takes half the time it would. */
const pace = (index: string) =>
	`INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', 33554432), ('automerge', 8);`;

const ADDED = `
CREATE INDEX IF NOT EXISTS nodes_by_parent ON nodes(parent_bates);
CREATE INDEX IF NOT EXISTS nodes_by_session ON nodes(sid, created_at, seq);
CREATE INDEX IF NOT EXISTS nodes_by_label ON nodes(label) WHERE label IS NOT NULL;
CREATE INDEX IF NOT EXISTS nodes_entering ON nodes(sid, seq, parent_bates, bates) WHERE ${isEntering('')};
CREATE INDEX IF NOT EXISTS nodes_by_source ON nodes(CASE WHEN json_valid(meta_json) THEN meta_json ->> '$.source.id' END)
  WHERE audit_mode = 'IMPORTED';
CREATE INDEX IF NOT EXISTS events_of_imports ON audit_events(sid, session_seq) WHERE event_type = 'session_imported';
CREATE INDEX IF NOT EXISTS tools_of_imports ON audit_events(sid, CASE WHEN json_valid(body) THEN body ->> '$.source.tool' END)
  WHERE event_type = 'session_imported';
CREATE INDEX IF NOT EXISTS events_of_turns ON audit_events(bates) WHERE event_type = 'node_added';
CREATE INDEX IF NOT EXISTS events_by_session ON audit_events(sid, session_seq);
CREATE TABLE IF NOT EXISTS drafts (place TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS in_flight (id TEXT PRIMARY KEY, owner TEXT NOT NULL, sent TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS screen_state (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS taken (tool TEXT NOT NULL, id TEXT NOT NULL, bates TEXT NOT NULL, PRIMARY KEY (tool, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cjk_state (one INTEGER PRIMARY KEY CHECK (one = 1), last_id INTEGER NOT NULL);
`;

/** The tables that hold nothing of the record, SQLite's own counter among them. */
export const BESIDE: readonly string[] = [
	'sqlite_sequence',
	'drafts',
	'in_flight',
	'screen_state',
	'taken',
	'cjk_state',
];

/** Throws a clear refusal for a file that is no shard of this version, without writing to it. True when it is still empty. */
export function inspectShard(db: Sqlite, path: string): boolean {
	// On one snapshot: another program may be making the same shard between two of the looks.
	return db.transaction(() => inspect(db, path)).deferred();
}

function inspect(db: Sqlite, path: string): boolean {
	const objects = db.prepare('SELECT type, name, sql FROM sqlite_master').all() as {
		type: string;
		name: string;
		sql: string | null;
	}[];
	const applicationId = db.pragma('application_id', { simple: true });
	const version = db.pragma('user_version', { simple: true }) as number;
	if (objects.length === 0 && applicationId === 0 && version === 0) return true;
	if (applicationId !== APPLICATION_ID) throw foreign(path, 'belongs to another program');
	if (version > USER_VERSION) {
		throw new ArboristError(
			'SHARD_NEWER',
			`${path} was made by a newer Arborist (format ${version}, this one knows ${USER_VERSION}).`,
			'Update Arborist, or name another file with --sessions-db PATH.',
		);
	}
	if (version < USER_VERSION) throw foreign(path, `has format version ${version}, which never was`);
	for (const { type, name } of objects) {
		if (type === 'trigger' || type === 'view') throw foreign(path, `holds the ${type} ${name}, and a shard has none`);
	}
	for (const [table, columns] of Object.entries(BASE_COLUMNS)) {
		const found = objects.find(({ type, name }) => type === 'table' && name === table);
		if (!found) throw foreign(path, `lacks the table ${table}`);
		// To ask a search table for its columns reads it, and what is damaged there can be made anew.
		if (found.sql === NODES_FTS) continue;
		const present = new Set(columnsOf(db, path, table));
		for (const column of columns.split(' ')) {
			if (!present.has(column)) throw foreign(path, `lacks the column ${table}.${column}`);
		}
	}
	return false;
}

/** A search table is made from its definition each time: one that was damaged makes none, and SQLite has no code for that. */
function columnsOf(db: Sqlite, path: string, table: string): unknown[] {
	try {
		return db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
	} catch (error) {
		if (sqliteCode(error) !== 'SQLITE_ERROR') throw error;
		throw new ArboristError(
			'SHARD_DAMAGED',
			`${path} is damaged: SQLite cannot read what its table ${table} is.`,
			PUT_BACK,
			{ cause: error },
		);
	}
}

/** Makes the tables of a new shard. Inside a transaction. */
export function createShard(db: Sqlite): void {
	db.exec(`${BASE}${NODES_FTS}; ${pace('nodes_fts')}`);
	db.pragma(`application_id = ${APPLICATION_ID}`);
	db.pragma(`user_version = ${USER_VERSION}`);
}

/** Adds what a shard written by another program may lack: indexes, our options of the search index, the CJK table. Inside a transaction. */
export function completeShard(db: Sqlite): void {
	db.exec(`${ADDED}; INSERT OR IGNORE INTO cjk_state VALUES (1, 0)`);
	const sqlOf = db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck();
	if (sqlOf.get('nodes_fts') !== NODES_FTS) rebuildWords(db);
	if (sqlOf.get('nodes_cjk') !== NODES_CJK) emptyPairs(db);
}

function rebuildWords(db: Sqlite): void {
	db.exec(
		`DROP TABLE IF EXISTS nodes_fts; ${NODES_FTS}; ${pace('nodes_fts')} INSERT INTO nodes_fts(nodes_fts) VALUES('rebuild');`,
	);
}

/** With nothing in it yet; see cjk.ts. */
function emptyPairs(db: Sqlite): void {
	db.exec(
		`DROP TABLE IF EXISTS nodes_cjk; ${NODES_CJK}; ${pace('nodes_cjk')} INSERT OR REPLACE INTO cjk_state VALUES (1, 0);`,
	);
}

/** Whether completeShard has anything to do; only reads. */
export function isComplete(db: Sqlite): boolean {
	const wanted = { nodes_fts: NODES_FTS, nodes_cjk: NODES_CJK };
	const sqlOf = db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck();
	const names = [...ADDED.matchAll(/(?:INDEX|TABLE) IF NOT EXISTS (\w+)/g)].map((match) => match[1]);
	return (
		Object.entries(wanted).every(([name, sql]) => sqlOf.get(name) === sql) &&
		names.every((name) => sqlOf.get(name)) &&
		db.prepare('SELECT 1 FROM cjk_state').get() !== undefined
	);
}

export function foreign(path: string, what: string): ArboristError {
	return new ArboristError(
		'SHARD_FOREIGN',
		`${path} ${what}; it was left untouched.`,
		'Name another file with --sessions-db PATH, or move this one away.',
	);
}
