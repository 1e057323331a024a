import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paintCount } from '../../source/tui/tree/paint.ts';
import { makeShard } from '../bench/shards.ts';
import { ask, fileWorld, memoryWorld, tempFolder, worldAt } from '../helpers/world.ts';
import { robot } from './robot.ts';

test('a turn, a label, a move and a session of another program are seen within a second', async () => {
	const me = await robot('tea > (black tea | green tea)', { world: fileWorld() });
	const neighbour = me.world.neighbour();
	const bates = me.planted.bates('black tea');
	const made = ask(neighbour, me.planted.sid, 'with milk?', { under: bates });
	await me.wait();
	expect(me.tree().join('\n')).toMatch(/│ {3}with milk\? +◂/);
	neighbour.label(made.bates, 'best');
	neighbour.labelSession(me.planted.sid, 'on tea');
	ask(neighbour, neighbour.begin(), 'something else');
	neighbour.move(me.planted.sid, bates);
	await me.wait();
	expect(me.text()).toContain('⚑ best');
	expect(me.tree()).toHaveLength(6);
	expect(me.screen()[0]).toContain('on tea');
	expect(me.here).toBe('black tea');
});

test('a turn that another program forgets is gone from the tree too', async () => {
	const me = await robot('tea > black tea', { world: fileWorld() });
	me.world.neighbour().forget(me.planted.bates('black tea'));
	await me.wait();
	expect(me.text()).not.toContain('black tea');
	expect(me.row).toContain('(forgotten)');
});

test('the cursor and what is being written stay where they are', async () => {
	const me = await robot('tea > (black tea | green tea)', { world: fileWorld() });
	await me.press('turn.ask');
	await me.type('half a que');
	const neighbour = me.world.neighbour();
	ask(neighbour, me.planted.sid, 'with milk?', { under: me.planted.bates('black tea') });
	await me.wait();
	expect([me.composer, me.at]).toEqual(['half a que', 'green tea']);
});

test('a link row goes by the new name of the session it leads to', async () => {
	const me = await robot('tea > black tea ; ^black tea > with milk', {
		world: fileWorld(),
		session: 1,
		size: '120x40',
	});
	me.world.neighbour().labelSession(me.planted.sid, 'on leaves');
	await me.wait();
	expect(me.tree().join('\n')).toContain('↗ under “black tea” in on leaves');
});

test('a branch that grows while one reads it is shown as it is', async () => {
	const me = await robot('tea', { world: fileWorld(), size: '120x40' });
	ask(me.world.neighbour(), me.planted.sid, 'leaf?', { under: me.planted.bates('tea') });
	await me.wait();
	await me.press('path.next');
	expect(me.prose()).toContain('About leaf?.');
});

/** A forest of 5,000 turns in two sessions, forked and deep, the first of them open. */
async function big() {
	const path = join(tempFolder(), 'sessions.db');
	const { sids, last } = makeShard(path, { turns: 5000, turnsPerSession: 2500, words: 5 });
	const world = worldAt(path, { seed: 7 });
	const [other = '', sid = ''] = sids;
	const me = await robot('', { world, size: '120x40', open: sid });
	const counted = async (act: () => unknown) => {
		const [computed, painted] = [me.desk.forester.computed, paintCount.rows];
		await act();
		await me.wait();
		return { computed: me.desk.forester.computed - computed, painted: paintCount.rows - painted };
	};
	return { me, world, sid, other, leaf: last, counted, depth: me.forest.path(last).length };
}

test('in a forest of 5,000 what changes draws the rows of its path and no other', async () => {
	const { me, world, sid, other, leaf, counted, depth } = await big();
	const idle = await counted(() => undefined);
	expect(idle).toEqual({ computed: 0, painted: 0 });
	const own = await counted(() => ask(me.forest, sid, 'a new one', { under: leaf }));
	expect(own.computed).toBeGreaterThan(0);
	expect(own.computed).toBeLessThanOrEqual(depth + 1);
	expect(own.painted).toBeLessThanOrEqual(36);
	const label = await counted(() => me.forest.label(leaf, 'here'));
	expect(label.computed).toBeLessThanOrEqual(depth + 1);
	const neighbour = world.neighbour();
	const foreign = await counted(() => ask(neighbour, sid, 'another one', { under: leaf }));
	expect(foreign.computed).toBeGreaterThan(0);
	expect(foreign.computed).toBeLessThanOrEqual(depth + 2);
	expect(foreign.painted).toBeLessThanOrEqual(36);
	const elsewhere = await counted(() => ask(neighbour, other, 'far away'));
	expect(elsewhere.computed).toBe(0);
});

test('moving the cursor paints the row it left, the row it came to, and those that scroll in', async () => {
	const { me, counted } = await big();
	await me.press('move.first');
	const one = await counted(() => me.press('move.down'));
	expect(one.computed).toBe(0);
	expect(one.painted).toBeLessThanOrEqual(4);
});

test('nothing is written to the terminal while nothing happens', async () => {
	const me = await robot('tea', { world: memoryWorld() });
	const before = me.machine.stdout.writes;
	await me.wait();
	await me.wait();
	expect(me.machine.stdout.writes).toBe(before);
});
