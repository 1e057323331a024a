import { expect, test } from 'vitest';
import { robot } from './robot.ts';

const TWO = 'coffee > grind ; bike > chain';

test('on the row of another session the conversation, the composer and the inspector mean where that stands', async () => {
	const me = await robot(TWO);
	await me.press('session.list', 'list.filter');
	await me.type('bike');
	await me.press('list.choose', 'move.last', 'move.up', 'move.up');
	expect(me.row).toContain('coffee');
	expect(me.prose()).toContain('About grind.');
	expect(me.composer).toBe('ask under “grind” of “coffee”');
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toContain(me.planted.bates('grind'));
	await me.keys('esc', 'a');
	expect(me.composer).toBe('ask under “grind”');
});

test('a new session shows nothing of the one before it', async () => {
	const me = await robot(TWO);
	await me.press('session.new');
	expect(me.prose()).toBe('Nothing is asked here yet.');
	expect(me.composer).toBe('ask');
	await me.keys('esc');
	expect(me.prose()).toContain('About grind.');
});

test('what is asked about is cut with a mark where it is cut', async () => {
	const question = 'Explain what a long sentence is, and why one would write one at all when I can';
	const me = await robot(question, { size: '120x40' });
	expect(me.composer).toMatch(/^ask under “Explain what a long sentence is.*…”$/);
});
