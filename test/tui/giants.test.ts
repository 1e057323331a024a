import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeShard } from '../bench/shards.ts';
import { ask, memoryWorld, tempFolder, worldAt } from '../helpers/world.ts';
import { robot } from './robot.ts';

/** Milliseconds; generous, for machines that do other things too: what grows with the size of the forest takes minutes. */
const SOON = 3000;

async function within(milliseconds: number, act: () => Promise<unknown>): Promise<void> {
	const start = performance.now();
	await act();
	expect(performance.now() - start).toBeLessThan(milliseconds);
}

test.each([
	['a mebibyte on one line', 'x'.repeat(1024 * 1024)],
	['a mebibyte of words', 'word '.repeat(210_000)],
	['200,000 lines', 'line\n'.repeat(200_000)],
	['a list of 100,000', '- item\n'.repeat(100_000)],
	['code that never ends', `\`\`\`\n${'code\n'.repeat(150_000)}`],
])('a turn of %s can be read, scrolled to its end, copied and inspected', async (_what, answer_text) => {
	const world = memoryWorld();
	const sid = world.forest.begin();
	ask(world.forest, sid, 'how long?', { answer_text });
	const me = await robot('', { world, open: sid });
	await within(SOON, () => me.press('move.up', 'move.down'));
	await within(SOON, () => me.press('pane.next', 'move.page-down', 'move.page-down', 'scroll.down'));
	await within(2 * SOON, () => me.press('move.last', 'move.up', 'move.first'));
	await within(SOON, () => me.press('turn.inspect', 'overlay.close', 'copy.open', 'list.choose'));
	expect(me.screen()[1]).toMatch(/^─+/);
});

test('a question of a mebibyte is one row', async () => {
	const world = memoryWorld();
	const sid = world.forest.begin();
	ask(world.forest, sid, 'why '.repeat(260_000));
	const me = await robot('', { world, open: sid });
	expect(me.tree()).toHaveLength(2);
	await within(SOON, () => me.press('turn.edit', 'composer.leave'));
});

test('a chain of 10,000 turns opens at its end, goes to its beginning and on, and shows no more than a window of it', async () => {
	const path = join(tempFolder(), 'sessions.db');
	const { sids } = makeShard(path, { turns: 10_000, turnsPerSession: 10_000, shape: 'chain', words: 5 });
	const world = worldAt(path, { seed: 7 });
	const me = await robot('', { world, open: sids[0] ?? '' });
	expect(me.tree().join('\n')).toContain('… 9997 turns');
	await within(SOON, () => me.press('move.up', 'turn.stand', 'move.down', 'move.down'));
	await within(SOON, () => me.press('move.last', 'path.previous', 'move.first', 'move.down'));
	await within(SOON, async () => {
		await me.go('#5000');
		await me.press('fold.close', 'fold.open');
	});
	expect(me.row).toContain('what');
});

test('5,000 siblings', async () => {
	const path = join(tempFolder(), 'sessions.db');
	const { sids } = makeShard(path, { turns: 5000, turnsPerSession: 5000, shape: 'fan', words: 5 });
	const world = worldAt(path, { seed: 7 });
	const me = await robot('', { world, open: sids[0] ?? '', size: '120x40' });
	expect(me.row).toContain('5000/5000');
	await within(SOON, () => me.press('sibling.next', 'sibling.next', 'sibling.previous', 'move.last', 'move.first'));
	await within(SOON, () => me.press('move.last', 'turn.again'));
	expect(me.row).toContain('5001/5001');
});

test('10,000 sessions', async () => {
	const path = join(tempFolder(), 'sessions.db');
	const { sids } = makeShard(path, { turns: 10_000, turnsPerSession: 1, words: 5 });
	const world = worldAt(path, { seed: 7 });
	const me = await robot('', { world, open: sids.at(-1) ?? '' });
	await within(SOON, () => me.press('move.last', 'fold.open', 'move.first'));
	await within(SOON, () => me.press('session.list', 'move.last', 'list.choose'));
	expect(me.desk.state().sid).toBe(sids[0]);
});
