import type { EventType, Turn, TurnMeta } from '../store/types.ts';
import type { SessionQueryCode } from './errors.ts';

/** A turn of a session that hangs under another session's turn. */
export interface Entry {
	parentSession: string;
	/** The bates of the other session's turn. */
	forkPoint: string;
	/** The bates of the turn that hangs there. */
	bates: string;
}

export interface SessionHeader {
	/** The sid. With `createdAt` and `rootBates` it never changes: two sources must agree on these three. */
	id: string;
	createdAt: string;
	rootBates: string;
	label: string | null;
	updatedAt: string;
	/** The bates of the turn where the session stands. */
	current: string;
	/** Where its first turn hangs, when that is under another session's turn. */
	parentSession: string | null;
	forkPoint: string | null;
	/** Later turns of it that hang under other sessions' turns, by seq. */
	furtherEntries: Entry[];
}

/** A turn while its answer comes: no bates and no hash yet, and no legal parent of a fork. */
export interface PendingTurn {
	question: string;
	/** What has come so far; kept when it is abandoned, with `finish: 'cancelled'`. */
	answer_text: string;
	parent_bates: string;
	meta: TurnMeta;
}

/** The place of an imported turn, which has no event of its own. */
export interface ImportedPlace {
	bates: string;
	parent_bates: string | null;
	replaces?: string;
}

/** What an event holds beside its own columns: the body's other members, by their names in the shard. */
export interface EventBody {
	bates: string | null;
	/** Of `session_imported`, the turns it brought, where the whole log is read; a window leaves them out. */
	turns?: ImportedPlace[];
	[member: string]: unknown;
}

interface EventBase {
	sessionId: string;
	/** The session's own dense number, from 0. */
	seq: number;
	/** When it was recorded. */
	time: string;
}

export interface TurnEvent extends EventBase {
	type: 'node_added';
	data: Turn;
	state?: undefined;
}

export interface PendingEvent extends EventBase {
	type: 'node_added';
	data: PendingTurn;
	state: 'pending';
}

export interface LogEvent extends EventBase {
	type: Exclude<EventType, 'node_added'>;
	data: EventBody;
	state?: undefined;
}

export type SessionEvent = TurnEvent | PendingEvent | LogEvent;

/**
 * What an event is to the conversation as it is now: `current` a turn on the path from the root to where the session
 * stands; `shadowed` one whose place an edit or ask-again took, or that hangs below such a one, as long as it is off the
 * path; `branch` any other turn off the path; `log-only` whatever is no turn.
 */
export type SurfaceClass = 'current' | 'shadowed' | 'branch' | 'log-only';

export type ClassifiedEvent = SessionEvent & { surface: SurfaceClass };

export interface SessionRecord {
	header: SessionHeader;
	/** Open in this program. */
	live: boolean;
	/** In the shard. */
	persisted: boolean;
}

/** A session that cannot be listed, and why. */
export interface Problem {
	sessionId: string;
	code: SessionQueryCode;
	message: string;
}

/** Names an event; paths cross sessions. */
export interface EventReference {
	sessionId: string;
	/** Null where no source in reach holds the turn's event: it was pruned, or only the shard knows it and the target is live. */
	seq: number | null;
	bates: string;
}

export interface SessionList {
	records: SessionRecord[];
	problems: Problem[];
}

export interface EventList {
	header: SessionHeader;
	events: ClassifiedEvent[];
}

export interface EventWindow {
	header: SessionHeader;
	/** The same object as in `events`. */
	target: SessionEvent;
	events: SessionEvent[];
	/** Of the first and the last event given. */
	startSeq: number;
	endSeq: number;
}

export interface Descendant {
	record: SessionRecord;
	children: Descendant[];
}

interface Lineage {
	target: SessionRecord;
	/** Nearest first. */
	ancestors: SessionRecord[];
	/** Sessions whose first turn hangs in this one, and theirs; siblings by createdAt, then id. */
	descendants: Descendant[];
}

export type SessionTrace = Lineage &
	({ complete: true; root: SessionRecord } | { complete: false; unresolvedParentId: string });

export interface EventTrace {
	header: SessionHeader;
	target: ClassifiedEvent;
	/** The turn that took its place, the newest when there are several. */
	replacedBy: EventReference | null;
	/** That one, the one that took its place in turn, and so on to the last. */
	replacementChain: EventReference[];
	/** The turns it took the place of, nearest first. */
	replacedEvents: EventReference[];
	/** The turns threaded into its prompt, in recorded order. */
	sourceEvents: EventReference[];
	/** Later turns that it was threaded into. */
	derivedEvents: EventReference[];
}
