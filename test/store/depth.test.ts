import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeShard } from '../bench/shards.ts';
import { ask, tempFolder, worldAt } from '../helpers/world.ts';

describe('a chain of 20,000 turns', () => {
	test('is read, asked at its end, searched and verified', () => {
		const path = join(tempFolder(), 'deep.db');
		const { last, sids } = makeShard(path, { turns: 20_000, turnsPerSession: 20_000, shape: 'chain', words: 3 });
		const { forest } = worldAt(path);
		expect(forest.path(last)).toHaveLength(20_000);
		const before = forest.turn(`${sids[0]}-000000`)?.subtree_hash;
		const added = ask(forest, sids[0] as string, 'one deeper');
		expect(forest.turn(`${sids[0]}-000000`)?.subtree_hash).not.toBe(before);
		expect(forest.treeRoot(added.bates)?.bates).toBe(`${sids[0]}-000000`);
		expect(forest.find('deeper', 5).count).toBe(1);
		expect(forest.verify({ withoutIndex: true })).toMatchObject({ intact: true, turns: 20_001 });
	});
});

describe('a turn with 2,000 below it', () => {
	test('is read, asked under and verified', () => {
		const path = join(tempFolder(), 'wide.db');
		const { sids } = makeShard(path, { turns: 2000, turnsPerSession: 2000, shape: 'fan', words: 3 });
		const { forest } = worldAt(path);
		const root = `${sids[0]}-000000`;
		expect(forest.children(root)).toHaveLength(2000);
		ask(forest, sids[0] as string, 'one more', { under: root });
		expect(forest.children(root)).toHaveLength(2001);
		expect(forest.verify({ withoutIndex: true })).toMatchObject({ intact: true, turns: 2001 });
	});
});
