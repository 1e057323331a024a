import { expect, test } from 'vitest';
import { type Robot, robot } from './robot.ts';

async function withForgotten(): Promise<Robot> {
	const me = await robot('tea > leaf > steep ; ^leaf > with milk', { size: '120x40' });
	await me.goTo('leaf');
	await me.press('turn.forget');
	await me.type('forget');
	await me.keys('enter');
	return me;
}

test('a forgotten turn says so wherever its question stood', async () => {
	const me = await withForgotten();
	expect(me.composer).toBe('ask under “(forgotten)”');
	expect(me.conversation()[0]).toMatch(/› \(forgotten\)$/);
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toMatch(/answer +\(forgotten\)/);
	await me.keys('esc');
	await me.goTo('steep');
	expect(me.conversation()[0]).toMatch(/› \(forgotten\) › steep$/);
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toMatch(/parent +\(forgotten\)/);
	await me.keys('esc', 'g', 'l');
	expect(me.tree().join('\n')).toMatch(/under “\(forgotten\)” in/);
});

test.each(['turn.forget', 'turn.again', 'turn.edit', 'label.set'] as const)(
	'%s says that it is forgotten',
	async (id) => {
		const me = await withForgotten();
		await me.press(id);
		expect(me.hint).toBe('this turn is forgotten');
		expect(me.box()).toEqual([]);
	},
);

test('of a forgotten turn ids are copied, and no empty answer', async () => {
	const me = await withForgotten();
	await me.press('copy.open');
	expect(me.box()[0]).toContain('copy; the text of this turn is forgotten');
	expect(me.box().join('\n')).not.toMatch(/answer|question/);
	expect(me.box().join('\n')).toMatch(/bates[\s\S]*session id/);
});
