import { describe, expect, test } from 'vitest';
import { desk, refusal } from './desk.ts';

describe('show', () => {
	test.each([
		['its bates id', (bates: string) => bates],
		['the end of its bates id', (bates: string) => bates.slice(-15)],
		['its number in the last session', () => '2'],
		['its number with a #', () => '#2'],
		['its label', () => 'favourite'],
	])('takes a turn by %s', async (_how, named) => {
		const { type, plant } = desk();
		const { bates } = plant('coffee > sugar ; tea > green #favourite');
		expect((await type('show', named(bates('green')))).json.bates).toBe(bates('green'));
	});

	test('takes a number of the session that --sid names', async () => {
		const { type, plant } = desk();
		const { sid, bates } = plant('coffee > sugar ; tea > green');
		expect((await type('show', '2', '--sid', sid)).json.bates).toBe(bates('sugar'));
	});

	test('takes a label of more words as it is typed', async () => {
		const { type, plant } = desk();
		const { bates } = plant('tea #the first one');
		expect((await type('show', 'the', 'first', 'one')).json.bates).toBe(bates('tea'));
	});

	test('gives programs every column, the event, the turns below and the path', async () => {
		const { type, plant, forest } = desk();
		const { bates, turn } = plant('tea > green > (how hot | how long)');
		const { json } = await type('show', bates('green'));
		const { meta, cited_titles, ...columns } = turn('green');
		expect(json).toEqual({
			...columns,
			cited_titles,
			meta,
			event: forest.eventOf(bates('green')),
			children: ['how hot', 'how long'].map((question) => ({ bates: bates(question), question })),
			path: ['tea', 'green'].map((question) => ({ bates: bates(question), question })),
		});
	});

	test('gives people the hashes whole, one fact a line, none wider than a terminal', async () => {
		const { type, plant } = desk();
		const { bates, turn } = plant('tea > green = It is. #favourite > how hot');
		const { text } = await type('show', bates('green'));
		const { node_hash, subtree_hash } = turn('green');
		expect(text.split('\n')).toEqual([
			`bates      ${bates('green')}`,
			`asked      ${turn('green').created_at}`,
			`parent     ${bates('tea')}  tea`,
			'below      1 turn',
			'label      favourite',
			'mode       UNGROUNDED',
			'engine     script',
			`node       ${node_hash}`,
			'           question, place and policy; never changes',
			`subtree    ${subtree_hash}`,
			'           this turn and all below it',
			expect.stringMatching(/^event {6}4 [0-9a-f]{64}$/),
			'cache key  –',
			'',
			'green',
			'',
			'It is.',
		]);
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
	});

	test('says when others carry the same label', async () => {
		const { type, plant } = desk();
		plant('tea #favourite > green #favourite');
		expect((await type('show', 'favourite')).text).toContain('note       1 other turn with this label');
	});

	test('shows a root for what it is', async () => {
		const { type, plant } = desk();
		const { root } = plant('tea');
		const { text } = await type('show', root().bates);
		expect(text).toContain('parent     none: this is a root');
	});

	test('names what was perhaps meant when there is no such turn', async () => {
		const { type, plant } = desk();
		plant('tea > green #favourite');
		expect(await refusal(type('show', 'favorite'))).toEqual({
			code: 'UNKNOWN_REFERENCE',
			message: 'There is no turn “favorite”.',
			hint: 'Did you mean favourite?',
		});
	});
});
