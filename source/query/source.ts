import type { SessionQueryCode } from './errors.ts';
import type { EventReference, SessionEvent, SessionHeader } from './types.ts';

/** A whole session as a source holds it. The query copies what it gives away. */
export interface SessionLog {
	header: SessionHeader;
	/** By seq, from 0. */
	events: readonly SessionEvent[];
	/** Parents of turns of other sessions, where the way from the session's place to the root leads through them. */
	outside?: ReadonlyMap<string, string | null>;
}

/** The sessions open in this program; never fails and never waits. */
export interface LiveSource {
	list(): readonly SessionHeader[];
	get(id: string): SessionLog | undefined;
}

/** One line of a listing: a header, or why there is none. */
export type Listed = { header: SessionHeader } | { sessionId: string; code: SessionQueryCode; message: string };

/** Where sessions are kept. Whatever it throws becomes PERSISTENCE_FAILED. */
export interface PersistedSource {
	/** All sessions, or the one named, if it is there. Reads no events. */
	list(id?: string): readonly Listed[] | Promise<readonly Listed[]>;
	/** The events from `first` to `last`, as far as they are there, with the header; costs no more than what it returns. */
	window(id: string, first: number, last: number): SessionLog | Promise<SessionLog>;
	load(id: string): SessionLog | Promise<SessionLog>;
	/** The events that recorded these turns, of any session; of a turn that is gone, none. */
	find(bates: readonly string[]): readonly EventReference[] | Promise<readonly EventReference[]>;
	/** The turns that a turn was threaded into, of any session. */
	usersOf(bates: string): readonly EventReference[] | Promise<readonly EventReference[]>;
}
