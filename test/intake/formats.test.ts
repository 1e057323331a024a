import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importHistories } from '../../source/intake/intake.ts';
import { addsUp } from '../../source/intake/report.ts';
import { memoryWorld, tempFolder } from '../helpers/world.ts';
import { outlineOf } from './outline.ts';

/** What each of the small histories in fixtures/ becomes, and what its records come to: read, in turns, merged, skipped. */
const HISTORIES: Readonly<Record<string, { turns: string[]; sum: [number, number, number, Record<string, number>] }>> =
	{
		aichat: {
			turns: [
				'A first chat:',
				'  What is hail? = Ice.⏎⏎--------⏎is a rule inside an answer. (here)',
				'A second:',
				'  And sleet? = Wet snow. (here)',
				'walk:',
				`  It's raining: what now? = Take a coat:⏎⏎- the long one⏎- "quoted: yes" (openai:gpt-4o, inferred time)`,
				'    What is this?⏎⏎[image https://example.com/a.png] = A cat.⏎A small one. (openai:gpt-4o, inferred time, here)',
			],
			sum: [9, 8, 0, { system: 1 }],
		},
		chatgpt: {
			turns: [
				'Tea and milk:',
				'  Does milk go in first? = It is a matter of taste. (gpt-4o)',
				'    And lemon? = Lemon curdles milk. (gpt-4, python 1, here)',
				'    [image file-service://file-abc]⏎What is in this cup?⏎⏎[file cup.pdf, 2048 bytes] =  (cancelled)',
				'  Does milk go in first? = Yes. (gpt-4, truncated)',
				'no name:',
				'  Children are not listed here = The parents are. (here)',
			],
			sum: [
				16,
				9,
				0,
				{ 'empty node': 2, hidden: 1, instructions: 1, thinking: 1, 'tool output': 1, 'no tree of messages': 1 },
			],
		},
		'claude-ai': {
			turns: [
				'Bees:',
				'  How do bees steer? = By the sun. (web_search 1)',
				'  How do bees steer? = By polarised light.',
				'    [file bees.txt, 11 bytes]⏎bees, bees. = Half an ans (truncated, here)',
				'no name:',
				'  An old export has no parents = So it is a list. (here)',
			],
			sum: [7, 7, 0, {}],
		},
		'claude-code': {
			turns: [
				'no name:',
				'A build that fails:',
				'  Why does the build fail? = Let me look.⏎⏎A comma is missing. (claude-x, Bash 1)',
				'    Fix it, please.⏎⏎And run the tests. = API Error: overloaded (claude-x, error)',
				'    Fix it, please.⏎⏎And run the tests. = Fixed. (claude-x)',
				'    What is a comma? (rewound) = A small mark. (claude-x)',
				'      After the compaction = Still here. (claude-x)',
				'        My parent was lost = It hangs under what came before. (claude-x, inferred parent, here)',
				'    Asked in the resumed copy = Answered there. (claude-x, other session)',
			],
			sum: [
				33,
				16,
				5,
				{ note: 4, 'tool output': 2, command: 1, system: 1, summary: 1, subagent: 1, title: 1, 'not JSON': 1 },
			],
		},
		codex: {
			turns: [
				'no name:',
				'  The oldest question = The oldest answer. (inferred time, here)',
				'no name:',
				'  A bare question = A bare answer. (inferred time, here)',
				'no name:',
				'  What is a fjord? = A drowned valley. (gpt-5)',
				'    Taken back later = An answer that was taken back. (gpt-5, shell 1)',
				'    Asked instead = Answered instead. (gpt-5)',
				'      Stopped halfway = Half (gpt-5, cancelled, here)',
				'      Asked in the fork = Answered in the fork. (other session)',
				'no name:',
				'no name:',
				'  An older question = An older answer. (here)',
				'    A question after the copy = An answer after the copy. (other session)',
				'no name:',
			],
			sum: [
				56,
				19,
				2,
				{
					'a prompt without its answer': 1,
					subagent: 5,
					header: 7,
					'said twice': 12,
					system: 3,
					note: 4,
					thinking: 2,
					'tool output': 1,
				},
			],
		},
		dsh: {
			turns: [
				'Dew:',
				'  What is dew? = Water from the air. (ds-1, bash 1, here)',
				'    And frost? = Frozen dew. (ds-1, cancelled, other session)',
				'no name:',
			],
			sum: [21, 4, 2, { note: 10, 'tool output': 2, header: 2, 'unknown record': 1 }],
		},
		'gemini-cli': {
			turns: [
				'no name:',
				'  What is moss? = A small plant. (gemini-2.5-pro, read_file 1, here)',
				'Small plants:',
				'  And what is lichen? = Let me look.⏎⏎A fungus with algae. (gemini-2.5-pro, glob 1)',
				'    Unfinished =  (gemini-2.5-pro, cancelled, glob 1, here)',
			],
			sum: [17, 8, 0, { instructions: 1, 'tool output': 1, note: 6, 'a prompt without its answer': 1 }],
		},
		librechat: {
			turns: [
				'Flat:',
				'  First question = First answer (gpt-4o)',
				'  First question = Second ans (gpt-4o, cancelled)',
				'  First question, edited = In parts (gpt-4o, search 1, here)',
				'Recursive:',
				'  Root = Below (gpt-4o)',
				'    Deeper = Deepest (gpt-4o, inferred time, here)',
			],
			sum: [9, 9, 0, {}],
		},
		'open-webui': {
			turns: [
				'Two models:',
				'  Which is better?⏎⏎[file x.csv, 12 bytes] = The first. (llama3)',
				'  Which is better?⏎⏎[file x.csv, 12 bytes] = The second. (qwen2, cancelled, here)',
				'Bare:',
				'  A bare chat = Is one too. (llama3, error, here)',
			],
			sum: [5, 5, 0, {}],
		},
		pi: {
			turns: [
				'no name:',
				'  Without ids = One after the other.',
				'    Right? = Right. (here)',
				'no name:',
				'Trees:',
				'  Which tree is oldest? = A bristlecone pine. (m-1, #oldest)',
				'    And tallest? =  (m-1, error)',
				'    And widest? = A tule tree. (m-2, here)',
				'    Asked in the fork = Answered in the fork. (m-1, other session)',
			],
			sum: [22, 12, 2, { note: 5, header: 3 }],
		},
		'qwen-code': {
			turns: ['no name:', '  What is a stoat? = A small weasel.⏎⏎Its tail is black. (qwen3, read_file 1, here)'],
			sum: [5, 3, 0, { system: 1, 'tool output': 1 }],
		},
	};

