import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SessionQueryError } from '../../source/query/errors.ts';
import { LiveSessions } from '../../source/query/live.ts';
import { createSessionQuery, type SessionQuery } from '../../source/query/query.ts';
import { shardSource } from '../../source/query/shard.ts';
import type { PersistedSource, SessionLog } from '../../source/query/source.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { ask, fileWorld, type memoryWorld } from '../helpers/world.ts';
import { codeOf, edited, logOf, sourceOf, watched } from './corpus.ts';

const broken = () => {
	throw new Error('the disk is gone');
};
const FAILING: PersistedSource = { list: broken, window: broken, load: broken, find: broken, usersOf: broken };

/** Every exact read of a session. */
const exactReads = (query: SessionQuery, sessionId: string): (() => Promise<unknown>)[] => [
	() => query.listEvents(sessionId),
	() => query.readEvent({ sessionId, seq: 7, before: 3 }),
	() => query.traceEvent({ sessionId, seq: 7 }),
];

function openIn(forest: ReturnType<typeof memoryWorld>['forest'], ...sids: string[]): LiveSessions {
	const live = new LiveSessions();
	for (const sid of sids) live.open(logOf(forest, sid));
	return live;
}

test('rule 1: a live session is read without a word to the shard, though that is broken', async () => {
	const { forest, sid } = edited();
	const persisted = watched(FAILING);
	const query = createSessionQuery({ live: openIn(forest, sid), persisted });
	for (const read of exactReads(query, sid)) await expect(read()).resolves.toBeDefined();
	expect(persisted.calls).toEqual([]);
});

test('rule 2: the list proves the id, and the loaded header must be the listed one', async () => {
	const { forest, sid } = edited();
	const shard = shardSource(forest);
	const live = new LiveSessions();
	const unlisted = watched(shard, { list: () => [] });
	const query = createSessionQuery({ live, persisted: unlisted });
	for (const read of exactReads(query, sid)) expect(await codeOf(read())).toBe('SESSION_NOT_FOUND');
	expect(new Set(unlisted.calls)).toEqual(new Set(['list']));
	for (const lie of [{ id: 'other' }, { createdAt: '2020-01-01T00:00:00.000Z' }, { rootBates: 'x' }]) {
		const lying = (log: SessionLog) => ({ ...log, header: { ...log.header, ...lie } });
		const persisted: PersistedSource = {
			...shard,
			load: (id) => lying(shard.load(id) as SessionLog),
			window: (id, first, last) => lying(shard.window(id, first, last) as SessionLog),
		};
		for (const read of exactReads(createSessionQuery({ live, persisted }), sid))
			expect(await codeOf(read())).toBe('SOURCE_CONFLICT');
	}
});

test('rule 3: a live owner that comes up during the load wins, though the load fails', async () => {
	const { forest, sid } = edited();
	const shard = shardSource(forest);
	const stored = shard.load(sid) as SessionLog;
	ask(forest, sid, 'later');
	const later = logOf(forest, sid);
	for (const end of [() => stored, broken]) {
		const live = new LiveSessions();
		const load = () => {
			live.open(later);
			return Promise.resolve().then(end);
		};
		const query = createSessionQuery({ live, persisted: { ...shard, load } });
		expect((await query.listEvents(sid)).events).toHaveLength(9);
	}
});

test('rule 4: the live header wins', async () => {
	const { forest, sid } = edited();
	const live = openIn(forest, sid);
	forest.labelSession(sid, 'named elsewhere');
	const { records } = await createSessionQuery({ live, persisted: shardSource(forest) }).listSessions();
	expect(records).toMatchObject([{ live: true, persisted: true, header: { label: null } }]);
});

test('rule 5: what never changes must agree; what changes may differ', async () => {
	const { forest, sid } = edited();
	const live = new LiveSessions();
	const log = logOf(forest, sid);
	const query = createSessionQuery({ live, persisted: shardSource(forest) });
	live.open({ ...log, header: { ...log.header, label: 'x', current: 'y', updatedAt: 'z' } });
	expect((await query.listSessions()).problems).toEqual([]);
	for (const lie of [{ createdAt: '2020-01-01T00:00:00.000Z' }, { rootBates: 'x' }]) {
		live.open({ ...log, header: { ...log.header, ...lie } });
		const { records, problems } = await query.listSessions();
		expect(records).toEqual([]);
		expect(problems).toMatchObject([{ sessionId: sid, code: 'SESSION_QUERY_SOURCE_CONFLICT' }]);
		expect(await codeOf(query.traceSession(sid))).toBe('SOURCE_CONFLICT');
		// Its own log is as exact as ever.
		expect((await query.listEvents(sid)).events).toHaveLength(8);
	}
});

