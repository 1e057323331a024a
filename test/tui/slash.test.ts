import { expect, test } from 'vitest';
import { robot } from './robot.ts';

const TEA = 'tea > (green tea > how hot | black tea) ; coffee';

async function typed(line: string, from = TEA) {
	const me = await robot(from, { writes: true });
	const before = me.forest.countTurns();
	await me.type(line);
	await me.keys('enter');
	return { me, asked: me.forest.countTurns() - before };
}

test('a slash command typed where questions are written runs, and is no question', async () => {
	const { me, asked } = await typed('/help');
	expect(me.box()[0]).toContain('help');
	await me.keys('esc');
	expect(asked).toBe(0);
	expect(me.composer).toBe('ask under “black tea”');
});

test('it takes what follows it', async () => {
	const { me } = await typed('/find green');
	expect(me.box()[1]).toContain('› green');
});

test('/quit ends the program', async () => {
	const { me } = await typed('/quit');
	await me.ended;
});

test('after /cd, and after /back, the next question goes where it led', async () => {
	const { me } = await typed('/cd 3');
	expect(me.composer).toBe('ask under “how hot”');
	await me.type('/back');
	await me.keys('enter');
	expect(me.composer).toBe('ask under “green tea”');
});

test('it leaves no draft behind where it was typed', async () => {
	const me = await robot(TEA, { writes: true });
	await me.type('/cd 3');
	await me.wait();
	await me.keys('enter');
	expect([...me.desk.state().drafts.values()]).toEqual([]);
});

test('one that cannot be done says why, and stays to be mended', async () => {
	const { me } = await typed('/cd nowhere');
	expect(me.hint).toContain('nowhere');
	expect(me.composer).toBe('/cd nowhere');
});

test.each(['/etc/hosts, what is it?', '/teapot', ' /help', '/help\nme'])('%j is a question', async (line) => {
	const me = await robot(TEA, { writes: true });
	await me.paste(line);
	await me.keys('enter');
	expect(me.here).toBe(line);
});