describe.each(Object.entries(HISTORIES))('%s', (tool, { turns, sum }) => {
	const folder = join(import.meta.dirname, 'fixtures', tool);
	const [records, in_turns, merged, skipped] = sum;

	test('becomes turns in their places', async () => {
		const { forest } = memoryWorld();
		const { files, total } = await importHistories(forest, [folder]);
		expect(outlineOf(forest)).toEqual(turns);
		expect(total).toMatchObject({ records, in_turns, merged, skipped });
		expect(files.filter((file) => !addsUp(file))).toEqual([]);
		expect(files.every((file) => file.tool === tool && file.refused === null)).toBe(true);
		expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
		expect(forest.find(`source:${tool}`, 50).count).toBe(total.turns);
	});

	test('a second time, nothing', async () => {
		const { forest } = memoryWorld();
		await importHistories(forest, [folder]);
		const before = { outline: outlineOf(forest), head: forest.head() };
		const { total } = await importHistories(forest, [folder]);
		expect(total).toMatchObject({ records, in_turns: 0, merged: in_turns + merged, skipped, turns: 0, sessions: 0 });
		expect({ outline: outlineOf(forest), head: forest.head() }).toEqual(before);
	});
});

test('messages: pairs, lists, parts, an answer that nobody asked for', async () => {
	const { forest } = memoryWorld();
	const { total, files } = await importHistories(forest, [join(import.meta.dirname, 'fixtures', 'messages')]);
	const lines = outlineOf(forest).filter((line) => line !== 'no name:');
	expect(lines.map((line) => line.replace(/\(.*inferred time.*\)$/, '').trimEnd()).sort()).toEqual(
		[
			'  Sort⏎⏎b a = a b',
			'  Two and two? = Four.',
			'  In parts⏎⏎[image sha256 6450dc6b462ae703] = Seen.',
			'    One⏎⏎Two = Both.',
			'   = I speak first.',
			'    Good. = Is it?',
			'  Hello = Hello to you.',
		].sort(),
	);
	expect(total).toMatchObject({
		records: 18,
		in_turns: 15,
		skipped: { system: 1, 'tool output': 1, 'unknown record': 1 },
	});
	expect(files.every(addsUp)).toBe(true);
	expect(JSON.stringify(forest.sessions().map(({ sid }) => forest.children(`${sid}-000000`)))).not.toContain('base64');
});

test.each([
	['a later time', ['01', '05'], '01'],
	['an earlier one', ['05', '01'], '01'],
	['none', ['01', null], '01'],
	['a time, where there was none,', [null, '05'], '05'],
])('gemini-cli: a question that a resume gives %s was asked when it first was', async (_what, seconds, expected) => {
	const path = join(tempFolder(), 'session.jsonl');
	const header = { sessionId: 'g', projectHash: 'h', startTime: '2025-06-02T00:00:00.000Z' };
	const asked = seconds.map((second) => ({
		id: 'q',
		timestamp: second === null ? 'unknown' : `2025-06-02T00:00:${second}.000Z`,
		type: 'user',
		content: 'And what is lichen?',
	}));
	writeFileSync(path, [header, ...asked].map((line) => `${JSON.stringify(line)}\n`).join(''));
	const { forest } = memoryWorld();
	await importHistories(forest, [path]);
	const [turn] = forest.sessions().flatMap(({ root_bates }) => forest.children(root_bates));
	expect(turn?.created_at).toBe(`2025-06-02T00:00:${expected}.000Z`);
});

test('files that are no history are counted, and refused by a sentence when they were named', async () => {
	const { forest } = memoryWorld();
	const folder = join(import.meta.dirname, 'fixtures', 'chatgpt');
	expect((await importHistories(forest, [folder])).others).toBe(2);
	const { files } = await importHistories(forest, [join(folder, 'user.json'), join(folder, 'not-there.json')]);
	expect(files.map(({ refused }) => refused).sort()).toEqual(['does not exist', 'is no history that is known here']);
});
