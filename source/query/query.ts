import { sidOf } from '../store/bates.ts';
import { copyEvent, copyHeader, copyRecord } from './copy.ts';
import { askSource, type Found, findSession, listCorpus } from './corpus.ts';
import { SessionQueryError } from './errors.ts';
import { lineageOf } from './lineage.ts';
import { chainFrom, referenceIn, replacementsIn, usersIn } from './relations.ts';
import type { LiveSource, PersistedSource, SessionLog } from './source.ts';
import { foldSurface } from './surface.ts';
import type {
	ClassifiedEvent,
	EventList,
	EventReference,
	EventTrace,
	EventWindow,
	SessionEvent,
	SessionList,
	SessionRecord,
	SessionTrace,
	SurfaceClass,
} from './types.ts';

export interface SessionQueryConfig {
	live: LiveSource;
	/** None: only what is open in this program. */
	persisted?: PersistedSource;
	/** How many events a window may hold before and after its target; 50. */
	readWindowMax?: number;
}

export interface EventRequest {
	sessionId: string;
	seq: number;
}

/** Exact inspection of sessions, live and persisted as one corpus; see docs/query.md. Every call asks the sources anew and returns copies. */
export interface SessionQuery {
	/** Newest first; reads no events. Rejects with PERSISTENCE_FAILED when the shard cannot be read. */
	listSessions(signal?: AbortSignal): Promise<SessionList>;
	/** SESSION_NOT_FOUND, INVALID_SURFACE, PERSISTENCE_FAILED, SOURCE_CONFLICT. */
	listEvents(sessionId: string, signal?: AbortSignal): Promise<EventList>;
	/** INVALID_WINDOW, SESSION_NOT_FOUND, EVENT_NOT_FOUND, PERSISTENCE_FAILED, SOURCE_CONFLICT. */
	readEvent(request: EventRequest & { before?: number; after?: number }, signal?: AbortSignal): Promise<EventWindow>;
	/** SESSION_NOT_FOUND, INVALID_LINEAGE, PERSISTENCE_FAILED. */
	traceSession(sessionId: string, signal?: AbortSignal): Promise<SessionTrace>;
	/** SESSION_NOT_FOUND, EVENT_NOT_FOUND, INVALID_SURFACE, PERSISTENCE_FAILED, SOURCE_CONFLICT. */
	traceEvent(request: EventRequest, signal?: AbortSignal): Promise<EventTrace>;
}

