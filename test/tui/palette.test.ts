import { expect, test } from 'vitest';
import type { ListOverlay } from '../../source/tui/overlays/overlay.ts';
import { type Robot, robot } from './robot.ts';

const TEA = 'tea > (green tea #favourite > how hot | black tea) ; coffee';

async function palette(me: Robot, typed: string): Promise<void> {
	await me.press('goto.open');
	await me.type(typed);
	await me.keys('enter');
}

test.each([
	['a number', () => '2', 'green tea'],
	['a number with its mark', () => '#3', 'how hot'],
	['a label', () => 'favourite', 'green tea'],
	['a bates id', (me: Robot) => me.planted.bates('how hot'), 'how hot'],
	['the id of another session’s turn', (me: Robot) => me.planted.bates('coffee'), 'coffee'],
])('goes to %s', async (_what, typed, question) => {
	const me = await robot(TEA);
	await palette(me, typed(me));
	expect(me.at).toBe(question);
});

test('a command by a word of its name', async () => {
	const me = await robot(TEA);
	await me.press('goto.open');
	await me.type('inspect');
	expect(me.box().join('\n')).toContain('/show');
	await me.keys('enter');
	expect(me.box()[0]).toContain('inspect #4');
});

test('a number shows the turn it goes to', async () => {
	const me = await robot(TEA);
	await me.press('goto.open');
	await me.type('3');
	expect(me.box()[3]).toMatch(/^ ▌ #3 {2}how hot +turn/);
});

test('what people look for first stands first, and the small moves last', async () => {
	const me = await robot(TEA, { size: '120x40' });
	await me.press('goto.open');
	const ids = (me.desk.state().overlay as ListOverlay).items.map(({ id }) => id);
	expect(ids.slice(0, 5)).toEqual(['session.new', 'turn.ask', 'find.open', 'documents.add', 'import.open']);
	expect(ids.slice(-3)).not.toContain('quit');
	expect(ids.indexOf('move.down')).toBeGreaterThan(ids.indexOf('suspend'));
});

test('what is nowhere says so', async () => {
	const me = await robot(TEA);
	await palette(me, '99');
	expect(me.hint).toMatch(/^! There is no turn “99”/);
});

test.each([
	['/help', 'help'],
	['/branches', 'branch points'],
	['/find hot', 'find'],
	['/show favourite', '/show favourite'],
	['/root', 'verify'],
	['/sid', 'copy'],
])('%s opens what it is about', async (typed, title) => {
	const me = await robot(TEA);
	await palette(me, typed);
	expect(me.box()[0]).toContain(title);
});

test('/cd moves, /back goes up, /label labels, /tree shows one session', async () => {
	const me = await robot(TEA);
	await palette(me, '/cd favourite');
	expect([me.at, me.here]).toEqual(['green tea', 'green tea']);
	await palette(me, '/label best');
	expect(me.forest.turn(me.planted.bates('green tea'))?.label).toBe('best');
	expect(me.hint).toBe('Labelled: best');
	expect(me.tree().join('\n')).toContain('⚑ best');
	await palette(me, '/back');
	expect(me.here).toBe('tea');
	await palette(me, '/tree');
	expect(me.desk.state().view.only).toBe(me.planted.sid);
});

test('/quit quits', async () => {
	const me = await robot(TEA);
	await palette(me, '/quit');
	await me.ended;
});

test('a command that cannot be given now says why, and is not done', async () => {
	const me = await robot(TEA);
	await me.press('goto.open');
	const turns = me.forest.countTurns();
	await me.type('continue an');
	expect(me.box().join('\n')).toContain('continue an answer that was cut: this answer is whole');
	await me.keys('enter');
	expect(me.hint).toBe('this answer is whole');
	expect(me.forest.countTurns()).toBe(turns);
});

test('the arrows reach every command that what is typed may mean', async () => {
	const me = await robot('tea');
	await me.press('goto.open');
	await me.type('brnch');
	const rows = me.box().filter((line) => line.includes('branch')).length;
	expect(rows).toBeGreaterThan(1);
	await me.press('pick.down');
	expect(me.desk.state().overlay).toMatchObject({ cursor: 1 });
});
