import { columnQuery, type Sqlite } from '../sqlite.ts';
import { isEntering } from './entering.ts';
import type { AuditEvent, NodeRow, Session } from './types.ts';

/** A row of `sessions`. */
export type SessionRow = Readonly<Omit<Session, 'next_seq'>>;

/** An event, with the turn that it recorded. */
export type LogRow = AuditEvent & { node: NodeRow | null };

/** A turn that hangs under another session's turn. */
export interface EntryRow {
	sid: string;
	seq: number;
	bates: string;
	parent_bates: string;
}

/** Sessions as their events tell them. Every call costs no more than what it returns. */
export interface Log {
	/** All of them, in no order, or the one named. */
	sessions(sid?: string): SessionRow[];
	/** Of all sessions or one, by sid and seq. */
	entries(sid?: string): EntryRow[];
	/** Of a session, by session_seq; as far as there are any from `first` to `last`. */
	events(sid: string, first: number, last: number): LogRow[];
	/** A session's imported turns, by seq: their places. */
	imported(sid: string): Pick<NodeRow, 'bates' | 'seq' | 'parent_bates' | 'meta_json'>[];
	/** A turn and all above it, with the turn each hangs under. */
	above(bates: string): Pick<NodeRow, 'bates' | 'parent_bates'>[];
	/** The session_seq of the event that brought a turn here. */
	seqOf(sid: string, bates: string, seq: number): number | undefined;
	/** The turns below a turn whose meta names it in `history`. */
	usersOf(bates: string): Pick<NodeRow, 'bates' | 'sid' | 'seq'>[];
}

// A listing reads ten thousand rows, and an object with seven texts for each of them costs many times what one text does.
// So rows come as one text each, and one that reads as a row should is cut where it is asked for. Others, which only a
// damaged shard has, come as they are.
const COLUMNS = 'sid, root_bates, current_bates, created_at, updated_at, label';
const ONE_TEXT = "sid || root_bates || current_bates || created_at || updated_at || coalesce('=' || label, '')";
const SID = String.raw`\d{8}T\d{6}Z-[0-9a-f]{8}`;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const WHOLE = new RegExp(String.raw`^(${SID})\1-000000${SID}-\d{6}${TIME}${TIME}(?:$|=)`);

/** A row of `sessions` whose ids and times read as such; the label is all that is not looked at. */
export class CutRow implements SessionRow {
	readonly #row: string;

	constructor(row: string) {
		this.#row = row;
	}

	get sid(): string {
		return this.#row.slice(0, 25);
	}

	get root_bates(): string {
		return this.#row.slice(25, 57);
	}

	get current_bates(): string {
		return this.#row.slice(57, 89);
	}

	get created_at(): string {
		return this.#row.slice(89, 113);
	}

	get updated_at(): string {
		return this.#row.slice(113, 137);
	}

	get label(): string | null {
		return this.#row.length === 137 ? null : this.#row.slice(138);
	}
}

/** `read` reads the same rows column by column. */
function listing(texts: readonly (string | null)[], read: () => SessionRow[]): SessionRow[] {
	const isWhole = (text: string | null) => text !== null && WHOLE.test(text);
	if (texts.every(isWhole)) return texts.map((text) => new CutRow(text as string));
	return read();
}

const NODE = `n.bates, n.sid, n.seq, n.parent_bates, n.question, n.answer_text, n.cache_key, n.audit_mode,
  n.cited_titles_json, n.n_cited_sources, n.created_at, n.label, n.node_hash, n.subtree_hash, n.meta_json, n.cited_titles`;

/** `read` turns SQLite's failures into sentences. */
export function logOf(db: Sqlite, read: <Result>(act: () => Result) => Result): Log {
	const texts = columnQuery<string | null>(db, `SELECT ${ONE_TEXT} FROM sessions ORDER BY rowid`);
	const rows = db.prepare<[], SessionRow>(`SELECT ${COLUMNS} FROM sessions ORDER BY rowid`);
	const session = db.prepare<[string], SessionRow>(`SELECT ${COLUMNS} FROM sessions WHERE sid = ?`);
	const entry = `SELECT sid, seq, bates, parent_bates FROM nodes WHERE ${isEntering('')}`;
	const entries = db.prepare<[], EntryRow>(`${entry} ORDER BY sid, seq`);
	const entriesOf = db.prepare<[string], EntryRow>(`${entry} AND sid = ? ORDER BY seq`);
	const events = db
		.prepare<[string, number, number], { audit_events: AuditEvent; nodes: NodeRow | { bates: null } }>(
			`SELECT e.*, ${NODE} FROM audit_events e LEFT JOIN nodes n ON e.event_type = 'node_added' AND n.bates = e.bates
			 WHERE e.sid = ? AND e.session_seq BETWEEN ? AND ? ORDER BY e.session_seq, e.seq`,
		)
		.expand();
	const imported = db.prepare<[string], Pick<NodeRow, 'bates' | 'seq' | 'parent_bates' | 'meta_json'>>(
		`SELECT n.bates, n.seq, n.parent_bates, n.meta_json FROM nodes n WHERE n.sid = ? AND n.audit_mode IN ('IMPORTED', 'ROOT')
		 AND NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.sid = n.sid AND e.bates = n.bates AND e.event_type = 'node_added')
		 ORDER BY n.seq`,
	);
	const above = db.prepare<[string], Pick<NodeRow, 'bates' | 'parent_bates'>>(
		`WITH RECURSIVE up(bates, parent_bates) AS (SELECT bates, parent_bates FROM nodes WHERE bates = ? UNION
		 SELECT n.bates, n.parent_bates FROM up JOIN nodes n ON n.bates = up.parent_bates) SELECT * FROM up`,
	);
	const added = columnQuery<number>(
		db,
		"SELECT session_seq FROM audit_events WHERE bates = ? AND event_type = 'node_added' AND sid = ?",
	);
	const broughtBy = columnQuery<number>(
		db,
		`SELECT max(session_seq) FROM audit_events WHERE sid = ? AND event_type = 'session_imported' AND json_valid(body)
		 AND body ->> '$.first_seq' <= ?`,
	);
	const usersOf = db.prepare<[string, string], Pick<NodeRow, 'bates' | 'sid' | 'seq'>>(
		`WITH RECURSIVE down(bates) AS (SELECT bates FROM nodes WHERE parent_bates = ? UNION
		 SELECT n.bates FROM down JOIN nodes n ON n.parent_bates = down.bates)
		 SELECT n.bates, n.sid, n.seq FROM down JOIN nodes n ON n.bates = down.bates
		 WHERE instr(n.meta_json, '"history"') AND json_valid(n.meta_json)
		 AND EXISTS (SELECT 1 FROM json_each(n.meta_json, '$.history') WHERE value = ?) ORDER BY n.created_at, n.bates`,
	);
	return {
		sessions: (sid) => read(() => (sid === undefined ? listing(texts.all(), () => rows.all()) : session.all(sid))),
		entries: (sid) => read(() => (sid === undefined ? entries.all() : entriesOf.all(sid))),
		events: (sid, first, last) =>
			read(() => events.all(sid, first, last)).map(({ audit_events: event, nodes: node }) => ({
				...event,
				node: node.bates === null ? null : node,
			})),
		imported: (sid) => read(() => imported.all(sid)),
		above: (bates) => read(() => above.all(bates)),
		seqOf: (sid, bates, seq) => read(() => added.get(bates, sid) ?? broughtBy.get(sid, seq)) ?? undefined,
		usersOf: (bates) => read(() => usersOf.all(bates, bates)),
	};
}
