import { describe, expect, test } from 'vitest';
import { ask, fileWorld, memoryWorld } from '../helpers/world.ts';

describe('what listeners are told', () => {
	test('of a turn: its path, root first, with each hash before and after', () => {
		const { forest, plant, listen } = memoryWorld();
		const tea = plant('tea > (black | green)');
		const before = [tea.root(), tea.turn('tea'), tea.turn('green')];
		const heard = listen();
		const added = ask(forest, tea.sid, 'hot', { under: tea.bates('green') });
		const after = [tea.root(), tea.turn('tea'), tea.turn('green')];
		const moved = before.map(({ bates, subtree_hash }, at) => ({
			bates,
			before: subtree_hash,
			after: after[at]?.subtree_hash,
		}));
		expect(heard).toEqual([
			{
				kind: 'node_added',
				sid: tea.sid,
				bates: added.bates,
				own: true,
				touched: [...moved, { bates: added.bates, before: null, after: added.subtree_hash }],
			},
		]);
	});

	test('of a first question: the session, its root, the turn', () => {
		const { listen, plant } = memoryWorld();
		const heard = listen();
		const tea = plant('tea');
		expect(heard.map(({ kind, bates }) => [kind, bates])).toEqual([
			['session_created', null],
			['node_added', tea.root().bates],
			['node_added', tea.bates('tea')],
		]);
	});

	test('of labels and moves: that no hash moved', () => {
		const { forest, listen, plant } = memoryWorld();
		const tea = plant('tea > black');
		const heard = listen();
		forest.label(tea.bates('tea'), 'origin');
		forest.labelSession(tea.sid, 'drinks');
		forest.move(tea.sid, tea.bates('tea'));
		expect(heard.map(({ kind, touched }) => [kind, touched])).toEqual([
			['node_labeled', []],
			['session_labeled', []],
			['moved', []],
		]);
	});

	test('nothing of what was refused, and nothing of what is no change', () => {
		const { forest, listen, plant } = memoryWorld();
		const tea = plant('tea #origin');
		const heard = listen();
		forest.label(tea.bates('tea'), 'origin');
		expect(() => forest.label(tea.bates('tea'), '12')).toThrow();
		expect(heard).toEqual([]);
	});

	test('nothing any more when they have left', () => {
		const { forest, plant } = memoryWorld();
		const heard: string[] = [];
		const leave = forest.subscribe(({ kind }) => void heard.push(kind));
		leave();
		plant('tea');
		expect(heard).toEqual([]);
	});

	test('after the commit: what they read is what they are told', () => {
		const { forest, plant } = fileWorld();
		const tea = plant('tea');
		let read: unknown;
		forest.subscribe(({ bates }) => {
			read = forest.turn(bates ?? '')?.question;
		});
		ask(forest, tea.sid, 'black');
		expect(read).toBe('black');
	});
});

describe('another program on the same file', () => {
	test('is heard on catching up, with the path it touched, and once', () => {
		const { neighbour, plant, listen, forest } = fileWorld();
		const tea = plant('tea > black');
		const heard = listen();
		const other = neighbour();
		const added = ask(other, tea.sid, 'hot');
		forest.catchUp();
		forest.catchUp();
		const path = [tea.root(), tea.turn('tea'), tea.turn('black'), added];
		expect(heard).toEqual([
			{
				kind: 'node_added',
				sid: tea.sid,
				bates: added.bates,
				own: false,
				touched: path.map(({ bates, subtree_hash }) => ({ bates, before: null, after: subtree_hash })),
			},
		]);
	});

	test('is heard before one’s own next change, in the order of the record', () => {
		const { neighbour, plant, listen, forest } = fileWorld();
		const tea = plant('tea');
		const heard = listen();
		ask(neighbour(), tea.sid, 'theirs');
		ask(forest, tea.sid, 'ours');
		expect(heard.map(({ own, bates }) => [own, forest.turn(bates ?? '')?.question])).toEqual([
			[false, 'theirs'],
			[true, 'ours'],
		]);
	});

	test('that changed nothing is not heard', () => {
		const { neighbour, plant, listen, forest } = fileWorld();
		plant('tea');
		const heard = listen();
		neighbour().sessions();
		forest.catchUp();
		expect(heard).toEqual([]);
	});

	test('is heard of everything it did, labels and moves too', () => {
		const { neighbour, plant, listen, forest } = fileWorld();
		const tea = plant('tea > black');
		const heard = listen();
		const other = neighbour();
		other.label(tea.bates('tea'), 'origin');
		other.move(tea.sid, tea.bates('tea'));
		other.labelSession(tea.sid, 'drinks');
		forest.catchUp();
		expect(heard.map(({ kind, own }) => [kind, own])).toEqual([
			['node_labeled', false],
			['moved', false],
			['session_labeled', false],
		]);
	});

	test('is heard even when one’s own change after it was refused', () => {
		const { neighbour, plant, listen, forest } = fileWorld();
		const tea = plant('tea');
		const heard = listen();
		ask(neighbour(), tea.sid, 'theirs');
		expect(() => ask(forest, tea.sid, 'ours', { under: 'nowhere' })).toThrow();
		forest.catchUp();
		expect(heard.map(({ own }) => own)).toEqual([false]);
	});
});
