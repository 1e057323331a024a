import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Forest } from '../../source/store/forest.ts';
import { openForest } from '../../source/store/forest.ts';
import { seeded, steppingClock } from '../helpers/surroundings.ts';
import { memoryWorld, newTurn } from '../helpers/world.ts';

const hashes = (forest: Forest) =>
	new Map(
		forest
			.events(0)
			.flatMap(({ event_type, bates }) => (event_type === 'node_added' && bates ? [bates] : []))
			.map((bates) => [bates, forest.turn(bates)?.subtree_hash]),
	);

/** The bates whose subtree_hash is another one now, or which are new. */
function moved(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
	return [...after.keys()].filter((bates) => before.get(bates) !== after.get(bates)).sort();
}

test('adding a turn moves subtree_hash on its path and nowhere else', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > (black > (strong | weak) | green > (hot | cold)) ; another > tree');
	const before = hashes(forest);
	const added = forest.add({ ...newTurn('how hot'), sid: tea.sid, parent_bates: tea.bates('hot') });
	const path = [tea.root().bates, ...['tea', 'green', 'hot'].map(tea.bates), added.bates];
	expect(moved(before, hashes(forest))).toEqual(path.sort());
});

test('a turn that another session hangs in moves the root of the tree it hangs in, not its own session’s', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > black ; coffee');
	const [ours, theirs] = [tea.root(0).subtree_hash, tea.root(1).subtree_hash];
	forest.add({ ...newTurn('with milk'), sid: tea.sids[1] as string, parent_bates: tea.bates('black') });
	expect(tea.root(0).subtree_hash).not.toBe(ours);
	expect(tea.root(1).subtree_hash).toBe(theirs);
});

test('a fork of a fork across sessions ripples all the way up', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > black ; ^black > milk ; ^milk > sugar');
	const before = hashes(forest);
	const added = forest.add({ ...newTurn('how much'), sid: tea.sids[2] as string, parent_bates: tea.bates('sugar') });
	const path = [tea.root(0).bates, ...['tea', 'black', 'milk', 'sugar'].map(tea.bates), added.bates];
	expect(moved(before, hashes(forest))).toEqual(path.sort());
});

test('a label or a move moves no hash', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > (black | green)');
	const before = hashes(forest);
	forest.label(tea.bates('black'), 'origin');
	forest.labelSession(tea.sid, 'drinks');
	forest.move(tea.sid, tea.bates('tea'));
	expect(moved(before, hashes(forest))).toEqual([]);
});

test('the order in which turns are added does not change the roots', () => {
	const sids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `20260102T030405Z-${letter.repeat(8)}`);
	const [home = '', ...guests] = sids.map((sid) => sid.replace(/g/g, '0'));
	const rootAfter = (order: string[]): string | undefined => {
		const forest = openForest(':memory:', seeded(1, steppingClock(0)));
		try {
			const shared = forest.add({ ...newTurn('shared'), sid: home, parent_bates: null }).bates;
			for (const sid of order) forest.add({ ...newTurn(`from ${sid}`), sid, parent_bates: shared });
			return forest.turn(`${home}-000000`)?.subtree_hash;
		} finally {
			forest.close();
		}
	};
	const inOrder = rootAfter(guests);
	const orders = fc.shuffledSubarray(guests, { minLength: guests.length, maxLength: guests.length });
	fc.assert(
		fc.property(orders, (order) => {
			expect(rootAfter(order)).toBe(inOrder);
		}),
		{ numRuns: 25 },
	);
});
