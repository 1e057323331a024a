import { expect, test } from 'vitest';
import { ask, fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

test('a start opens where one writes, below the turn stood on; esc goes to the tree', async () => {
	const me = await robot('tea > leaf', { world: fileWorld(), writes: true });
	await me.restart();
	await me.type('Does junit run it?');
	expect(me.composer).toBe('Does junit run it?');
	await me.keys('enter');
	expect(me.here).toBe('Does junit run it?');
	await me.keys('esc', 'k');
	expect(me.at).toBe('leaf');
});

test('what was being written is there again, in the composer', async () => {
	const me = await robot('tea > leaf', { world: fileWorld(), writes: true });
	await me.type('Is it warm?');
	await me.keys('esc', 'k');
	await me.restart();
	expect(me.at).toBe('leaf');
	expect(me.composer).toBe('Is it warm?');
});

test('so is what was written before a first question was asked', async () => {
	const me = await robot('', { world: fileWorld() });
	await me.type('how do I');
	await me.restart();
	expect(me.composer).toBe('how do I');
});

test('the session stood in is opened again, whatever others wrote meanwhile', async () => {
	const me = await robot('tea > leaf ; coffee', { world: fileWorld(), session: 1, writes: true });
	await me.keys('esc');
	await me.press('session.list', 'list.filter');
	await me.type('tea');
	await me.press('list.choose');
	const neighbour = me.world.neighbour();
	ask(neighbour, neighbour.begin(), 'from elsewhere');
	await me.restart();
	expect(me.here).toBe('leaf');
	expect(me.composer).toBe('ask under “leaf”');
});

test('of several windows the one that is left last is gone on with', async () => {
	const world = fileWorld();
	const mine = await robot('tea ; coffee', { world });
	const other = await robot('', { world, open: mine.planted.sids[1] ?? '' });
	await other.leave();
	await mine.restart();
	expect(mine.here).toBe('tea');
});

test('a cursor that was left in another session is no place to write', async () => {
	const me = await robot('tea > leaf ; coffee', { world: fileWorld(), writes: true });
	await me.keys('esc');
	await me.goTo('coffee');
	await me.restart();
	expect(me.at).toBe('leaf');
	expect(me.composer).toBe('ask under “leaf”');
});
