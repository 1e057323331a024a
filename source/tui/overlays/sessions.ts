import { age, count, shortSid } from '../../commands/phrases.ts';
import { questionLine } from '../forgotten.ts';
import { sessionName } from '../names.ts';
import type { Marks } from '../screen/marks.ts';
import type { ListItem } from './overlay.ts';

// The rows of the session list, and the orders they come in.

/** A session as the list tells it. */
export interface ListedSession {
	readonly sid: string;
	readonly label: string | null;
	/** What was asked first. */
	readonly first: string;
	/** Where it is open, or that it is nowhere else yet; nothing for one that is only kept. */
	readonly state: 'here' | 'elsewhere' | 'new' | null;
	/** The tool it was imported from. */
	readonly tool: string | undefined;
	readonly turns: number;
	readonly began_at: string;
	readonly newest_at: string;
	/** The question that it was forked from. */
	forkedFrom(): string | undefined;
}

export const ORDERS = ['newest', 'begun', 'size'] as const;
export type SessionOrder = (typeof ORDERS)[number];

const COMPARE: Readonly<Record<SessionOrder, (a: ListedSession, b: ListedSession) => number>> = {
	newest: (a, b) => descending(a.newest_at, b.newest_at),
	begun: (a, b) => descending(a.began_at, b.began_at),
	size: (a, b) => b.turns - a.turns || descending(a.newest_at, b.newest_at),
};

const IN_WORDS: Readonly<Record<SessionOrder, string>> = {
	newest: 'newest turn first',
	begun: 'last begun first',
	size: 'most turns first',
};

function descending(a: string, b: string): number {
	return a < b ? 1 : a > b ? -1 : 0;
}

export function titleOf(order: SessionOrder): string {
	return `sessions, ${IN_WORDS[order]}`;
}

/** In an order; what is damaged stays above all, in the order it came. */
export function sorted(items: readonly ListItem[], order: SessionOrder): ListItem[] {
	const damaged = items.filter((item) => !(item instanceof SessionItem));
	const sessions = items.filter((item) => item instanceof SessionItem);
	sessions.sort((a, b) => COMPARE[order](a.session, b.session));
	return [...damaged, ...sessions.map((each) => each.inOrder(order))];
}

/** One row; put into words when it is shown, since a screen shows thirty of ten thousand. */
export class SessionItem implements ListItem {
	readonly session: ListedSession;
	readonly #marks: Marks;
	readonly #now: number;
	readonly #order: SessionOrder;
	#found: string | undefined;

	constructor(session: ListedSession, marks: Marks, now: number, order: SessionOrder = 'newest') {
		this.session = session;
		this.#marks = marks;
		this.#now = now;
		this.#order = order;
	}

	get id(): string {
		return this.session.sid;
	}

	get text(): string {
		const { first, forkedFrom } = this.session;
		const from = forkedFrom();
		const name = sessionName(this.session, first);
		return from === undefined ? name : `${name}  ${this.#marks.elsewhere} from “${questionLine(from, 30)}”`;
	}

	get right(): string {
		const { sid, state, tool, turns, began_at, newest_at } = this.session;
		const time = this.#order === 'begun' ? began_at : newest_at;
		const more = [
			state === 'here' ? this.#marks.here : state === 'elsewhere' ? 'open elsewhere' : state === 'new' ? 'new' : '',
			tool === undefined ? '' : `${this.#marks.imported} ${tool}`,
			// Two may have the same name, or begin with the same question.
			shortSid(sid),
		];
		return [...more, count(turns, 'turn').padStart(9), age(time, this.#now).padStart(4)].filter(Boolean).join('  ');
	}

	/** Made once: each key of a filter looks at all of them. */
	get found(): string {
		const { sid, label, first, tool = '' } = this.session;
		this.#found ??= `${label ?? ''} ${first} ${sid} ${tool}`.toLowerCase();
		return this.#found;
	}

	inOrder(order: SessionOrder): SessionItem {
		return order === this.#order ? this : new SessionItem(this.session, this.#marks, this.#now, order);
	}
}