/** Throws INVALID_CONFIG. */
export function createSessionQuery(config: SessionQueryConfig): SessionQuery {
	if (config === null || typeof config !== 'object') throw invalidConfig('there is no configuration');
	const { live, persisted, readWindowMax = 50 } = config;
	if (typeof live?.list !== 'function' || typeof live.get !== 'function') throw invalidConfig('live is no source');
	if (persisted !== undefined && typeof persisted.list !== 'function') throw invalidConfig('persisted is no source');
	if (!Number.isSafeInteger(readWindowMax) || readWindowMax < 0)
		throw invalidConfig(`readWindowMax is ${readWindowMax}, no whole number from 0 on`);

	const load = (id: string, signal: AbortSignal | undefined): Promise<Found> =>
		findSession(live, persisted, id, (source) => source.load(id), signal);

	return {
		async listSessions(signal) {
			const { records, problems } = await listCorpus(live, persisted, signal);
			return { records: [...records.values()].map(copyRecord).sort(newestFirst), problems };
		},

		async listEvents(sessionId, signal) {
			const { log } = await load(sessionId, signal);
			const { classes } = foldSurface(log.events, log.outside);
			return { header: copyHeader(log.header), events: log.events.map((event) => classified(event, classes)) };
		},

		async readEvent({ sessionId, seq, before = 0, after = 0 }, signal) {
			for (const [name, size] of [
				['before', before],
				['after', after],
			] as const) {
				if (!Number.isInteger(size) || size < 0 || size > readWindowMax)
					throw new SessionQueryError(
						'SESSION_QUERY_INVALID_WINDOW',
						`${name} is ${size}, and must be a whole number from 0 to ${readWindowMax}.`,
					);
			}
			const whole = isSeq(seq);
			const first = whole ? Math.max(0, seq - before) : 0;
			const last = whole ? seq + after : -1;
			const found = await findSession(
				live,
				persisted,
				sessionId,
				(source) => source.window(sessionId, first, last),
				signal,
			);
			const { header } = found.log;
			const window = found.live ? found.log.events.slice(first, last + 1) : found.log.events;
			const at = window.findIndex((event) => event.seq === seq);
			if (at === -1) throw eventNotFound(sessionId, seq);
			const events = window.map(copyEvent);
			const target = events[at] as SessionEvent;
			const startSeq = (events[0] as SessionEvent).seq;
			return { header: copyHeader(header), target, events, startSeq, endSeq: (events.at(-1) as SessionEvent).seq };
		},

		async traceSession(sessionId, signal) {
			const { records, problems } = await listCorpus(live, persisted, signal);
			const problem = problems.find((each) => each.sessionId === sessionId);
			if (problem && !records.has(sessionId)) throw new SessionQueryError(problem.code, problem.message);
			return lineageOf(sessionId, records);
		},

		async traceEvent({ sessionId, seq }, signal) {
			const found = await load(sessionId, signal);
			const event = found.log.events.find((each) => each.seq === seq);
			if (!event) throw eventNotFound(sessionId, seq);
			const { classes } = foldSurface(found.log.events, found.log.outside);
			return {
				header: copyHeader(found.log.header),
				target: classified(event, classes),
				...(await relations(found, event, signal)),
			};
		},
	};

	/** Of a live target nothing is asked of the shard. */
	async function relations({ log, live: isLive }: Found, event: SessionEvent, signal: AbortSignal | undefined) {
		const shard = isLive ? undefined : persisted;
		const logs = new Map<string, SessionLog>([[log.header.id, log]]);
		for (const { id } of live.list()) if (!logs.has(id)) logs.set(id, live.get(id) as SessionLog);

		async function references(all: readonly string[]): Promise<EventReference[]> {
			const found = all.map((bates) => {
				const own = logs.get(sidOf(bates));
				return own && referenceIn(own, bates);
			});
			const missing = all.filter((_, index) => found[index] === undefined);
			const kept = shard && missing.length > 0 ? await askSource(signal, () => shard.find(missing)) : [];
			return all.map((bates, index) => ({
				...(found[index] ?? kept.find((each) => each.bates === bates) ?? { sessionId: sidOf(bates), seq: null, bates }),
			}));
		}

		if (event.type !== 'node_added')
			return { replacedBy: null, replacementChain: [], replacedEvents: [], sourceEvents: [], derivedEvents: [] };
		const bates = event.state === undefined ? event.data.bates : '';
		const { replaced, replacedBy } = replacementsIn(log);
		const replacementChain = await references(chainFrom(bates, (each) => replacedBy.get(each)?.at(-1)));
		const replacedEvents = await references(chainFrom(bates, (each) => replaced.get(each)));
		const sourceEvents = await references(event.data.meta.history ?? []);
		const kept = shard && bates !== '' ? await askSource(signal, () => shard.usersOf(bates)) : [];
		const derivedEvents = [
			...(bates === '' ? [] : [...logs.values()].flatMap((each) => usersIn(each, bates))),
			...kept.filter(({ sessionId }) => !logs.has(sessionId)).map((reference) => ({ ...reference })),
		];
		return { replacedBy: replacementChain[0] ?? null, replacementChain, replacedEvents, sourceEvents, derivedEvents };
	}
}

function newestFirst({ header: a }: SessionRecord, { header: b }: SessionRecord): number {
	if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
	return a.id < b.id ? -1 : 1;
}

const isSeq = (seq: number) => Number.isSafeInteger(seq) && seq >= 0;

function classified(event: SessionEvent, classes: readonly SurfaceClass[]): ClassifiedEvent {
	return { ...copyEvent(event), surface: classes[event.seq] as SurfaceClass };
}

function eventNotFound(sessionId: string, seq: number): SessionQueryError {
	return new SessionQueryError('SESSION_QUERY_EVENT_NOT_FOUND', `The session ${sessionId} has no event ${seq}.`);
}

function invalidConfig(what: string): SessionQueryError {
	return new SessionQueryError('SESSION_QUERY_INVALID_CONFIG', `The query cannot be made: ${what}.`);
}
