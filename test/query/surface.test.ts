import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionQueryError } from '../../source/query/errors.ts';
import { foldSurface, SurfaceManager } from '../../source/query/surface.ts';
import type { SessionEvent, SurfaceClass } from '../../source/query/types.ts';
import type { Turn } from '../../source/store/types.ts';
import { ask, memoryWorld } from '../helpers/world.ts';
import { askAgain, edited, logOf, withEvent } from './corpus.ts';

const classesOf = (events: readonly SessionEvent[]) => foldSurface(events).classes.join(' ');

describe('the surface', () => {
	test('rule 15: edit, then edit the edit: the first stays shadowed, with what hung below it', () => {
		const { forest, sid } = edited();
		expect(classesOf(logOf(forest, sid).events)).toBe(
			'log-only current current shadowed shadowed shadowed current current',
		);
	});

	test('rule 16: moving back to a shadowed branch makes it current, and the other one shadowed or branch', () => {
		const { forest, sid, foam, again, once } = edited();
		forest.move(sid, foam.bates);
		expect(classesOf(logOf(forest, sid).events)).toBe(
			'log-only current current current current shadowed branch branch log-only',
		);
		forest.move(sid, again.bates);
		expect(classesOf(logOf(forest, sid).events)).toBe(
			'log-only current current shadowed shadowed current branch branch log-only log-only',
		);
		forest.move(sid, once.bates);
		expect(foldSurface(logOf(forest, sid).events).path).toHaveLength(3);
	});

	test('the path leads through other sessions, and back', () => {
		const { forest, plant } = memoryWorld();
		const { sids, bates } = plant('tea > milk | lemon ; ^milk > foam'.replace('milk | lemon', '(milk | lemon)'));
		forest.move(sids[0] as string, bates('foam'));
		const { events, outside } = logOf(forest, sids[0] as string);
		const { path, classes } = foldSurface(events, outside);
		expect(path.map((each) => forest.turn(each)?.question)).toEqual(['', 'tea', 'milk', 'foam']);
		expect(classes).toEqual(['log-only', 'current', 'current', 'current', 'branch', 'log-only']);
	});

	test('an import brings its turns without events of their own', () => {
		const { forest } = memoryWorld();
		const at = '2024-05-06T07:08:09.000Z';
		const { sid } = forest.import({
			source: { tool: 'other', file_sha256: 'ab'.repeat(32) },
			created_at: at,
			turns: [{ id: '1', parent: null, question: 'tea', answer_text: 'x', created_at: at }],
		});
		ask(forest, sid, 'milk');
		const { path, classes } = foldSurface(logOf(forest, sid).events);
		expect(path).toHaveLength(3);
		expect(classes).toEqual(['log-only', 'current']);
		const withoutTurns = withEvent(
			logOf(forest, sid).events,
			0,
			({ data }) => void Object.assign(data, { turns: undefined }),
		);
		expect(() => foldSurface(withoutTurns)).toThrow('does not name the turns');
	});

	test('a turn in flight is current below where the session stands, and its place is taken when it is recorded', () => {
		const { forest, sid, sugar, once } = edited();
		const { events } = logOf(forest, sid);
		const pending = (parent_bates: string): SessionEvent => ({
			sessionId: sid,
			seq: events.length,
			type: 'node_added',
			time: sugar.created_at,
			data: { question: 'more?', answer_text: 'so', parent_bates, meta: {} },
			state: 'pending',
		});
		expect(foldSurface([...events, pending(sugar.bates)]).classes.at(-1)).toBe('current');
		expect(foldSurface([...events, pending(once.bates)]).classes.at(-1)).toBe('branch');
		const manager = new SurfaceManager();
		for (const event of [...events, pending(sugar.bates), pending(sugar.bates)]) manager.apply(event);
		ask(forest, sid, 'more?');
		const after = logOf(forest, sid).events;
		manager.apply(after.at(-1) as SessionEvent);
		expect(manager.surface()).toEqual(foldSurface(after));
	});
});

