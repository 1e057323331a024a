import { columnQuery, type Sqlite } from '../sqlite.ts';
import { readable, TURNS } from './columns.ts';
import { isEntering } from './entering.ts';
import type { AuditEvent, EventType, Head, NodeRow, Session } from './types.ts';

const NODE = `bates, sid, seq, parent_bates, question, answer_text, cache_key, audit_mode, cited_titles_json,
  n_cited_sources, created_at, label, node_hash, subtree_hash, meta_json, cited_titles`;
const TURN = readable(NODE);
const SESSION = readable('s.sid, s.root_bates, s.current_bates, s.next_seq, s.created_at, s.updated_at, s.label');

/** A node's place and hashes, without its texts. */
export interface NodeLink {
	id: number;
	bates: string;
	parent_bates: string | null;
	node_hash: string;
	subtree_hash: string;
}

export interface SessionSummary extends Session {
	/** Turns minted by the session, its synthetic root not counted. */
	turns: number;
	/** When its newest turn was asked; of a session without turns, when it was made. */
	newest_at: string;
}

const SUMMARY = `SELECT ${SESSION}, ${TURNS} AS turns, CAST(coalesce((SELECT n.created_at FROM nodes n
	WHERE n.sid = s.sid AND n.seq > 0 ORDER BY n.created_at DESC LIMIT 1), s.created_at) AS TEXT) AS newest_at FROM sessions s`;

/** The statements that only read, prepared once per open shard. */
export function prepareStatements(db: Sqlite) {
	return {
		node: db.prepare<[string], NodeRow>(`SELECT ${TURN} FROM nodes WHERE bates = ?`),
		children: db.prepare<[string], NodeRow>(
			`SELECT ${TURN} FROM nodes WHERE parent_bates = ? ORDER BY created_at, bates`,
		),
		// UNION, not UNION ALL: in a tampered shard parents may run in a circle.
		path: db.prepare<[string], NodeRow>(
			`WITH RECURSIVE up(${NODE}) AS (SELECT ${NODE} FROM nodes WHERE bates = ?
			 UNION SELECT ${NODE.replaceAll(/(\w+)/g, 'n.$1')} FROM up JOIN nodes n ON n.bates = up.parent_bates) SELECT ${TURN} FROM up`,
		),
		// Rows are told apart by their ids alone: all of each, 10,000 deep, would take a third longer.
		linksUp: db.prepare<[string], NodeLink>(
			`WITH RECURSIVE up(id, above) AS (SELECT id, parent_bates FROM nodes WHERE bates = ? UNION
			 SELECT n.id, n.parent_bates FROM up JOIN nodes n ON n.bates = up.above)
			 SELECT n.id, n.bates, n.parent_bates, n.node_hash, n.subtree_hash FROM up CROSS JOIN nodes n ON n.id = up.id`,
		),
		siblingHashes: columnQuery<string>(db, 'SELECT subtree_hash FROM nodes WHERE parent_bates = ? AND id <> ?'),
		labelled: db.prepare<[string, string], NodeRow>(
			`SELECT ${TURN} FROM nodes WHERE label = ? ORDER BY sid = ? DESC, created_at DESC, bates DESC`,
		),
		labels: columnQuery<string>(
			db,
			'SELECT DISTINCT CAST(label AS TEXT) FROM nodes WHERE label IS NOT NULL LIMIT 10000',
		),
		labelledTurns: db.prepare<[], NodeRow>(
			`SELECT ${TURN} FROM nodes WHERE label IS NOT NULL ORDER BY created_at DESC, bates DESC`,
		),
		batesEndingWith: columnQuery<string>(db, 'SELECT bates FROM nodes WHERE bates LIKE ? LIMIT 10'),
		batesOfSession: columnQuery<string>(db, 'SELECT bates FROM nodes WHERE sid = ? ORDER BY seq'),
		cacheKeysOf: columnQuery<string>(db, "SELECT DISTINCT cache_key FROM nodes WHERE sid = ? AND cache_key <> ''"),
		enteringOf: columnQuery<string>(db, `SELECT bates FROM nodes WHERE sid = ? AND ${isEntering('')} ORDER BY seq`),
		branchPoints: columnQuery<string>(
			db,
			`SELECT p.bates FROM nodes p WHERE p.sid = ? AND (SELECT count(*) FROM nodes c WHERE c.parent_bates = p.bates) >= 2
			 ORDER BY p.seq`,
		),
		session: db.prepare<[string], Session>(`SELECT ${SESSION} FROM sessions s WHERE s.sid = ?`),
		sessions: db.prepare<[], SessionSummary>(`${SUMMARY} ORDER BY newest_at DESC, s.sid DESC`),
		sessionSummary: db.prepare<[string], SessionSummary>(`${SUMMARY} WHERE s.sid = ?`),
		firstQuestions: db.prepare<[], { sid: string; question: string }>(
			`SELECT s.sid, CAST(substr(n.question, 1, 300) AS TEXT) AS question FROM sessions s JOIN nodes n ON n.bates = s.sid || '-000001'`,
		),
		// The expression is that of the index tools_of_imports, which holds all that is asked for.
		importedBy: db.prepare<[], { sid: string; tool: string | null }>(
			`SELECT sid, CASE WHEN json_valid(body) THEN body ->> '$.source.tool' END AS tool FROM audit_events WHERE event_type = 'session_imported'`,
		),
		countSessions: columnQuery<number>(db, 'SELECT count(*) FROM sessions'),
		countTurns: columnQuery<number>(db, `SELECT coalesce(sum(${TURNS}), 0) FROM sessions`),
		// By the chain, not by updated_at: two changes may share a millisecond, and clocks go back.
		lastSession: db.prepare<[], Session>(
			`SELECT ${SESSION} FROM audit_events e JOIN sessions s ON s.sid = e.sid ORDER BY e.seq DESC LIMIT 1`,
		),
		head: db.prepare<[], Head>('SELECT seq, event_hash FROM audit_events ORDER BY seq DESC LIMIT 1'),
		hashAt: columnQuery<string>(db, 'SELECT event_hash FROM audit_events WHERE seq = ?'),
		nextSessionSeq: columnQuery<number>(db, 'SELECT coalesce(max(session_seq) + 1, 0) FROM audit_events WHERE sid = ?'),
		eventsAfter: db.prepare<[number], AuditEvent>('SELECT * FROM audit_events WHERE seq > ? ORDER BY seq'),
		importEvents: db.prepare<[], AuditEvent>(
			"SELECT * FROM audit_events WHERE event_type = 'session_imported' ORDER BY seq",
		),
		// The expression is that of the index nodes_by_source.
		fromSource: db.prepare<[string], { bates: string; meta_json: string }>(
			`SELECT bates, meta_json FROM nodes WHERE audit_mode = 'IMPORTED'
			 AND CASE WHEN json_valid(meta_json) THEN meta_json ->> '$.source.id' END = ? ORDER BY id`,
		),
		taken: columnQuery<string>(db, 'SELECT bates FROM taken WHERE tool = ? AND id = ?'),
		takenBefore: columnQuery<string>(
			db,
			'SELECT bates FROM taken WHERE tool = ? AND id > ? AND id < ? ORDER BY id DESC LIMIT 1',
		),
		typesSinceImport: columnQuery<EventType>(
			db,
			`SELECT DISTINCT event_type FROM audit_events WHERE sid = @sid AND session_seq > coalesce(
			 (SELECT max(session_seq) FROM audit_events WHERE sid = @sid AND event_type = 'session_imported'), -1)`,
		),
		forgotten: columnQuery<number>(
			db,
			"SELECT 1 FROM audit_events WHERE sid = ? AND bates = ? AND event_type = 'node_forgotten'",
		),
		eventOf: db.prepare<[string, string], AuditEvent>(
			"SELECT * FROM audit_events WHERE sid = ? AND bates = ? AND event_type = 'node_added'",
		),
	};
}

