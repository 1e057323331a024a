import { LiveSessions } from '../../source/query/live.ts';
import { createSessionQuery, type SessionQuery } from '../../source/query/query.ts';
import { shardSource } from '../../source/query/shard.ts';
import type { PersistedSource, SessionLog } from '../../source/query/source.ts';
import type { SessionEvent, SessionHeader } from '../../source/query/types.ts';
import type { Forest } from '../../source/store/forest.ts';
import type { Turn } from '../../source/store/types.ts';
import { ask, memoryWorld, type World } from '../helpers/world.ts';

/** Where a suite's sessions are: all open in this program; or the shard has all, and the first is open too. */
export const PLACES = ['live only', 'live with the shard'] as const;
export type Place = (typeof PLACES)[number];

export interface Corpus {
	query: SessionQuery;
	live: LiveSessions;
}

/** The sessions of a forest, in one of the two places. */
export function corpus(forest: Forest, place: Place): Corpus {
	const live = new LiveSessions();
	const sids = forest
		.log()
		.sessions()
		.map(({ sid }) => sid)
		.sort();
	for (const sid of place === 'live only' ? sids : sids.slice(0, 1)) live.open(logOf(forest, sid));
	const persisted = place === 'live only' ? {} : { persisted: shardSource(forest) };
	return { live, query: createSessionQuery({ live, ...persisted }) };
}

/** A session as the shard keeps it. */
export function logOf(forest: Forest, sid: string): SessionLog {
	return shardSource(forest).load(sid) as SessionLog;
}

/** A persisted source whose calls are counted, and of which a test replaces some. */
export function watched(source: PersistedSource, instead: Partial<PersistedSource> = {}) {
	const calls: string[] = [];
	const watch =
		<Arguments extends unknown[], Answer>(name: keyof PersistedSource, act: (...given: Arguments) => Answer) =>
		(...given: Arguments): Answer => {
			calls.push(name);
			return act(...given);
		};
	const all = { ...source, ...instead };
	return {
		calls,
		list: watch('list', all.list),
		window: watch('window', all.window),
		load: watch('load', all.load),
		find: watch('find', all.find),
		usersOf: watch('usersOf', all.usersOf),
	};
}

/** Asks beside a turn, in its place. */
export function askAgain(forest: Forest, turn: Turn, question: string): Turn {
	return ask(forest, turn.sid, question, { under: turn.parent_bates, meta: { replaces: turn.bates } });
}

/** A session in which a turn was edited, and the edit edited: tea > milk, milk again, milk once more > sugar. */
export function edited(world: World = memoryWorld()) {
	const { forest } = world;
	const sid = forest.begin();
	const tea = ask(forest, sid, 'tea', { under: null });
	const milk = ask(forest, sid, 'milk');
	const foam = ask(forest, sid, 'foam');
	const again = askAgain(forest, milk, 'milk again');
	const once = askAgain(forest, again, 'milk once more');
	const sugar = ask(forest, sid, 'sugar', { meta: { history: [tea.bates, once.bates] } });
	// The events: 0 created, 1 root, 2 tea, 3 milk, 4 foam, 5 again, 6 once more, 7 sugar.
	return { ...world, forest, sid, tea, milk, foam, again, once, sugar };
}

/** A header by hand, for what no shard would hold. */
export function header(id: string, more: Partial<SessionHeader> = {}): SessionHeader {
	return {
		id,
		createdAt: '2026-01-01T00:00:00.000Z',
		rootBates: `${id}-000000`,
		label: null,
		updatedAt: '2026-01-01T00:00:00.000Z',
		current: `${id}-000000`,
		parentSession: null,
		forkPoint: null,
		furtherEntries: [],
		...more,
	};
}

/** A source that holds these logs. */
export function sourceOf(...logs: readonly SessionLog[]): PersistedSource {
	const one = (id: string) => logs.find((log) => log.header.id === id) as SessionLog;
	return {
		list: (id) =>
			logs.map((log) => ({ header: log.header })).filter((each) => id === undefined || each.header.id === id),
		load: one,
		window: (id, first, last) => ({
			...one(id),
			events: one(id).events.filter(({ seq }) => seq >= first && seq <= last),
		}),
		find: () => [],
		usersOf: () => [],
	};
}

export function codeOf(attempt: Promise<unknown> | (() => unknown)): Promise<string> {
	const trying = typeof attempt === 'function' ? new Promise((resolve) => resolve(attempt())) : attempt;
	return trying.then(
		() => 'nothing was refused',
		(error) => String(error.code ?? error).replace('SESSION_QUERY_', ''),
	);
}

/** The events of a log with one replaced. */
export function withEvent(
	events: readonly SessionEvent[],
	seq: number,
	change: (event: SessionEvent) => void,
): SessionEvent[] {
	const copy = structuredClone(events) as SessionEvent[];
	change(copy[seq] as SessionEvent);
	return copy;
}
