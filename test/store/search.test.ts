import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Forest } from '../../source/store/forest.ts';
import { makeShard } from '../bench/shards.ts';
import { HOSTILE } from '../helpers/hostile.ts';
import { ask, memoryWorld, tempFolder, worldAt } from '../helpers/world.ts';

const found = (forest: Forest, typed: string) => forest.find(typed, 50).hits.map(({ question }) => question);

/** A forest that answers these questions, newest last. */
function asking(...questions: string[]): Forest {
	const { forest } = memoryWorld();
	const sid = forest.begin();
	for (const question of questions) ask(forest, sid, question, { answer_text: '' });
	return forest;
}

describe('what people type', () => {
	const forest = () =>
		asking(
			'a state-of-the-art kettle',
			'the state of tea',
			'how is C++ made',
			'what is C',
			'is C# like it',
			'about .NET',
			'the internet',
			'crème brûlée',
		);

	test.each([
		['kettle', ['a state-of-the-art kettle']],
		['ket', ['a state-of-the-art kettle']],
		['ket ', []],
		['"ket"', []],
		['KETTLE', ['a state-of-the-art kettle']],
		['state-of-the-art', ['a state-of-the-art kettle']],
		['"state of tea"', ['the state of tea']],
		['"state of tea', ['the state of tea']],
		['tea state', ['the state of tea']],
		['C++', ['how is C++ made']],
		['what about c++?', []],
		['c++ made', ['how is C++ made']],
		['C#', ['is C# like it']],
		['.NET', ['about .NET']],
		['.net?', ['about .NET']],
		['creme brulee', ['crème brûlée']],
		['CRÈME', ['crème brûlée']],
		['kettle tea', []],
	])('%s', (typed, questions) => {
		expect(found(forest(), typed)).toEqual(questions);
	});

	test.each([
		'',
		' ',
		'*',
		'"',
		'""',
		'" "',
		'-',
		'()',
		'AND',
		'OR NOT',
		'NEAR(a b)',
		'a AND',
		'"a" OR',
		'a:b',
		'question:tea',
		'{a b}: c',
		'^tea',
		'tea*',
		'*tea',
		'a + b',
		"it's",
		"'; DROP TABLE nodes; --",
		'what?',
		'foo@bar.example',
		'C:\\Users',
		'/etc/passwd',
		'100%',
		'$5',
		'1.5',
		'#12',
		'[x]',
		'a|b',
		'a^b',
		'a~b',
		'\\',
		'\0',
		'a\0b',
		'\ud800',
		'🌳',
		'茶',
		'״',
		'ﬁ',
	])('%j is never a fault', (typed) => {
		expect(found(forest(), typed)).toBeInstanceOf(Array);
	});

	test.each(HOSTILE)('a text that $does is never a fault', ({ text }) => {
		expect(found(asking(`before ${text} after`), text)).toBeInstanceOf(Array);
	});

	test('twenty thousand random strings are never a fault', () => {
		const sown = forest();
		const anything = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 24 }),
			fc.string({ maxLength: 24 }),
			fc
				.array(
					fc.constantFrom('"', '*', '(', ')', ':', '^', '+', '-', 'AND', 'NEAR', 'tea', '茶', '🌳', 'C++', ' ', '\0'),
					{ maxLength: 12 },
				)
				.map((parts) => parts.join('')),
			fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
		);
		fc.assert(
			fc.property(anything, (typed) => {
				expect(sown.find(typed, 5).hits.length).toBeLessThanOrEqual(5);
			}),
			{ numRuns: 20_000 },
		);
	});

	test('a whole page pasted in is never a fault', () => {
		expect(found(forest(), 'the state of tea '.repeat(10_000))).toEqual(['the state of tea']);
		expect(found(forest(), 'x'.repeat(1_000_000))).toEqual([]);
	});
});