describe('rule 17: a log that cannot be', () => {
	const cases: [what: string, seq: number, change: (event: SessionEvent, turns: Turn[]) => void][] = [
		['a gap in seq', 4, (event) => void Object.assign(event, { seq: 9 })],
		[
			'a parent that is not known',
			4,
			(event) => void Object.assign(event.data, { parent_bates: `${event.sessionId}-000099` }),
		],
		['a second root', 4, (event) => void Object.assign(event.data, { parent_bates: null })],
		[
			'a turn of another session',
			4,
			(event) => void Object.assign(event.data, { bates: '20200101T000000Z-00000000-000003' }),
		],
		['the same turn twice', 4, (event, [, milk]) => void Object.assign(event.data, { bates: milk?.bates })],
		['an event of another session', 4, (event) => void Object.assign(event, { sessionId: 'other' })],
		[
			'a `replaces` that names no sibling',
			5,
			(event, [, , foam]) => void Object.assign(event.data, { meta: { replaces: foam?.bates } }),
		],
		[
			'a `replaces` that names nothing',
			5,
			(event) => void Object.assign(event.data, { meta: { replaces: `${event.sessionId}-000099` } }),
		],
		[
			'a move to an unknown turn',
			7,
			(event) => void Object.assign(event, { type: 'moved', data: { bates: `${event.sessionId}-000099` } }),
		],
		['a second beginning', 7, (event) => void Object.assign(event, { type: 'session_created', data: { bates: null } })],
	];
	test.each(cases)('%s', (_, seq, change) => {
		const { forest, sid, tea, milk, foam } = edited();
		const broken = withEvent(logOf(forest, sid).events, seq, (event) => change(event, [tea, milk, foam]));
		expect(() => foldSurface(broken)).toThrow(expect.objectContaining({ code: 'SESSION_QUERY_INVALID_SURFACE' }));
	});

	test.each(cases)('rule 18: %s leaves the incremental state as it was', (_, seq, change) => {
		const { forest, sid, tea, milk, foam } = edited();
		const { events } = logOf(forest, sid);
		const broken = withEvent(events, seq, (event) => change(event, [tea, milk, foam]));
		const manager = new SurfaceManager();
		for (const event of events.slice(0, seq)) manager.apply(event);
		const before = manager.surface();
		expect(() => manager.apply(broken[seq] as SessionEvent)).toThrow();
		expect(manager.surface()).toEqual(before);
		for (const event of events.slice(seq)) manager.apply(event);
		expect(manager.surface()).toEqual(foldSurface(events));
	});
});

test('the incremental surface is the folded one after each event, whatever was done', () => {
	const step = fc.tuple(fc.constantFrom('ask', 'again', 'move', 'label'), fc.nat());
	fc.assert(
		fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
			const { forest } = memoryWorld();
			const sid = forest.begin();
			const turns = [ask(forest, sid, 'first', { under: null })];
			for (const [what, pick] of steps) {
				const turn = turns[pick % turns.length] as Turn;
				if (what === 'ask') turns.push(ask(forest, sid, 'more', { under: turn.bates }));
				else if (what === 'again') turns.push(askAgain(forest, turn, 'again'));
				else if (what === 'move') forest.move(sid, turn.bates);
				else forest.label(turn.bates, `x${pick}`);
			}
			const { events } = logOf(forest, sid);
			const manager = new SurfaceManager();
			for (const [index, event] of events.entries()) {
				manager.apply(event);
				expect(manager.surface()).toEqual(foldSurface(events.slice(0, index + 1)));
			}
			const path = new Set(forest.path(forest.session(sid)?.current_bates ?? '').map(({ bates }) => bates));
			const current = manager
				.surface()
				.classes.flatMap((each, seq) => (each === ('current' satisfies SurfaceClass) ? seq : []));
			expect(current).toHaveLength(path.size + 1);
		}),
		{ numRuns: 60 },
	);
});

test('what cannot be says its place', () => {
	const { forest, sid } = edited();
	const broken = withEvent(logOf(forest, sid).events, 4, (event) => void Object.assign(event, { seq: 9 }));
	expect(() => foldSurface(broken)).toThrow(
		expect.objectContaining({
			message: `Event 9 of session ${sid} stands where event 4 should.`,
		} satisfies Partial<SessionQueryError>),
	);
});