export type Statements = ReturnType<typeof prepareStatements>;

/** The statements that write, prepared at the first write. */
export function prepareWriteStatements(db: Sqlite) {
	return {
		setSubtreeHash: db.prepare<[string, number]>('UPDATE nodes SET subtree_hash = ? WHERE id = ?'),
		insertNode: db.prepare<[NodeRow]>(`INSERT INTO nodes (${NODE}) VALUES (${NODE.replaceAll(/(\w+)/g, '@$1')})`),
		indexNode: db.prepare<[number | bigint, string, string, string]>(
			'INSERT INTO nodes_fts (rowid, question, answer_text, cited_titles) VALUES (?, ?, ?, ?)',
		),
		indexCjk: db.prepare<[number | bigint, string, string, string]>(
			'INSERT INTO nodes_cjk (rowid, question, answer_text, cited_titles) VALUES (?, ?, ?, ?)',
		),
		take: db.prepare<[string, string, string]>('INSERT OR IGNORE INTO taken (tool, id, bates) VALUES (?, ?, ?)'),
		setLabel: db.prepare<[string | null, string]>('UPDATE nodes SET label = ? WHERE bates = ?'),
		insertSession: db.prepare<[Session]>(
			`INSERT INTO sessions (sid, root_bates, current_bates, next_seq, created_at, updated_at, label)
			 VALUES (@sid, @root_bates, @current_bates, @next_seq, @created_at, @updated_at, @label)`,
		),
		advanceSession: db.prepare<[number, string, string]>(
			'UPDATE sessions SET next_seq = ?, current_bates = ? WHERE sid = ?',
		),
		setCurrent: db.prepare<[string, string]>('UPDATE sessions SET current_bates = ? WHERE sid = ?'),
		setSessionLabel: db.prepare<[string | null, string]>('UPDATE sessions SET label = ? WHERE sid = ?'),
		touchSession: db.prepare<[string, string]>('UPDATE sessions SET updated_at = ? WHERE sid = ?'),
		insertEvent: db.prepare<[AuditEvent]>(
			`INSERT INTO audit_events (seq, event_type, sid, bates, prev_event_hash, event_hash, body, created_at, session_seq)
			 VALUES (@seq, @event_type, @sid, @bates, @prev_event_hash, @event_hash, @body, @created_at, @session_seq)`,
		),
	};
}

export type WriteStatements = Statements & ReturnType<typeof prepareWriteStatements>;
