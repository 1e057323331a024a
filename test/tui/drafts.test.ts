import { expect, test } from 'vitest';
import { fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

test('what is written under a turn waits there, and another turn has its own', async () => {
	const me = await robot('tea > (black tea | green tea)');
	await me.press('turn.ask');
	await me.type('with lemon');
	await me.press('composer.leave');
	expect(me.row).toContain('✎');
	await me.goTo('black tea');
	await me.press('turn.ask');
	expect(me.composer).toBe('ask under “black tea”');
	await me.type('with milk');
	await me.press('composer.leave');
	await me.goTo('green tea');
	await me.press('turn.ask');
	expect(me.composer).toBe('with lemon');
});

test('an edit waits beside its turn, apart from a question under it', async () => {
	const me = await robot('tea > black tea');
	await me.press('turn.edit');
	await me.type(' from Assam');
	await me.press('composer.leave', 'turn.ask');
	expect(me.composer).toBe('ask under “black tea”');
	await me.press('composer.leave', 'turn.edit');
	expect(me.composer).toBe('black tea from Assam');
});

test('drafts, folds, the cursor and the shape of the screen are there again after a restart', async () => {
	const me = await robot('tea > (black tea > milk | green tea) ; coffee', { world: fileWorld(), size: '120x40' });
	await me.press('turn.ask');
	await me.type('how lon');
	await me.press('composer.leave');
	await me.goTo('black tea');
	await me.press('fold.close', 'tree.wider');
	const before = me.tree();
	await me.restart();
	expect(me.here).toBe('green tea');
	await me.goTo('green tea');
	await me.press('turn.ask');
	expect(me.composer).toBe('how lon');
	await me.press('composer.leave');
	expect(me.tree().filter((row) => row.includes('▸ black tea'))).toEqual(
		before.filter((row) => row.includes('▸ black tea')),
	);
});

test('the cursor is where it was left', async () => {
	const me = await robot('tea > black tea > milk', { world: fileWorld() });
	await me.press('move.up', 'move.up');
	await me.restart();
	expect(me.row).toContain('tea');
	expect(me.at).toBe('tea');
	expect(me.here).toBe('milk');
});

test('a draft is put down a moment after the last key, a question as it is sent', async () => {
	const me = await robot('tea', { world: fileWorld() });
	await me.press('turn.ask');
	await me.type('and the leaves');
	await me.wait();
	expect([...me.world.neighbour().aside().drafts().values()]).toEqual(['and the leaves']);
	await me.keys('enter');
	expect([...me.world.neighbour().aside().drafts().values()]).toEqual([]);
});

test('up and down recall the questions above', async () => {
	const me = await robot('tea > black tea');
	await me.press('turn.ask', 'composer.up');
	expect(me.composer).toBe('black tea');
	await me.press('composer.up');
	expect(me.composer).toBe('tea');
	await me.press('composer.down', 'composer.down');
	expect(me.composer).toBe('ask under “black tea”');
});

test('what was being written when an earlier question is recalled stays kept, and goes on when that is sent', async () => {
	const me = await robot('tea', { world: fileWorld() });
	await me.press('turn.ask');
	await me.type('with lemon');
	await me.press('composer.up');
	expect(me.composer).toBe('tea');
	await me.wait();
	expect([...me.world.neighbour().aside().drafts().values()]).toEqual(['with lemon']);
	await me.keys('enter');
	expect(me.forest.countTurns()).toBe(2);
	expect(me.composer).toBe('with lemon');
	await me.restart();
	expect([...me.desk.aside.drafts().values()]).toEqual(['with lemon']);
});

test('the composer grows by lines and gives the rows back', async () => {
	const me = await robot('tea');
	await me.press('turn.ask');
	await me.type('one');
	await me.press('composer.newline');
	await me.type('two');
	expect(me.composer).toBe('one\ntwo');
	await me.keys('ctrl-w', 'backspace');
	expect(me.composer).toBe('one');
});

test('esc leaves the composer; on an empty line twice goes to the parent', async () => {
	const me = await robot('tea > black tea');
	await me.press('turn.ask');
	await me.send('\u001b');
	await me.send('\u001b');
	expect(me.here).toBe('tea');
});

test('a question begun under a turn that another program forgets is kept; an edit of that turn is not', async () => {
	const me = await robot('tea > black tea', { world: fileWorld() });
	await me.press('turn.edit');
	await me.type(' from Assam');
	await me.press('composer.leave', 'turn.ask');
	await me.type('with lemon');
	await me.wait();
	me.world.neighbour().forget(me.planted.bates('black tea'));
	await me.wait();
	expect(me.composer).toBe('with lemon');
	await me.restart();
	expect([...me.desk.aside.drafts().values()]).toEqual(['with lemon']);
});
