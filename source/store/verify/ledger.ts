import { batesAt, isSid, isTime, sidOf } from '../bates.ts';
import type { AuditEvent } from '../types.ts';
import { RecordedNodes } from './recorded.ts';

/** A session as the chain alone tells it. */
export interface RecordedSession {
	root_bates: unknown;
	created_at: unknown;
	current_bates: unknown;
	label_sha256: unknown;
	updated_at: string;
	/** How many events it has: the next session_seq. */
	events: number;
	pruned: boolean;
}

export interface RecordedImport {
	sid: string;
	first_seq: number;
	nodes: number;
	content_root: unknown;
}

export type Body = Record<string, unknown>;

/** Sentences for what an event says that cannot be. */
export type Faults = { id: string; what: string }[];

const NONE: Faults = [];

/** Replays the chain: what the tables must hold, if nothing was changed behind its back. Pure; one call to `fold` per event. */
export class Ledger {
	readonly sessions = new Map<string, RecordedSession>();
	readonly nodes = new RecordedNodes();
	readonly imports: RecordedImport[] = [];
	anyPruned = false;
	// Events come session by session.
	#lastSid: string | undefined;
	#lastSession: RecordedSession | undefined;

	fold(event: AuditEvent, body: Body): Faults {
		return this.#foldAddition(event, body) ? NONE : this.#foldAny(event, body);
	}

	/** Most events add a turn where it belongs: done without looking further. False, with nothing done, for any other. */
	#foldAddition(event: AuditEvent, body: Body): boolean {
		const { sid, bates, created_at, session_seq } = event;
		const session = sid === this.#lastSid ? this.#lastSession : this.sessions.get(sid);
		this.#lastSid = sid;
		this.#lastSession = session;
		if (event.event_type !== 'node_added' || bates === null || body['moves_current'] !== true) return false;
		if (!session || session.pruned || session_seq !== session.events || !isTime(created_at)) return false;
		if (bates.length !== sid.length + 7 || !bates.startsWith(sid) || bates[sid.length] !== '-') return false;
		if (this.nodes.indexOf(bates) !== undefined) return false;
		this.nodes.add(bates, body['node_hash'] ?? '', body['content_sha256'] ?? '');
		session.events++;
		session.updated_at = created_at;
		session.current_bates = bates;
		return true;
	}

	#foldAny(event: AuditEvent, body: Body): Faults {
		const faults: Faults = [];
		const fault = (id: string, what: string) => void faults.push({ id, what });
		const { event_type: kind, sid, bates } = event;
		if (typeof sid !== 'string' || !isSid(sid)) fault('event.sid', 'its sid does not read as one');
		if (typeof event.created_at !== 'string' || !isTime(event.created_at)) {
			fault('event.time', 'its time does not read as one');
		}
		const known = this.sessions.get(sid);
		if (event.session_seq !== (known?.events ?? 0))
			fault('event.session_seq', 'its number within its session is not the next one');
		if (known?.pruned) fault('event.pruned', 'its session was pruned before');
		const makes = kind === 'session_created' || kind === 'session_imported';
		if (!known && !makes) fault('event.session', 'its session does not exist yet');
		const session = known ?? this.#open(sid, event, body);
		session.events = (typeof event.session_seq === 'number' ? event.session_seq : session.events) + 1;
		session.updated_at = event.created_at;
		switch (kind) {
			case 'session_created':
				if (known) fault('event.twice', 'the session exists already');
				break;
			case 'session_imported':
				this.#import(event, body, session, known !== undefined, fault);
				break;
			case 'node_added':
				this.#mint(sid, bates, body, fault);
				if (body['moves_current'] === true) session.current_bates = bates;
				else if (body['moves_current'] !== false) fault('event.body', 'it does not say whether the session moves');
				break;
			case 'moved':
				this.#existing(bates, null, fault);
				session.current_bates = bates;
				break;
			case 'node_labeled': {
				const index = this.#existing(bates, sid, fault);
				if (index !== undefined) this.nodes.change(index, { label_sha256: body['label_sha256'] });
				break;
			}
			case 'session_labeled':
				session.label_sha256 = body['label_sha256'];
				break;
			case 'session_pruned':
				session.pruned = true;
				this.anyPruned = true;
				break;
			case 'node_forgotten': {
				const index = this.#existing(bates, sid, fault);
				if (index === undefined) break;
				if (this.nodes.at(index).forgotten) fault('event.twice', 'the turn was forgotten before');
				const forgotten = { before: body['content_sha256_before'], after: body['content_sha256'] };
				this.nodes.change(index, { forgotten });
				break;
			}
			default:
				fault('event.type', `its type ${String(kind)} is not known`);
		}
		return faults;
	}

	#open(sid: string, event: AuditEvent, body: Body): RecordedSession {
		const session: RecordedSession = {
			root_bates: body['root_bates'],
			created_at: body['session_created_at'] ?? event.created_at,
			current_bates: body['root_bates'],
			label_sha256: body['label_sha256'],
			updated_at: event.created_at,
			events: 0,
			pruned: false,
		};
		this.sessions.set(sid, session);
		this.#lastSid = undefined;
		return session;
	}

	#mint(sid: string, bates: string | null, body: Body, fault: (id: string, what: string) => void): void {
		if (typeof bates !== 'string' || !bates.startsWith(`${sid}-`)) {
			fault('event.node', 'the turn is of another session');
			return;
		}
		if (this.nodes.indexOf(bates) !== undefined) fault('event.twice', 'the turn exists already');
		this.nodes.add(bates, body['node_hash'] ?? '', body['content_sha256'] ?? '');
	}

	#import(
		event: AuditEvent,
		body: Body,
		session: RecordedSession,
		known: boolean,
		fault: (id: string, what: string) => void,
	): void {
		const { sid } = event;
		const { first_seq, nodes, content_root } = body;
		if (!isCount(first_seq) || !isCount(nodes) || nodes < 1) {
			fault('event.body', 'it does not say which turns it brought');
			return;
		}
		if ((first_seq === 0) === known) fault('event.import', 'its first turn does not fit what is there');
		this.imports.push({ sid, first_seq, nodes, content_root });
		for (let seq = first_seq; seq < first_seq + nodes; seq++) {
			const bates = batesAt(sid, seq);
			if (this.nodes.indexOf(bates) !== undefined) fault('event.twice', `${bates} exists already`);
			this.nodes.add(bates, null, null);
		}
		session.current_bates = body['current_bates'];
		session.label_sha256 = body['label_sha256'];
	}

	/** The index of a node that an event names. */
	#existing(bates: string | null, sid: string | null, fault: (id: string, what: string) => void): number | undefined {
		const index = bates === null ? undefined : this.nodes.indexOf(bates);
		if (bates === null || index === undefined) fault('event.node', 'it names a turn that does not exist');
		else if (this.sessions.get(sidOf(bates))?.pruned) fault('event.node', 'it names a turn that was pruned before');
		else if (sid !== null && sidOf(bates) !== sid) fault('event.node', 'the turn is of another session');
		return index;
	}
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000;
}
