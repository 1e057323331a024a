import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange } from '../../source/intake/arrange.ts';
import type { Role, SourceRecord, SourceSession } from '../../source/intake/model.ts';
import { inOrder } from '../../source/intake/survey.ts';

/** A session from lines like `a < q: text`: the role's letter and name, its parent, its text. */
function session(...lines: string[]): SourceSession {
	const roles: Readonly<Record<string, Role>> = { q: 'user', a: 'assistant', t: 'tool', s: 'system', n: 'note' };
	const records = lines.map((line, index): SourceRecord => {
		const [, key = '', parent, text] = /^(\w+)(?: < (\w+))?(?:: (.*))?$/.exec(line) ?? [];
		const role = roles[key[0] ?? ''] ?? 'note';
		return { key, parentKey: parent ?? null, at: 1_700_000_000_000 + index * 1000, role, text: text ?? key };
	});
	return { tool: 'test', key: 's', title: null, createdAt: null, currentKey: null, records };
}

/** The turns as `question = answer`, set in below what they hang under. */
function turnsOf(given: SourceSession): string[] {
	const { turns } = arrange(given, 0);
	const depths: number[] = [];
	return turns.map(({ parent, question, answer, finish }, index) => {
		depths[index] = parent === -1 ? 0 : (depths[parent] as number) + 1;
		const said = `${question} = ${answer}`.replaceAll('\n\n', ' + ');
		return '  '.repeat(depths[index] as number) + said + (finish === 'complete' ? '' : ` (${finish})`);
	});
}

describe('records become turns', () => {
	test.each<[string, string[], string[]]>([
		['a question and its answer', ['q1', 'a1 < q1'], ['q1 = a1']],
		[
			'what stands between is looked through',
			['s1', 'q1 < s1', 'n1 < q1', 'a1 < n1', 't1 < a1', 'a2 < t1', 'q2 < a2'],
			['q1 = a1 + a2', '  q2 =  (cancelled)'],
		],
		['questions in a row are one', ['q1', 'q2 < q1', 'q3 < q2', 'a1 < q3'], ['q1 + q2 + q3 = a1']],
		[
			'but for one that was asked again',
			['q1', 'q2', 'q3 < q1', 'a1 < q3', 'a2 < q2'],
			['q1 =  (cancelled)', '  q3 = a1', 'q2 = a2'],
		],
		[
			'and one that has an answer too',
			['q1', 'a1 < q1', 'q2 < q1', 'a2 < q2'],
			['q1 = a1', 'q1 =  (cancelled)', '  q2 = a2'],
		],
		[
			'several answers are siblings',
			['q1', 'a1 < q1', 'a2 < q1', 'a3 < q1', 'q2 < a2'],
			['q1 = a1', 'q1 = a2', '  q2 =  (cancelled)', 'q1 = a3'],
		],
		[
			'edited questions are siblings',
			['q1', 'a1 < q1', 'q2 < a1', 'q3 < a1', 'a2 < q2', 'a3 < q3'],
			['q1 = a1', '  q2 = a2', '  q3 = a3'],
		],
		[
			'a fork within an answer repeats its beginning',
			['q1', 'a1 < q1', 'a2 < a1', 'a3 < a1'],
			['q1 = a1 + a2', 'q1 = a1 + a3'],
		],
		[
			'also below a question that was asked in between',
			['q1', 'a1 < q1', 'q2 < a1', 'a2 < a1', 'a3 < q2'],
			['q1 = a1', '  q2 = a3', 'q1 = a1 + a2'],
		],
		['an answer first', ['a1', 'q1 < a1', 'a2 < q1'], [' = a1', '  q1 = a2']],
		['a parent that is not there', ['q1 < gone', 'a1 < q1'], ['q1 = a1']],
		['nothing', [], []],
		['only what is no part of a turn', ['s1', 't1 < s1'], []],
	])('%s', (_what, lines, turns) => {
		expect(turnsOf(session(...lines)).sort()).toEqual([...turns].sort());
	});

	test('a question after a failure hangs under the failure', () => {
		const given = session('q1', 'a1 < q1: ', 'q2 < q1', 'a2 < q2');
		(given.records[1] as SourceRecord).finish = 'error';
		expect(turnsOf(given)).toEqual(['q1 =  (error)', '  q2 = a2']);
	});

	test('a missing parent is the record before, where the source keeps them in a row', () => {
		const { turns, repairs } = arrange(
			{ ...session('q1', 'a1 < q1', 'q2 < gone', 'a2 < q2'), dangling: 'previous' },
			0,
		);
		expect(turns.map(({ question, parent, inferred }) => [question, parent, inferred])).toEqual([
			['q1', -1, []],
			['q2', 0, ['parent']],
		]);
		expect([...repairs]).toEqual([['missing parent replaced by the record before', 1]]);
	});

	test('a comb of forks repeats no more than it may', () => {
		const lines = ['q0', 'a0 < q0'];
		for (let index = 1; index < 3000; index++)
			lines.push(`q${index} < a${index - 1}`, `a${index} < a${index - 1}: ${'x'.repeat(100)}`);
		const { turns } = arrange(session(...lines), 0);
		const characters = turns.reduce((sum, { answer }) => sum + answer.length, 0);
		expect(characters).toBeLessThan(5_000_000);
	});
});

