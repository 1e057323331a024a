import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tracesOf } from '../helpers/traces.ts';
import { fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

// Put together here, so that no scanner takes this file for a leak.
const KEY = `AKIA${'Q7'.repeat(8)}`;

test('a question that looks to hold a key is pointed out at the first enter, and neither kept nor sent; the second sends it', async () => {
	const world = fileWorld();
	const folder = dirname(world.path);
	const me = await robot('tea', { world, size: '120x40' });
	await me.press('turn.ask');
	await me.type(`why is ${KEY} refused?`);
	await me.keys('enter');
	expect(me.hint).toContain('looks to hold an AWS key');
	expect([me.forest.countTurns(), me.composer.includes(KEY), me.desk.state().coming.size]).toEqual([1, true, 0]);
	expect(tracesOf(folder, KEY)).toEqual([]);
	await me.keys('enter');
	expect([me.here, me.forest.countTurns()]).toEqual([`why is ${KEY} refused?`, 2]);
});

test('what was changed after it was pointed out is pointed out again', async () => {
	const me = await robot('tea');
	await me.press('turn.ask');
	await me.type(`why is ${KEY} refused?`);
	await me.keys('enter');
	await me.type(' now');
	await me.keys('enter');
	expect([me.forest.countTurns(), me.hint.includes('AWS key')]).toEqual([1, true]);
	await me.keys('enter');
	expect(me.forest.countTurns()).toBe(2);
});

test('a draft that looks to hold a key is on no disk, though one leaves it behind', async () => {
	const world = fileWorld();
	const me = await robot('tea', { world });
	await me.press('turn.ask');
	await me.type(`why is ${KEY} refused?`);
	await me.keys('enter', 'esc');
	await me.restart();
	expect(tracesOf(dirname(world.path), KEY)).toEqual([]);
});
