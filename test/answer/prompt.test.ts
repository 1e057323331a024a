import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Evidence, EvidencePassage, HistoryTurn } from '../../source/answer/engine.ts';
import { cacheKey } from '../../source/answer/key.ts';
import { planPrompt, promptOf } from '../../source/answer/prompt.ts';
import { withPointers } from '../../source/answer/rendering.ts';
import { estimateTokens } from '../../source/answer/tokens.ts';

const passage = (number: number, text: string, title = `Title ${number}`): EvidencePassage => ({
	pointer: `E${number}`,
	title,
	source: `/notes/${number}.md:${number}`,
	where: `line ${number}`,
	text,
	passage_sha256: `p${number}`,
	document_sha256: `d${number}`,
	score: 1,
});
const evidence = (...passages: EvidencePassage[]): Evidence => ({ passages, terms: [], collection: passages.length });
const turn = (number: number, answer_text = 'word '.repeat(100)): HistoryTurn => ({
	bates: `b${number}`,
	question: `question ${number}?`,
	answer_text,
});
const WINDOW = { context: 8192, max_tokens: 1024 };

test('everything goes along where there is room, the turns above in their order and without their pointers', () => {
	const plan = planPrompt(
		'and then?',
		evidence(passage(1, 'It opened.')),
		[turn(1, 'It opened [E3 | Old | line 1]. Then [E9].'), turn(2, 'Yes.')],
		WINDOW,
	);
	expect(plan.left_out).toEqual({ turns: 0, passages: 0 });
	expect(promptOf('and then?', plan.evidence, plan.history).said).toEqual([
		{ role: 'user', content: 'question 1?' },
		{ role: 'assistant', content: 'It opened. Then.' },
		{ role: 'user', content: 'question 2?' },
		{ role: 'assistant', content: 'Yes.' },
		{
			role: 'user',
			content:
				'<passages>\n<passage id="E1" title="Title 1" where="line 1">\nIt opened.\n</passage>\n</passages>\n\nQuestion: and then?',
		},
	]);
});

test('in a small window the nearest turns are kept, each whole, after the best passages', () => {
	const path = Array.from({ length: 20 }, (_, i) => turn(i + 1));
	const plan = planPrompt('and then?', evidence(...[1, 2, 3, 4].map((i) => passage(i, 'fact '.repeat(150)))), path, {
		context: 2600,
		max_tokens: 500,
	});
	expect(plan.history.length).toBeGreaterThan(0);
	expect(plan.history.length).toBeLessThan(20);
	expect(plan.history.map(({ bates }) => bates)).toEqual(path.slice(-plan.history.length).map(({ bates }) => bates));
	for (const { answer_text } of plan.history) expect(answer_text).toBe('word '.repeat(100).trim());
	expect(plan.left_out).toEqual({ turns: 20 - plan.history.length, passages: 4 - plan.evidence.passages.length });
	expect(plan.evidence.passages.map(({ pointer }) => pointer)).toEqual(
		['E1', 'E2', 'E3', 'E4'].slice(0, plan.evidence.passages.length),
	);
	expect(plan.tokens).toBeLessThanOrEqual(plan.room);
});

test('turns that say nothing are no part of it: a question without an answer, one that was forgotten', () => {
	const plan = planPrompt('so?', evidence(), [turn(1, ''), { ...turn(2), question: '' }, turn(3, 'Yes.')], WINDOW);
	expect(plan.history.map(({ bates }) => bates)).toEqual(['b3']);
	expect(plan.left_out.turns).toBe(0);
});

test('whatever the window, what is planned fits in it, or the question alone does not', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 512, max: 9000 }),
			fc.array(fc.string({ maxLength: 3000 }), { maxLength: 12 }),
			fc.array(fc.string({ maxLength: 2000 }), { maxLength: 6 }),
			fc.string({ maxLength: 4000 }),
			(context, answers, texts, question) => {
				const path = answers.map((answer, i) => turn(i, answer));
				const window = { context, max_tokens: 256 };
				const plan = planPrompt(question, evidence(...texts.map((text, i) => passage(i + 1, text))), path, window);
				const alone = planPrompt(question, evidence(), [], window);
				expect(plan.tokens <= plan.room || plan.tokens === alone.tokens).toBe(true);
				const told = path.filter(({ answer_text }) => answer_text.trim() !== '');
				expect(plan.history.length + plan.left_out.turns).toBe(told.length);
			},
		),
		{ numRuns: 300 },
	);
});

test('the key of an answer depends on the turns exactly as they are sent, and on the model, not on who is asked when', () => {
	const engine = { name: 'qwen', model: 'm', profile: { base_url: 'http://127.0.0.1/v1', context: 8192 } };
	const key = (history: HistoryTurn[], with_ = engine) => cacheKey('so?', evidence(passage(1, 'x')), with_, history);
	expect(key([turn(1)])).toBe(key([{ ...turn(1), bates: 'another' }]));
	expect(key([turn(1)])).not.toBe(key([turn(2)]));
	expect(key([])).not.toBe(key([turn(1)]));
	expect(key([])).not.toBe(key([], { ...engine, model: 'n' }));
	expect(key([])).not.toBe(key([], { ...engine, profile: { ...engine.profile, context: 4096 } }));
});

test.each([
	['so it is [E1].', 'so it is [E1 | Title 1 | line 1].'],
	[
		'both [E1, E2] and [E2; E1]',
		'both [E1 | Title 1 | line 1] [E2 | A \\| b | line 2] and [E2 | A \\| b | line 2] [E1 | Title 1 | line 1]',
	],
	['both [E1][E2]', 'both [E1 | Title 1 | line 1][E2 | A \\| b | line 2]'],
	['forged [E1 | The Bible | line 1]', 'forged [E1 | Title 1 | line 1]'],
	['forged [E9 | The Bible | line 1]', 'forged [E9]'],
	['of another kind 【E1†source】', 'of another kind [E1 | Title 1 | line 1]'],
	['escaped \\[E1] stays', 'escaped \\[E1] stays'],
	['an array [E] and [e1] stay', 'an array [E] and [e1] stay'],
])('the program writes pointers out: %s', (said, written) => {
	expect(withPointers(said, [passage(1, 'x'), passage(2, 'y', 'A | b')])).toBe(written);
});

test('tokens are rather too many than too few', () => {
	expect(estimateTokens('')).toBe(0);
	expect(estimateTokens('The quick brown fox jumps over the lazy dog.')).toBeGreaterThanOrEqual(10);
	expect(estimateTokens('蜘蛛侠是谁')).toBe(5);
	expect(estimateTokens('größe')).toBeGreaterThanOrEqual(2);
});