test('rule 6: with the shard unreadable, list and lineage fail, live reads go on; when it is back, so are they', async () => {
	const { forest, sid } = edited();
	let gone = true;
	const shard = shardSource(forest);
	const persisted = watched(shard, { list: (id) => (gone ? broken() : shard.list(id)) });
	const query = createSessionQuery({ live: openIn(forest, sid), persisted });
	expect(await codeOf(query.listSessions())).toBe('PERSISTENCE_FAILED');
	expect(await codeOf(query.traceSession(sid))).toBe('PERSISTENCE_FAILED');
	for (const read of exactReads(query, sid)) await expect(read()).resolves.toBeDefined();
	gone = false;
	expect((await query.listSessions()).records).toHaveLength(1);
	expect(await query.traceSession(sid)).toMatchObject({ complete: true });
});

test('rules 1, 6: so it is with a real shard that is damaged under the program', async () => {
	const world = edited(fileWorld());
	const { forest, sid, path } = world;
	const other = ask(forest, forest.begin(), 'coffee', { under: null });
	const live = openIn(forest, sid);
	const query = createSessionQuery({ live, persisted: shardSource(forest) });
	behindItsBack(path, (db) => db.exec('DROP TABLE sessions'));
	expect(await codeOf(query.listSessions())).toBe('PERSISTENCE_FAILED');
	expect(await codeOf(query.listEvents(other.sid))).toBe('PERSISTENCE_FAILED');
	for (const read of exactReads(query, sid)) await expect(read()).resolves.toBeDefined();
	writeFileSync(path, 'no database any more');
	for (const read of exactReads(query, sid)) await expect(read()).resolves.toBeDefined();
});

test.each(['a word', 42, undefined, null])('rule 7: %s that was thrown is wrapped', async (thrown) => {
	const persisted = {
		...FAILING,
		list: () => {
			throw thrown;
		},
	};
	const query = createSessionQuery({ live: new LiveSessions(), persisted });
	const error = await query.listSessions().catch((each: unknown) => each);
	expect(error).toBeInstanceOf(SessionQueryError);
	expect(error).toMatchObject({ code: 'SESSION_QUERY_PERSISTENCE_FAILED', cause: thrown, message: String(thrown) });
});

test('rule 8: one damaged session hides no other', async () => {
	const { forest, path, plant } = fileWorld();
	const { sids } = plant('tea > milk ; coffee ; water ; wine');
	behindItsBack(path, (db) => {
		db.prepare("UPDATE sessions SET created_at = 'soon' WHERE sid = ?").run(sids[0]);
		db.prepare("UPDATE sessions SET root_bates = 'nowhere' WHERE sid = ?").run(sids[1]);
		db.prepare('DELETE FROM nodes WHERE sid = ? AND seq = 1').run(sids[2]);
	});
	const query = createSessionQuery({ live: new LiveSessions(), persisted: shardSource(forest) });
	const { records, problems } = await query.listSessions();
	expect(records.map(({ header: { id } }) => id)).toEqual([sids[3], sids[2]]);
	expect(problems.map(({ sessionId, code }) => [sessionId, code])).toEqual([
		[sids[0], 'SESSION_QUERY_PERSISTENCE_FAILED'],
		[sids[1], 'SESSION_QUERY_PERSISTENCE_FAILED'],
	]);
	const reads = await Promise.all(sids.map((sid) => codeOf(query.listEvents(sid))));
	expect(reads).toEqual(['PERSISTENCE_FAILED', 'PERSISTENCE_FAILED', 'PERSISTENCE_FAILED', 'nothing was refused']);
	// What is whole of a damaged log is read.
	expect((await query.readEvent({ sessionId: sids[2] as string, seq: 1 })).target.type).toBe('node_added');
});

test('rule 20: a circle written into a shard harms no other session', async () => {
	const { forest, path, plant } = fileWorld();
	const { sids, bates } = plant('tea ; ^tea > milk ; coffee');
	behindItsBack(path, (db) =>
		db.prepare('UPDATE nodes SET parent_bates = ? WHERE bates = ?').run(bates('milk'), bates('tea')),
	);
	const query = createSessionQuery({ live: new LiveSessions(), persisted: shardSource(forest) });
	for (const sid of sids.slice(0, 2)) expect(await codeOf(query.traceSession(sid))).toBe('INVALID_LINEAGE');
	expect(await query.traceSession(sids[2] as string)).toMatchObject({ complete: true });
	expect((await query.listSessions()).records).toHaveLength(3);
	await expect(query.listEvents(sids[0] as string)).resolves.toBeDefined();
});

