import { describe, expect, test } from 'vitest';
import { LiveSessions } from '../../source/query/live.ts';
import { createSessionQuery } from '../../source/query/query.ts';
import type { SessionLog } from '../../source/query/source.ts';
import type { Descendant, EventReference, SessionTrace } from '../../source/query/types.ts';
import { ask, memoryWorld, newTurn } from '../helpers/world.ts';
import { codeOf, corpus, edited, header, logOf, PLACES, sourceOf } from './corpus.ts';

// Rule 23: all of it twice.
describe.each(PLACES)('%s', (place) => {
	const seqs = (references: readonly EventReference[]) => references.map(({ seq }) => seq);

	test('sessions are listed newest first, with where they were forked from', async () => {
		const { forest, plant } = memoryWorld();
		const { sids, bates } = plant('tea > milk ; ^milk > foam ; coffee');
		forest.labelSession(sids[2] as string, 'dark');
		const { records, problems } = await corpus(forest, place).query.listSessions();
		expect(records.map(({ header: { id } }) => id)).toEqual([...sids].reverse());
		expect(records.map(({ header: { parentSession, forkPoint, label } }) => [parentSession, forkPoint, label])).toEqual(
			[
				[null, null, 'dark'],
				[sids[0], bates('milk'), null],
				[null, null, null],
			],
		);
		expect(problems).toEqual([]);
	});

	test('rule 4: live and persisted with the same id are one record', async () => {
		const { forest, plant } = memoryWorld();
		plant('tea ; coffee');
		const { records } = await corpus(forest, place).query.listSessions();
		expect(records.map(({ live, persisted }) => [live, persisted])).toEqual(
			place === 'live only'
				? [
						[true, false],
						[true, false],
					]
				: [
						[false, true],
						[true, true],
					],
		);
	});

	test('events are listed in order, each with its class and the whole turn', async () => {
		const { forest, sid, sugar } = edited();
		const { header: head, events } = await corpus(forest, place).query.listEvents(sid);
		expect(head).toMatchObject({ id: sid, current: sugar.bates, rootBates: `${sid}-000000` });
		expect(seqsOf(events)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		expect(events[7]).toMatchObject({ type: 'node_added', surface: 'current', data: sugar });
		expect(events[3]?.surface).toBe('shadowed');
	});

	test('rule 9: what is returned is a copy, and the target is the one in the window', async () => {
		const { forest, sid, sugar } = edited();
		const { query } = corpus(forest, place);
		const first = await query.readEvent({ sessionId: sid, seq: 7, before: 2, after: 3 });
		expect(first.target).toBe(first.events[2]);
		for (const event of first.events) Object.assign(event.data, { question: 'changed', meta: null });
		first.header.furtherEntries.push({ parentSession: 'x', forkPoint: 'y', bates: 'z' });
		const list = await query.listSessions();
		Object.assign(list.records[0]?.header ?? {}, { label: 'changed' });
		const again = await query.readEvent({ sessionId: sid, seq: 7 });
		expect(again.target.data).toEqual(sugar);
		expect(again.header.furtherEntries).toEqual([]);
		expect((await query.listSessions()).records[0]?.header.label).toBeNull();
	});

	test('rule 10: what happens next is seen by the next call', async () => {
		const { forest, sid } = edited();
		const { query, live } = corpus(forest, place);
		expect((await query.listEvents(sid)).events).toHaveLength(8);
		ask(forest, sid, 'one more');
		live.open(logOf(forest, sid));
		expect((await query.listEvents(sid)).events).toHaveLength(9);
	});

	test.each([-1, 51, 0.5, Number.NaN])(
		'rule 11: a window of %d is refused before the session is looked for',
		async (size) => {
			const { query } = corpus(memoryWorld().forest, place);
			const request = { sessionId: 'nowhere', seq: 0 };
			expect(await codeOf(query.readEvent({ ...request, before: size }))).toBe('INVALID_WINDOW');
			expect(await codeOf(query.readEvent({ ...request, after: size }))).toBe('INVALID_WINDOW');
			expect(await codeOf(query.readEvent({ ...request, before: 50, after: 50 }))).toBe('SESSION_NOT_FOUND');
		},
	);

	test.each([-1, 8, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rule 12: there is no event %d', async (seq) => {
		const { forest, sid } = edited();
		const { query } = corpus(forest, place);
		expect(await codeOf(query.readEvent({ sessionId: sid, seq, before: 3 }))).toBe('EVENT_NOT_FOUND');
		expect(await codeOf(query.traceEvent({ sessionId: sid, seq }))).toBe('EVENT_NOT_FOUND');
	});

	test('rules 12, 13: a log whose surface does not fold is still read event by event', async () => {
		const log = brokenLog();
		const { query } = hand(place, log);
		const window = await query.readEvent({ sessionId: log.header.id, seq: 1, before: 1 });
		expect(window.events).toHaveLength(2);
		expect(await codeOf(query.listEvents(log.header.id))).toBe('INVALID_SURFACE');
		expect(await codeOf(query.traceEvent({ sessionId: log.header.id, seq: 1 }))).toBe('INVALID_SURFACE');
		expect(await codeOf(query.traceEvent({ sessionId: log.header.id, seq: 99 }))).toBe('EVENT_NOT_FOUND');
	});

	test('rule 14: a window ends where the log does', async () => {
		const { forest, sid } = edited();
		const { query } = corpus(forest, place);
		const start = await query.readEvent({ sessionId: sid, seq: 1, before: 50, after: 1 });
		expect([seqsOf(start.events), start.startSeq, start.endSeq]).toEqual([[0, 1, 2], 0, 2]);
		const end = await query.readEvent({ sessionId: sid, seq: 6, before: 1, after: 50 });
		expect([seqsOf(end.events), end.startSeq, end.endSeq]).toEqual([[5, 6, 7], 5, 7]);
		const alone = await query.readEvent({ sessionId: sid, seq: 4 });
		expect([alone.startSeq, alone.endSeq]).toEqual([4, 4]);
		const empty = { header: header('20260101T000000Z-00000001'), events: [] };
		const other = hand(place, empty);
		expect(await codeOf(other.query.readEvent({ sessionId: empty.header.id, seq: 0 }))).toBe('EVENT_NOT_FOUND');
		expect((await other.query.listEvents(empty.header.id)).events).toEqual([]);
	});

	test('rule 15: the first of two edits names both', async () => {
		const { forest, sid } = edited();
		const { query } = corpus(forest, place);
		const milk = await query.traceEvent({ sessionId: sid, seq: 3 });
		expect(milk.target.surface).toBe('shadowed');
		expect([milk.replacedBy?.seq, seqs(milk.replacementChain), seqs(milk.replacedEvents)]).toEqual([5, [5, 6], []]);
		const once = await query.traceEvent({ sessionId: sid, seq: 6 });
		expect([once.replacedBy, seqs(once.replacedEvents)]).toEqual([null, [5, 3]]);
	});

	test('what a turn was made from, and what was made from it, across sessions', async () => {
		const { forest, sid, tea, sugar } = edited();
		const other = forest.begin();
		const far = forest.add({
			...newTurn('far', { meta: { history: [tea.bates, sugar.bates] } }),
			sid: other,
			parent_bates: sugar.bates,
		});
		const { query, live } = corpus(forest, place);
		live.close(sid);
		live.close(other);
		if (place === 'live only') for (const each of [sid, other]) live.open(logOf(forest, each));
		const made = await query.traceEvent({ sessionId: other, seq: 2 });
		expect(made.sourceEvents).toEqual([
			{ sessionId: sid, seq: 2, bates: tea.bates },
			{ sessionId: sid, seq: 7, bates: sugar.bates },
		]);
		const used = await query.traceEvent({ sessionId: sid, seq: 2 });
		expect(used.derivedEvents).toEqual([
			{ sessionId: sid, seq: 7, bates: sugar.bates },
			{ sessionId: other, seq: 2, bates: far.bates },
		]);
		expect((await query.traceEvent({ sessionId: other, seq: 0 })).sourceEvents).toEqual([]);
	});

	test('rule 19: a parent session that is gone leaves what is known', async () => {
		const { forest, plant } = memoryWorld();
		const { sids } = plant('tea ; ^tea > milk ; ^milk > foam');
		const logs = sids.slice(1).map((sid) => logOf(forest, sid));
		const trace = await hand(place, ...logs).query.traceSession(sids[2] as string);
		expect(trace).toMatchObject({ complete: false, unresolvedParentId: sids[0] });
		expect(ids(trace)).toEqual([[sids[1]], []]);
	});

	test('rule 20: sessions that run in a circle are refused, and no other is', async () => {
		const [a, b, c, d, own] = ['a', 'b', 'c', 'd', 'own'].map((id) => header(id));
		const under = (child: typeof a, parent: typeof a) => ({
			header: {
				...(child as NonNullable<typeof a>),
				parentSession: parent?.id ?? null,
				forkPoint: `${parent?.id}-000001`,
			},
			events: [],
		});
		const logs = [under(a, b), under(b, a), under(c, b), under(d, undefined), under(own, own)];
		const { query } = hand(place, ...logs);
		for (const id of ['a', 'b', 'own']) expect(await codeOf(query.traceSession(id))).toBe('INVALID_LINEAGE');
		expect(await query.traceSession('c')).toMatchObject({ complete: false, unresolvedParentId: 'b', ancestors: [] });
		expect(await query.traceSession('d')).toMatchObject({ complete: true });
		expect((await query.listSessions()).records).toHaveLength(5);
	});

	test('rule 21: every turn at which a session enters others is named', async () => {
		const { forest, plant } = memoryWorld();
		const { sids, bates } = plant('tea ; coffee ; ^tea > milk');
		const [tea, coffee, guest] = sids as [string, string, string];
		const second = forest.add({ ...newTurn('and coffee?'), sid: guest, parent_bates: bates('coffee') });
		const third = forest.add({ ...newTurn('and tea?'), sid: guest, parent_bates: bates('tea') });
		const { target } = await corpus(forest, place).query.traceSession(guest);
		expect(target.header).toMatchObject({ parentSession: tea, forkPoint: bates('tea') });
		expect(target.header.furtherEntries).toEqual([
			{ parentSession: coffee, forkPoint: bates('coffee'), bates: second.bates },
			{ parentSession: tea, forkPoint: bates('tea'), bates: third.bates },
		]);
	});

	test('a lineage is a tree: ancestors nearest first, siblings by time, then id', async () => {
		const { forest, plant } = memoryWorld();
		const { sids } = plant('tea ; ^tea > milk ; ^milk > foam ; ^milk > froth ; ^tea > lemon');
		const { query } = corpus(forest, place);
		const trace = await query.traceSession(sids[1] as string);
		expect(trace).toMatchObject({ complete: true, root: { header: { id: sids[0] } } });
		expect(ids(trace)).toEqual([[sids[0]], [sids[2], [], sids[3], []]]);
		expect(ids(await query.traceSession(sids[0] as string))[1]).toEqual([
			sids[1],
			[sids[2], [], sids[3], []],
			sids[4],
			[],
		]);
		expect(await codeOf(query.traceSession('nowhere'))).toBe('SESSION_NOT_FOUND');
	});

	test('a line of 3,000 sessions is no depth', async () => {
		const logs = Array.from({ length: 3000 }, (_, index) => ({
			header: header(`s${index}`, { parentSession: index === 0 ? null : `s${index - 1}` }),
			events: [],
		}));
		const { query } = hand(place, ...logs);
		expect((await query.traceSession('s2999')).ancestors).toHaveLength(2999);
		let deepest: Descendant | undefined = (await query.traceSession('s0')).descendants[0];
		for (let depth = 1; depth < 2999; depth++) deepest = deepest?.children[0];
		expect(deepest?.record.header.id).toBe('s2999');
	});
});

/** Logs by hand, in one of the two places. */
function hand(place: (typeof PLACES)[number], ...logs: readonly SessionLog[]) {
	const live = new LiveSessions();
	if (place === 'live only') for (const log of logs) live.open(log);
	return { query: createSessionQuery({ live, ...(place !== 'live only' && { persisted: sourceOf(...logs) }) }) };
}

function brokenLog() {
	const { forest, sid } = edited();
	const log = logOf(forest, sid);
	return { ...log, events: log.events.map((event, index) => (index > 4 ? { ...event, seq: event.seq + 1 } : event)) };
}

const seqsOf = (events: readonly { seq: number }[]) => events.map(({ seq }) => seq);

type Nested = (string | Nested)[];

/** Ancestors, and descendants each followed by its own. */
function ids({ ancestors, descendants }: SessionTrace): [string[], Nested] {
	const nested = (all: readonly Descendant[]): Nested =>
		all.flatMap(({ record, children }) => [record.header.id, nested(children)]);
	return [ancestors.map(({ header: { id } }) => id), nested(descendants)];
}
