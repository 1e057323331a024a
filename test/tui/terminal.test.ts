import { expect, test } from 'vitest';
import { robot } from './robot.ts';

test('keys that come in one burst are the keys one by one', async () => {
	const me = await robot('a > b > c > d > e');
	await me.send('kkkkjj');
	expect(me.at).toBe('c');
	await me.send('aone\u001b\r two\u001b[D\u001b[D\u001b[DX');
	expect(me.composer).toBe('one\n Xtwo');
});

test('a burst in a field, a list, find and the palette loses no letter', async () => {
	const me = await robot('tea > black tea');
	await me.send('mabcdef');
	await me.send('\r');
	expect(me.forest.turn(me.planted.bates('black tea'))?.label).toBe('abcdef');
	await me.send('/black\r');
	expect(me.at).toBe('black tea');
	await me.keys('esc');
	await me.send(':inspect\r');
	expect(me.box()[0]).toContain('inspect #2');
});

test('a paste is text: no key in it acts, nothing is sent', async () => {
	const me = await robot('tea');
	await me.press('turn.ask');
	await me.paste('one\r\ntwo\u001b[A\u001b[200~\u0003\u001b\u001bq\r');
	expect(me.composer).toBe('one\ntwo␛[A␛[200~␃␛␛q\n');
	expect(me.forest.countTurns()).toBe(1);
	await me.keys('enter');
	expect(me.forest.countTurns()).toBe(2);
	expect(me.stray()).toEqual([]);
});

test('a paste into the tree does nothing', async () => {
	const me = await robot('tea > black tea');
	const before = me.screen();
	await me.paste('quit\r:q\ru');
	expect(me.screen()).toEqual(before);
});

test('what the terminal says of itself is never text, and no key', async () => {
	const me = await robot('tea');
	await me.press('turn.ask');
	for (const reply of [
		'\u001b[24;80R',
		'\u001b]11;rgb:ffff/ffff/ffff\u001b\\',
		'\u001bP>|XTerm(377)\u001b\\',
		'\u001b[I',
		'\u001b[<0;3;4M',
	])
		await me.send(reply);
	expect(me.composer).toBe('ask under “tea”');
});

test('down to 20x5 and up again, in every pane and overlay, and everything is as it was', async () => {
	const me = await robot('tea > (black tea | green tea)');
	for (const id of [
		'move.up',
		'turn.ask',
		'find.open',
		'goto.open',
		'help.open',
		'turn.inspect',
		'label.set',
	] as const) {
		if (id !== 'turn.ask') await me.press(id);
		else {
			await me.press(id);
			await me.type('a half-written question that is longer than a row of a small screen');
		}
		const before = me.screen();
		for (const [columns, rows] of [
			[60, 16],
			[40, 10],
			[20, 5],
			[1, 1],
			[39, 30],
			[200, 60],
		] as const) {
			await me.resize(columns, rows);
			expect(me.screen()).toHaveLength(rows);
		}
		await me.resize(80, 24);
		expect(me.screen()).toEqual(before);
		await me.keys('esc');
		me.desk.apply({ type: 'overlay', overlay: null }, { type: 'focused', focus: 'tree' });
	}
	expect(me.stray()).toEqual([]);
});

test('a screen that is too small says what it takes', async () => {
	const me = await robot('tea');
	await me.resize(39, 10);
	expect(me.text().replace(/\s+/g, ' ').trim()).toBe('Arborist needs 40x10; this is 39x10.');
});

test('at 40x10, the smallest, all that can be done can be seen', async () => {
	const me = await robot('tea > black tea', { size: '40x10' });
	expect(me.row).toContain('black tea');
	await me.press('pane.next');
	expect(me.text()).toContain('About black tea.');
	await me.press('find.open');
	await me.type('tea');
	await me.press('pick.down');
	expect(me.box().join('\n')).toContain('black tea');
	await me.press('hit.open');
	expect(me.box()).toEqual([]);
});

test('ctrl-z sends the program to the shell, ctrl-l draws everything again', async () => {
	const me = await robot('tea');
	await me.press('suspend');
	expect(me.machine.signals).toEqual(['SIGTSTP']);
	me.machine.stdout.bytes = '';
	await me.press('screen.redraw');
	expect(me.machine.stdout.bytes).toContain('\u001b[2J');
});

test('leaving gives every mode back', async () => {
	const me = await robot('tea');
	await me.leave();
	const modes = new Map(
		[...me.machine.stdout.bytes.matchAll(/\u001b\[\?(\d+)([hl])/g)].map(([, mode, set]) => [mode, set]),
	);
	expect(Object.fromEntries(modes)).toEqual({ 25: 'h', 7: 'h', 1007: 'l', 1049: 'l', 2004: 'l', 2026: 'l' });
});
