import { groupBy } from '../group.ts';
import { objectOf, parsed } from '../json.ts';
import { batesAt, isBates, isSid, isTime, seqOf, sidOf } from '../store/bates.ts';
import { CutRow, type EntryRow, type Log, type LogRow, type SessionRow } from '../store/log.ts';
import { toTurn } from '../store/rows.ts';
import type { TurnMeta } from '../store/types.ts';
import { copyHeader } from './copy.ts';
import { SessionQueryError } from './errors.ts';
import type { Listed, PersistedSource, SessionLog } from './source.ts';
import type { Entry, EventBody, EventReference, ImportedPlace, SessionEvent, SessionHeader } from './types.ts';

const NO_ENTRIES: readonly EntryRow[] = [];
const LAST = Number.MAX_SAFE_INTEGER;

/** The sessions that a shard keeps. Each call reads it anew, and answers at once. */
export function shardSource(forest: { log(): Log }) {
	const log = () => forest.log();
	const one = (sid: string): SessionHeader => {
		const listed = listedFrom(log().sessions(sid), log().entries(sid))[0];
		if (listed && 'header' in listed) return copyHeader(listed.header);
		throw new SessionQueryError(
			'SESSION_QUERY_PERSISTENCE_FAILED',
			listed?.message ?? `The session ${sid} went away while it was read.`,
		);
	};
	return {
		list: (sid) => listedFrom(log().sessions(sid), log().entries(sid)),
		window: (sid, first, last) => ({ header: one(sid), events: log().events(sid, first, last).map(toEvent) }),
		load: (sid) => loadFrom(log(), one(sid)),
		find: (all) => all.flatMap((bates) => referenceTo(log(), bates)),
		usersOf: (bates) =>
			log()
				.usersOf(bates)
				.flatMap((user) => referenceTo(log(), user.bates)),
	} satisfies PersistedSource;
}

function referenceTo(log: Log, bates: string): EventReference[] {
	if (!isBates(bates)) return [];
	const sessionId = sidOf(bates);
	const seq = log.seqOf(sessionId, bates, seqOf(bates));
	return seq === undefined ? [] : [{ sessionId, seq, bates }];
}

function listedFrom(sessions: readonly SessionRow[], entries: readonly EntryRow[]): Listed[] {
	const entriesOf = groupBy(entries, ({ sid }) => sid);
	return sessions.map((session) => {
		const fault = faultOf(session);
		if (fault === null) return { header: new RowHeader(session, entriesOf.get(session.sid) ?? NO_ENTRIES) };
		const sessionId = String(session.sid);
		const message = `The session ${sessionId} is damaged: ${fault}.`;
		return { sessionId, code: 'SESSION_QUERY_PERSISTENCE_FAILED', message };
	});
}

/** What a row that anyone may have written lacks of a session. */
function faultOf(row: SessionRow): string | null {
	if (row instanceof CutRow) return null;
	const { sid, root_bates, current_bates, created_at, updated_at, label } = row;
	if (typeof sid !== 'string' || !isSid(sid)) return 'its id does not read as one';
	if (root_bates !== batesAt(sid, 0)) return 'its root is not its own';
	if (typeof current_bates !== 'string' || !isBates(current_bates)) return 'it stands nowhere';
	if (![created_at, updated_at].every((time) => typeof time === 'string' && isTime(time)))
		return 'its times do not read as times';
	return label === null || typeof label === 'string' ? null : 'its label is no text';
}

/** The header of a row of `sessions`, made as far as it is looked at: a lineage looks at two columns of ten thousand. */
class RowHeader implements SessionHeader {
	readonly #row: SessionRow;
	/** By seq. */
	readonly #entries: readonly EntryRow[];

	constructor(row: SessionRow, entries: readonly EntryRow[]) {
		this.#row = row;
		this.#entries = entries;
	}

	get id(): string {
		return this.#row.sid;
	}

	get createdAt(): string {
		return this.#row.created_at;
	}

	get rootBates(): string {
		return this.#row.root_bates;
	}

	get label(): string | null {
		return this.#row.label;
	}

	get updatedAt(): string {
		return this.#row.updated_at;
	}

	get current(): string {
		return this.#row.current_bates;
	}

	get parentSession(): string | null {
		return this.forkPoint === null ? null : sidOf(this.forkPoint);
	}

	get forkPoint(): string | null {
		const [first] = this.#entries;
		return first?.seq === 1 ? first.parent_bates : null;
	}

	get furtherEntries(): Entry[] {
		return this.#entries
			.filter(({ seq }) => seq > 1)
			.map(({ bates, parent_bates }) => ({ parentSession: sidOf(parent_bates), forkPoint: parent_bates, bates }));
	}
}

function loadFrom(log: Log, header: SessionHeader): SessionLog {
	const events = log.events(header.id, 0, LAST).map(toEvent);
	const places = events.some(({ type }) => type === 'session_imported') ? log.imported(header.id) : [];
	for (const event of events) {
		if (event.type !== 'session_imported') continue;
		const { first_seq, nodes } = event.data;
		const last = Number(first_seq) + Number(nodes);
		event.data.turns = places
			.filter(({ seq }) => seq >= Number(first_seq) && seq < last)
			.map(({ bates, parent_bates, meta_json }): ImportedPlace => {
				const { replaces } = objectOf(parsed(meta_json)) as TurnMeta;
				return { bates, parent_bates, ...(replaces !== undefined && { replaces }) };
			});
	}
	const own = `${header.id}-`;
	const outside = log.above(header.current).filter(({ bates }) => !bates.startsWith(own));
	return { header, events, outside: new Map(outside.map(({ bates, parent_bates }) => [bates, parent_bates])) };
}

/** An event with its body read. Throws for one that does not read, or whose turn is gone. */
function toEvent({
	sid: sessionId,
	session_seq: seq,
	event_type: type,
	bates,
	body,
	created_at: time,
	node,
}: LogRow): SessionEvent {
	if (type === 'node_added') {
		if (node) return { sessionId, seq, type, time, data: toTurn(node) };
		throw new SessionQueryError(
			'SESSION_QUERY_PERSISTENCE_FAILED',
			`Event ${seq} of session ${sessionId} is damaged: its turn ${bates} is gone.`,
		);
	}
	const { event_type: _, sid: __, created_at: ___, session_seq: ____, ...members } = objectOf(parsed(body));
	return { sessionId, seq, type, time, data: { ...members, bates } satisfies EventBody };
}
