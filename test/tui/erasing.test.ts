import { expect, test } from 'vitest';
import { robot } from './robot.ts';

test('a question typed where letters are commands forgets nothing', async () => {
	const me = await robot('tea > leaf');
	await me.type('Does junit run it?');
	await me.keys('enter');
	expect(me.box().join('\n')).toContain('Only the word forget does it; esc keeps everything.');
	await me.keys('esc');
	expect(me.forest.turn(me.planted.bates('leaf'))?.answer_text).toBe('About leaf.');
});

test('a turn is forgotten for the word forget', async () => {
	const me = await robot('tea > leaf');
	await me.press('turn.forget');
	expect(me.box().join(' ')).toMatch(/Forgets “leaf”; its place and its hashes stay\. This cannot +be undone/);
	await me.type('forget');
	await me.keys('enter');
	expect(me.hint).toBe('✓ The turn is forgotten.');
	expect(me.forest.turn(me.planted.bates('leaf'))?.answer_text).toBe('');
});

test('old sessions are removed for the word remove', async () => {
	const me = await robot(Array.from({ length: 12 }, (_, i) => `question ${i}`).join(' ; '), { session: 11 });
	await me.press('session.clear', 'list.choose');
	expect(me.box().join(' ')).toMatch(/Removes “question 0” and 1 more, 2 turns\./);
	await me.type('no');
	await me.keys('enter', 'ctrl-u');
	expect(me.forest.sessions()).toHaveLength(12);
	await me.type('remove');
	await me.keys('enter');
	expect(me.hint).toBe('✓ 2 sessions removed.');
	expect(me.forest.sessions()).toHaveLength(10);
});
