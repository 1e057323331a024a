import { persistenceFailed, SessionQueryError } from './errors.ts';
import type { Listed, LiveSource, PersistedSource, SessionLog } from './source.ts';
import type { Problem, SessionHeader, SessionRecord } from './types.ts';

/** Asks a persisted source. An abort is answered when the source has, with exactly its reason, whatever the source said. */
export async function askSource<Answer>(
	signal: AbortSignal | undefined,
	call: () => Answer | Promise<Answer>,
): Promise<Answer> {
	signal?.throwIfAborted();
	try {
		const answer = await call();
		signal?.throwIfAborted();
		return answer;
	} catch (thrown) {
		signal?.throwIfAborted();
		throw persistenceFailed(thrown);
	}
}

/** What two sources say differently of one session that never changes; null when they agree. */
function conflict(one: SessionHeader, other: SessionHeader): string | null {
	for (const column of ['id', 'createdAt', 'rootBates'] as const) {
		if (one[column] !== other[column])
			return `Two sources name another ${column} for the session ${one.id}: ${one[column]} and ${other[column]}.`;
	}
	return null;
}

/** Every session of both sources once, by id, in no order; not copied yet. A session that is damaged, or told differently, is named among the problems. */
export async function listCorpus(
	live: LiveSource,
	persisted: PersistedSource | undefined,
	signal: AbortSignal | undefined,
): Promise<{ records: Map<string, SessionRecord>; problems: Problem[] }> {
	signal?.throwIfAborted();
	const listed: readonly Listed[] = persisted ? await askSource(signal, () => persisted.list()) : [];
	const records = new Map<string, SessionRecord>();
	const problems: Problem[] = [];
	for (const each of listed) {
		if ('header' in each) records.set(each.header.id, { header: each.header, live: false, persisted: true });
		else problems.push({ ...each });
	}
	for (const header of live.list()) {
		const kept = records.get(header.id);
		const message = kept ? conflict(header, kept.header) : null;
		if (message === null) records.set(header.id, { header, live: true, persisted: kept !== undefined });
		else {
			records.delete(header.id);
			problems.push({ sessionId: header.id, code: 'SESSION_QUERY_SOURCE_CONFLICT', message });
		}
	}
	return { records, problems };
}

/** A session, from the source that owns it. */
export interface Found {
	log: SessionLog;
	live: boolean;
}

/**
 * One session's log: the live one without a word to the shard; else the shard's list must name it, `read` reads it, and a
 * live owner that came up meanwhile wins.
 */
export async function findSession(
	live: LiveSource,
	persisted: PersistedSource | undefined,
	id: string,
	read: (source: PersistedSource) => SessionLog | Promise<SessionLog>,
	signal: AbortSignal | undefined,
): Promise<Found> {
	signal?.throwIfAborted();
	const open = live.get(id);
	if (open) return { log: open, live: true };
	const notFound = () => new SessionQueryError('SESSION_QUERY_SESSION_NOT_FOUND', `There is no session ${id}.`);
	if (!persisted) throw notFound();
	const listed = await askSource(signal, () => persisted.list(id));
	const named = listed.find((each) => ('header' in each ? each.header.id : each.sessionId) === id);
	if (named && 'header' in named) {
		const log = await askSource(signal, () => read(persisted)).catch((error: unknown) => {
			if (live.get(id) && !signal?.aborted) return undefined;
			throw error;
		});
		const opened = live.get(id);
		if (opened) return { log: opened, live: true };
		const message = log ? conflict(named.header, log.header) : null;
		if (message !== null) throw new SessionQueryError('SESSION_QUERY_SOURCE_CONFLICT', message);
		if (log) return { log, live: false };
	}
	const opened = live.get(id);
	if (opened) return { log: opened, live: true };
	if (named && 'code' in named) throw new SessionQueryError(named.code, named.message);
	throw notFound();
}