/** Any records at all, hanging on any. */
const anySession = fc
	.array(
		fc.record({
			parent: fc.option(fc.integer({ min: 0, max: 40 })),
			role: fc.constantFrom<Role>('user', 'user', 'assistant', 'assistant', 'tool', 'system', 'note'),
			at: fc.option(fc.integer({ min: 0, max: 1e12 })),
			said: fc.boolean(),
			again: fc.boolean(),
		}),
		{ maxLength: 40 },
	)
	.map((rows): SourceSession => {
		const records = rows.map(({ parent, role, at, said, again }, index): SourceRecord => {
			const key = again && index > 0 ? `k${index - 1}` : `k${index}`;
			return { key, parentKey: parent === null ? null : `k${parent}`, at, role, text: said ? `<${index}>` : '' };
		});
		return { tool: 'test', key: 's', title: null, createdAt: 5, currentKey: null, records };
	});

describe('whatever the records are', () => {
	test('each is in a turn or has a reason, and every word of a question or an answer is in a turn', () => {
		fc.assert(
			fc.property(anySession, (given) => {
				const { turns, reasons } = arrange(given, 0);
				const inTurns = new Set(turns.flatMap(({ records }) => records));
				const text = turns.map(({ question, answer }) => question + answer).join();
				for (const [index, record] of given.records.entries()) {
					expect(inTurns.has(index) !== reasons.has(index)).toBe(true);
					if (inTurns.has(index)) expect(text).toContain(record.text);
				}
			}),
		);
	});

	test('turns are a tree, parents first, by time, each with an id of its own', () => {
		fc.assert(
			fc.property(anySession, (given) => {
				const { turns } = arrange(given, 0);
				expect(new Set(turns.map(({ id }) => id)).size).toBe(turns.length);
				for (const [index, { parent, question, answer, finish, at }] of turns.entries()) {
					expect(parent).toBeLessThan(index);
					expect(Number.isInteger(at)).toBe(true);
					if (question === '' && answer === '') expect(finish).not.toBe('complete');
				}
			}),
		);
	});
});

test('sessions come after those that they go on from, by time, in any order', () => {
	const one = (key: string, firstAt: number, after?: string) => ({
		file: key,
		tool: 't',
		key,
		firstAt,
		lastAt: firstAt,
		after,
	});
	const sessions = [
		one('late', 9),
		one('fork', 1, 'late'),
		one('early', 2),
		one('round', 5, 'trip'),
		one('trip', 6, 'round'),
		one('lost', 3, 'nowhere'),
	];
	const names = (of: typeof sessions) => inOrder(of).map(({ key }) => key);
	expect(names(sessions)).toEqual(['late', 'fork', 'early', 'lost', 'trip', 'round']);
	expect(names(sessions.toReversed())).toEqual(names(sessions));
});
