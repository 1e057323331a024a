import { expect, test } from 'vitest';
import { robot } from './robot.ts';

const chain = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `q${from + i}`).join(' > ');

test('a chain is flat, a fork takes two columns', async () => {
	const me = await robot('a > b > c > (d > e | f)', {});
	expect(me.tree()).toEqual([
		'▾ “a”                    6   1h',
		'    a',
		'    b',
		'    c',
		'  ├ d                       1/2',
		'  │   e',
		'  ╰ f                     2/2 ◂',
	]);
});

test('h folds and then goes up, l unfolds and then goes down', async () => {
	const me = await robot('a > b > (c > d | e)');
	await me.goTo('b');
	await me.press('fold.close');
	expect(me.tree().slice(1)).toEqual(['    a', '  ▸ b                       (3)']);
	await me.press('fold.close');
	expect(me.at).toBe('a');
	await me.press('move.down', 'fold.open');
	expect(me.tree()).toHaveLength(6);
	await me.press('fold.open');
	expect(me.at).toBe('c');
});

test('a session folds too, and others stand beside it, the newest first', async () => {
	const me = await robot('a ; b > c', { session: 1 });
	expect(me.tree().map((row) => row.trim().split('  ')[0])).toEqual(['▾ “b”', 'b', 'c', '▸ “a”']);
	await me.press('move.first', 'fold.close');
	expect(me.tree()).toHaveLength(2);
	await me.press('move.last', 'fold.open', 'fold.open');
	expect(me.at).toBe('a');
});

test('a long quiet run is one row until one opens it', async () => {
	const me = await robot(chain(1, 40));
	expect(me.tree().slice(1)).toEqual(['    q1', '    q2', '    … 37 turns', '    q40                       ◂']);
	await me.press('move.up', 'turn.stand');
	expect(me.at).toBe('q3');
	await me.press('move.last');
	expect(me.at).toBe('q40');
});

test('a label, and where one stands, are never hidden in a run', async () => {
	const me = await robot(`${chain(1, 20)} > q21 #here it turns > ${chain(22, 40)}`);
	expect(me.tree().slice(3)).toEqual([
		'    … 18 turns',
		'    q21               ⚑ here i…',
		'    … 18 turns',
		'    q40                       ◂',
	]);
	await me.press('turn.parent', 'move.first', 'move.last');
	expect(me.tree().slice(5)).toEqual(['    … 17 turns', '    q39                       ◂', '    q40']);
});

test('however deep the forks, the row at the cursor keeps its text, and a crumb says what is above', async () => {
	const deep = Array.from({ length: 40 }, (_, i) => `deep ${i} > (side ${i} | `).join('');
	const me = await robot(`${deep}the very last question of all that was ever asked${')'.repeat(40)}`, {
		size: '120x40',
	});
	expect(/the very last .*…/.exec(me.row)?.[0].length).toBeGreaterThanOrEqual(30);
	expect(me.tree()[0]).toMatch(/^‹ deep 3\d.* › deep 3/);
	await me.press('move.first');
	expect(me.tree()[0]).toMatch(/^▾ “deep 0”/);
});

test('a link row leads to where the session goes on', async () => {
	const me = await robot('tea > black tea ; coffee ; ^black tea > with milk', { session: 2, size: '120x40' });
	expect(me.tree().filter((line) => line.includes('↗'))).toEqual(['  ↗ under “black tea” in “tea”']);
	await me.goTo('coffee');
	await me.press('move.first');
	while (!me.row.startsWith('↗')) await me.press('move.down');
	await me.press('turn.stand');
	expect(me.at).toBe('with milk');
});

test('t shows this session only, and the whole forest again', async () => {
	const me = await robot('a ; b ; c');
	expect(me.tree()).toHaveLength(4);
	await me.press('tree.scope');
	expect(me.tree()).toHaveLength(2);
	await me.press('tree.scope');
	expect(me.tree()).toHaveLength(4);
});

test('t shows the tree that the cursor is in, and the cursor stays', async () => {
	const me = await robot('a ; b > b2 ; c > (c2 | c3)', { session: 0 });
	await me.goTo('b');
	await me.press('tree.scope');
	expect(me.at).toBe('b');
	expect(me.tree()).toHaveLength(3);
	await me.press('tree.scope');
	expect(me.at).toBe('b');
	await me.press('move.first', 'fold.close', 'tree.scope');
	expect(me.tree().map((row) => row.trim().split(' ')[0])).toEqual(['▾', 'c', '├', '╰']);
});

test('b goes from branch point to branch point, ` back and forth', async () => {
	const me = await robot('a > (b > c > (d | e) | f)');
	expect(me.at).toBe('f');
	await me.press('branch.next');
	expect(me.at).toBe('a');
	await me.press('branch.next');
	expect(me.at).toBe('c');
	await me.goTo('e');
	await me.press('jump.back');
	expect(me.at).toBe('c');
	await me.press('jump.back');
	expect(me.at).toBe('e');
});

test('b at the only branch point says that there is no other', async () => {
	const me = await robot('a > (b | c)');
	await me.goTo('a');
	await me.press('branch.next');
	expect(me.at).toBe('a');
	expect(me.hint).toBe('no other branch point in what is unfolded');
});

test('` leads back to where one stood, and from g and G, and forth again', async () => {
	const me = await robot('a > b > c > d');
	await me.goTo('b');
	await me.press('turn.stand', 'jump.back');
	expect(me.at).toBe('d');
	await me.press('turn.stand', 'turn.parent', 'jump.back');
	expect(me.at).toBe('d');
	await me.press('move.first', 'jump.back');
	expect(me.at).toBe('d');
	await me.press('jump.back');
	expect(me.row).toMatch(/^▾/);
	await me.press('move.last', 'move.last', 'jump.back');
	expect(me.row).toMatch(/^▾/);
});

test('` leads back from another session that one went on with', async () => {
	const me = await robot('a > b ; c', { session: 0 });
	await me.press('move.first', 'turn.stand');
	expect(me.at).toBe('c');
	await me.press('jump.back');
	expect(me.at).toBe('b');
});

test('{ and } go along the path, down the way one came', async () => {
	const me = await robot('a > (b > c | d > e)');
	await me.goTo('c');
	await me.press('path.previous', 'path.previous');
	expect(me.at).toBe('a');
	await me.press('path.next', 'path.next');
	expect(me.at).toBe('c');
});

test('the tree hides, widens and narrows, and what is left of it is remembered', async () => {
	const me = await robot('a > b', { size: '120x40' });
	const width = () => me.screen()[2]?.indexOf('│');
	const before = width() ?? 0;
	await me.press('tree.wider');
	expect(width()).toBe(before + 4);
	await me.press('tree.hide');
	expect(width()).toBe(-1);
	await me.press('tree.hide', 'tree.narrower', 'tree.narrower');
	expect(width()).toBe(before - 4);
});

test('hidden and shown again, the tree has the focus that it had', async () => {
	const me = await robot('a > b');
	await me.press('tree.hide', 'tree.hide', 'move.up');
	expect(me.at).toBe('a');
	await me.press('pane.next', 'tree.hide', 'tree.hide');
	expect(me.desk.state().focus).toBe('conversation');
});

test('a narrow screen shows one pane at a time', async () => {
	const me = await robot('a = The answer. > b', { size: '50x20' });
	expect(me.text()).not.toContain('About b.');
	await me.press('pane.next');
	expect(me.text()).toContain('About b.');
	expect(me.text()).not.toContain('▾');
});
