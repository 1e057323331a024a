import type { TurnMeta } from '../store/types.ts';
import type { LiveSource, SessionLog } from './source.ts';
import type { PendingEvent, SessionEvent, SessionHeader } from './types.ts';

interface Open {
	header: SessionHeader;
	events: SessionEvent[];
	outside: ReadonlyMap<string, string | null>;
}

/** What is known of a turn when it is asked. */
export interface AskedTurn {
	question: string;
	parent_bates: string;
	/** When it was asked. */
	time: string;
	meta?: TurnMeta;
}

/** The sessions open in this program, with perhaps a turn in flight each. */
export class LiveSessions implements LiveSource {
	readonly #open = new Map<string, Open>();

	open({ header, events, outside = new Map() }: SessionLog): void {
		this.#open.set(header.id, { header, events: [...events], outside });
	}

	close(id: string): void {
		this.#open.delete(id);
	}

	list(): SessionHeader[] {
		return [...this.#open.values()].map(({ header }) => header);
	}

	get(id: string): SessionLog | undefined {
		return this.#open.get(id);
	}

	/** A turn is on its way; one that was before is dropped. */
	begin(id: string, { question, parent_bates, time, meta = {} }: AskedTurn): void {
		const { events } = this.#session(id);
		if (events.at(-1)?.state === 'pending') events.pop();
		const data = { question, answer_text: '', parent_bates, meta };
		events.push({ sessionId: id, seq: events.length, type: 'node_added', time, data, state: 'pending' });
	}

	/** Some more of its answer has come. */
	grow(id: string, text: string): void {
		this.#change(id, ({ data }) => ({ ...data, answer_text: data.answer_text + text }));
	}

	/** It will not go on; what came stays, until it is recorded or the next one begins. */
	abandon(id: string): void {
		this.#change(id, ({ data }) => ({ ...data, meta: { ...data.meta, finish: 'cancelled' } }));
	}

	/** Something was recorded: a turn in flight ends, and its place is taken. The header is the session's after it. */
	record(event: Exclude<SessionEvent, PendingEvent>, header: SessionHeader): void {
		const session = this.#session(event.sessionId);
		if (session.events.at(-1)?.state === 'pending') session.events.pop();
		session.events.push(event);
		session.header = header;
	}

	#session(id: string): Open {
		const session = this.#open.get(id);
		if (!session) throw new RangeError(`the session ${id} is not open here`);
		return session;
	}

	#change(id: string, to: (event: PendingEvent) => PendingEvent['data']): void {
		const { events } = this.#session(id);
		const last = events.at(-1);
		if (last?.state !== 'pending') throw new RangeError(`the session ${id} has no turn in flight`);
		events[events.length - 1] = { ...last, data: to(last) };
	}
}