describe('Chinese, Japanese, Korean', () => {
	const forest = () =>
		asking('蜘蛛侠是谁', '森林里有蜘蛛', 'カタカナとは', '한국어를 배우다', '用Node写程序', 'what is a spider');

	test.each([
		['蜘蛛', ['森林里有蜘蛛', '蜘蛛侠是谁']],
		['蜘蛛侠', ['蜘蛛侠是谁']],
		['蜘', ['森林里有蜘蛛', '蜘蛛侠是谁']],
		['蛛', ['森林里有蜘蛛', '蜘蛛侠是谁']],
		['谁', ['蜘蛛侠是谁']],
		['蛛蜘', []],
		['森林 蜘蛛', ['森林里有蜘蛛']],
		['タカ', ['カタカナとは']],
		['한국', ['한국어를 배우다']],
		['Node', ['用Node写程序']],
		['node写', ['用Node写程序']],
		['用node', ['用Node写程序']],
		['nod', ['用Node写程序']],
		['程序 node', ['用Node写程序']],
		['spider', ['what is a spider']],
	])('%s', (typed, questions) => {
		expect(found(forest(), typed).sort()).toEqual([...questions].sort());
	});

	test('the place that matched is shown', () => {
		expect(forest().find('程序', 5).hits[0]?.snippet).toBe('用Node写[程序]');
		expect(forest().find('Node', 5).hits[0]?.snippet).toBe('用[Node]写程序');
	});
});

describe('emoji', () => {
	test('are found in the newest turns', () => {
		expect(found(asking('a 🌳 grows', 'a 🌵 grows', 'a tree grows'), '🌳')).toEqual(['a 🌳 grows']);
		expect(found(asking('a 🌳 grows', 'a 🌵 grows', 'a tree grows'), 'grows 🌵')).toEqual(['a 🌵 grows']);
	});
});

describe('what is shown', () => {
	test('a match in the question stands before one in the answer, and one in a title between', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		const filler = 'nothing to see here, really nothing at all, move along now please';
		ask(forest, sid, 'kettle or what', { answer_text: filler });
		ask(forest, sid, 'first or what', { answer_text: filler, cited_titles: ['kettle'] });
		ask(forest, sid, 'second or what', { answer_text: `${filler} kettle` });
		expect(found(forest, 'kettle')).toEqual(['kettle or what', 'first or what', 'second or what']);
	});

	test('among equals the newest stands first', () => {
		expect(found(asking('tea one', 'tea two', 'tea six'), 'tea')).toEqual(['tea six', 'tea two', 'tea one']);
	});

	test('the words that matched stand in brackets', () => {
		const { forest } = memoryWorld();
		ask(forest, forest.begin(), 'what boils', { answer_text: 'A kettle boils the water.' });
		expect(forest.find('kett', 1).hits[0]?.snippet).toBe('A [kettle] boils the water.');
	});

	test('of a turn whose question alone matched, the answer’s beginning is shown, and a title where only that matched', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		ask(forest, sid, 'which kettle', { answer_text: 'The blue one.', cited_titles: ['kettles and pans'] });
		ask(forest, sid, 'which 茶', { answer_text: 'The green one.' });
		ask(forest, sid, 'why', { answer_text: 'So it is.', cited_titles: ['of spoons'] });
		ask(forest, sid, 'which fork', { answer_text: '' });
		const snippets = ['kettle', '茶', 'spoons', 'fork'].map((typed) => forest.find(typed, 1).hits[0]?.snippet);
		expect(snippets).toEqual(['The blue one.', 'The green one.', 'of [spoons]', 'which [fork]']);
	});

	test('the synthetic roots are never found', () => {
		const { forest, plant } = memoryWorld();
		plant('🌳 tea ; coffee');
		expect(forest.find('🌳', 50).hits).toHaveLength(1);
	});

	test('no more than was asked for, with the count of all', () => {
		const forest = asking(...Array.from({ length: 30 }, (_, n) => `tea ${n}`));
		const { hits, count, capped } = forest.find('tea', 7);
		expect([hits.length, count, capped]).toEqual([7, 30, false]);
	});
});

test('a word that stands everywhere is counted up to two thousand, and it is said that there are more', () => {
	const path = join(tempFolder(), 'many.db');
	makeShard(path, { turns: 2500, words: 60 });
	const { forest } = worldAt(path);
	for (const typed of ['the', 't', 'w', 'what the']) {
		expect(forest.find(typed, 10)).toMatchObject({ count: 2000, capped: true });
	}
});