describe('rule 22: an abort', () => {
	const reason = { told: 'to stop' };
	const reads = (query: SessionQuery, sessionId: string, signal: AbortSignal) => [
		() => query.listSessions(signal),
		() => query.listEvents(sessionId, signal),
		() => query.readEvent({ sessionId, seq: 1 }, signal),
		() => query.traceSession(sessionId, signal),
		() => query.traceEvent({ sessionId, seq: 1 }, signal),
	];

	test('before the call rejects with exactly its reason, and asks nothing', async () => {
		const { forest, sid } = edited();
		const persisted = watched(shardSource(forest));
		for (const live of [new LiveSessions(), openIn(forest, sid)]) {
			const query = createSessionQuery({ live, persisted });
			for (const read of reads(query, sid, AbortSignal.abort(reason))) await expect(read()).rejects.toBe(reason);
		}
		expect(persisted.calls).toEqual([]);
	});

	test.each([
		['answers', false],
		['fails', true],
	])('during it waits until the shard %s, and then rejects with exactly its reason', async (_, fails) => {
		const { forest, sid } = edited();
		const shard = shardSource(forest);
		const number = reads(createSessionQuery({ live: new LiveSessions() }), sid, AbortSignal.abort()).length;
		for (let which = 0; which < number; which++) {
			const stop = new AbortController();
			let settle = () => {};
			let settled = false;
			const list = (id?: string) =>
				new Promise<Awaited<ReturnType<typeof shard.list>>>((resolve, reject) => {
					settle = () => {
						settled = true;
						if (fails) reject(new Error('the disk is gone'));
						else resolve(shard.list(id));
					};
				});
			const query = createSessionQuery({ live: new LiveSessions(), persisted: { ...shard, list } });
			const call = reads(query, sid, stop.signal)
				[which]?.()
				.catch((error: unknown) => ({ error, settled }));
			stop.abort(reason);
			await Promise.resolve();
			settle();
			expect(await call).toEqual({ error: reason, settled: true });
			expect(((await call) as { error: unknown }).error).toBe(reason);
		}
	});
});

test('a slow shard only takes its time', async () => {
	const { forest, sid } = edited();
	const shard = shardSource(forest);
	const slow = watched(shard, {
		list: async (id) => shard.list(id),
		load: async (id) => shard.load(id),
		window: async (id, first, last) => shard.window(id, first, last),
		find: async (bates) => shard.find(bates),
		usersOf: async (bates) => shard.usersOf(bates),
	});
	const query = createSessionQuery({ live: new LiveSessions(), persisted: slow });
	for (const read of exactReads(query, sid)) await expect(read()).resolves.toBeDefined();
});

test('what cannot be made says so', async () => {
	const live = new LiveSessions();
	for (const readWindowMax of [-1, 0.5, Number.NaN])
		expect(await codeOf(() => createSessionQuery({ live, readWindowMax }))).toBe('INVALID_CONFIG');
	expect(await codeOf(() => createSessionQuery({} as never))).toBe('INVALID_CONFIG');
	for (const none of [undefined, null])
		expect(await codeOf(() => createSessionQuery(none as never))).toBe('INVALID_CONFIG');
	expect(await codeOf(() => createSessionQuery({ live, persisted: {} as never }))).toBe('INVALID_CONFIG');
	const { forest, sid } = edited();
	const narrow = createSessionQuery({ live: openIn(forest, sid), readWindowMax: 0 });
	expect(await codeOf(narrow.readEvent({ sessionId: sid, seq: 1, after: 1 }))).toBe('INVALID_WINDOW');
});

test('a header is what the source has, with nothing of its events read', async () => {
	const { forest, sid } = edited();
	const log = logOf(forest, sid);
	const noEvents = {
		header: log.header,
		get events(): never {
			throw new Error('events were read');
		},
	};
	const query = createSessionQuery({
		live: new LiveSessions(),
		persisted: sourceOf(noEvents as unknown as SessionLog),
	});
	expect((await query.listSessions()).records).toHaveLength(1);
	expect(await query.traceSession(sid)).toMatchObject({ complete: true });
});
