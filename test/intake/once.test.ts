import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importHistories, type Progress } from '../../source/intake/intake.ts';
import type { Forest } from '../../source/store/forest.ts';
import { fileWorld, memoryWorld, tempFolder } from '../helpers/world.ts';
import { outlineOf } from './outline.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

function rootsOf(forest: Forest): Record<string, string | undefined> {
	return Object.fromEntries(
		forest
			.sessions()
			.map(({ sid, root_bates }) => [sid, forest.turn(root_bates)?.subtree_hash])
			.sort(),
	);
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

async function grown(...imports: string[][]): Promise<Forest> {
	const { forest } = memoryWorld();
	for (const paths of imports) await importHistories(forest, paths);
	expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	return forest;
}

/** A file of lines as it was at a moment. */
function asOf(path: string, moment: string): string {
	const kept = readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => {
			const time = /"timestamp": "([^"]+)"/.exec(line)?.[1];
			return line !== '' && (time === undefined || time <= moment);
		});
	const copy = join(tempFolder(), 'earlier.jsonl');
	writeFileSync(copy, `${kept.join('\n')}\n`);
	return copy;
}

describe('in any order', () => {
	test.each(readdirSync(FIXTURES))('%s: equal roots', async (tool) => {
		const files = filesIn(join(FIXTURES, tool));
		const forth = await grown(files);
		const back = await grown(files.toReversed());
		expect(rootsOf(back)).toEqual(rootsOf(forth));
		expect(outlineOf(back)).toEqual(outlineOf(forth));
	});

	test('whatever the files are called', async () => {
		const folder = tempFolder();
		for (const [index, file] of filesIn(join(FIXTURES, 'claude-code')).entries())
			cpSync(file, join(folder, `${9 - index}`));
		expect(rootsOf(await grown([folder]))).toEqual(rootsOf(await grown([join(FIXTURES, 'claude-code')])));
	});
});

describe('half, then all', () => {
	test.each([
		['claude-code', 's-one.jsonl', '2025-03-01T10:00:11.000Z'],
		['claude-code', 's-one.jsonl', '2025-03-01T10:00:17.000Z'],
		['codex', 'rollout-a.jsonl', '2025-05-01T10:00:14.000Z'],
		['pi', '2025_11111111-0000-7000-8000-000000000001.jsonl', '2025-07-01T10:00:04.000Z'],
	])('%s %s as of %s: the roots that all at once gives', async (tool, name, moment) => {
		const path = join(FIXTURES, tool, name);
		const all = await grown([path]);
		const half = asOf(path, moment);
		const first = await grown([half]);
		expect(first.countTurns()).toBeLessThan(all.countTurns());
		expect(rootsOf(await grown([half], [path]))).toEqual(rootsOf(all));
	});

	test('an original, then its forks', async () => {
		const [original = '', ...forks] = filesIn(join(FIXTURES, 'pi'))
			.filter((path) => path.includes('2025_'))
			.sort();
		expect(rootsOf(await grown([original], [original, ...forks]))).toEqual(rootsOf(await grown([original, ...forks])));
	});

	test('a later export of ChatGPT, its chats in another order', async () => {
		const chats = JSON.parse(readFileSync(join(FIXTURES, 'chatgpt', 'conversations.json'), 'utf8')) as {
			mapping?: Record<string, { message: { create_time: number | null } | null }>;
		}[];
		const folder = tempFolder();
		const earlier = structuredClone(chats.slice(0, 1));
		const mapping = earlier[0]?.mapping ?? {};
		for (const [id, node] of Object.entries(mapping))
			if ((node.message?.create_time ?? 0) > 1_700_000_025) delete mapping[id];
		writeFileSync(join(folder, 'earlier.json'), JSON.stringify(earlier));
		writeFileSync(join(folder, 'later.json'), JSON.stringify(chats.toReversed()));
		const all = await grown([join(folder, 'later.json')]);
		expect(rootsOf(await grown([join(folder, 'earlier.json')], [join(folder, 'later.json')]))).toEqual(rootsOf(all));
		expect(rootsOf(await grown([folder]))).toEqual(rootsOf(all));
	});
});

describe('what is here already', () => {
	const messages = (path: string, list: object[], title = 'T') => {
		writeFileSync(path, JSON.stringify([{ conversationId: 'l-1', title, messages: list }]));
		utimesSync(path, 1_700_000_000, 1_700_000_000);
	};
	const said = (messageId: string, parentMessageId: string | null, text: string, more: object = {}) => ({
		messageId,
		parentMessageId,
		isCreatedByUser: messageId.startsWith('q'),
		text,
		createdAt: `2025-01-01T00:00:0${messageId.slice(1)}.000Z`,
		...more,
	});

	test('an answer that was unfinished and is finished now is a sibling', async () => {
		const path = join(tempFolder(), 'chat.json');
		const { forest } = memoryWorld();
		messages(path, [said('q1', null, 'Why?'), said('a2', 'q1', 'Beca', { unfinished: true })]);
		await importHistories(forest, [path]);
		messages(path, [said('q1', null, 'Why?'), said('a2', 'q1', 'Because.')]);
		const { total } = await importHistories(forest, [path]);
		expect(total).toMatchObject({ records: 2, in_turns: 2, merged: 0, turns: 1, sessions: 0 });
		expect(outlineOf(forest)).toEqual(['T:', '  Why? = Beca (cancelled)', '  Why? = Because. (here)']);
		expect((await importHistories(forest, [path])).total).toMatchObject({ in_turns: 0, merged: 2 });
	});

	test('a session that was pruned stays away, and its records say so', async () => {
		const { forest } = fileWorld();
		const path = join(FIXTURES, 'qwen-code');
		await importHistories(forest, [path]);
		forest.prune(forest.sessions().map(({ sid }) => sid));
		const { total } = await importHistories(forest, [path]);
		expect(total).toMatchObject({ records: 5, in_turns: 0, merged: 0, turns: 0, sessions: 0 });
		expect(total.skipped['of a session that was pruned here']).toBe(3);
		expect(forest.sessions()).toEqual([]);
	});

	test('a turn that was forgotten is not brought back', async () => {
		const { forest } = fileWorld();
		const path = join(FIXTURES, 'librechat', 'recursive.json');
		await importHistories(forest, [path]);
		const [turn] = forest.find('Deepest', 5).hits;
		forest.forget(turn?.bates ?? '');
		expect((await importHistories(forest, [path])).total).toMatchObject({ in_turns: 0, merged: 4, turns: 0 });
		expect(forest.find('Deepest', 5).count).toBe(0);
		expect(forest.verify().intact).toBe(true);
	});

	test('where the user stands, and what the user named, stays', async () => {
		const path = join(tempFolder(), 'chat.json');
		const { forest } = memoryWorld();
		messages(path, [said('q1', null, 'Why?'), said('a2', 'q1', 'Because.')]);
		await importHistories(forest, [path]);
		const [session] = forest.sessions();
		const sid = session?.sid ?? '';
		forest.move(sid, `${sid}-000000`);
		forest.labelSession(sid, 'mine');
		messages(
			path,
			[said('q1', null, 'Why?'), said('a2', 'q1', 'Because.'), said('q3', 'a2', 'And?'), said('a4', 'q3', 'So.')],
			'theirs',
		);
		await importHistories(forest, [path]);
		expect(forest.session(sid)).toMatchObject({ label: 'mine', current_bates: `${sid}-000000`, next_seq: 3 });
	});

	test('two people who ask the same thing are two', async () => {
		const folder = tempFolder();
		for (const id of ['one', 'two']) {
			const chat = {
				conversationId: id,
				title: id,
				messages: [said('q1', null, 'Why?'), said('a2', 'q1', 'Because.')],
			};
			writeFileSync(join(folder, `${id}.json`), JSON.stringify(chat));
		}
		const forest = await grown([folder]);
		expect(forest.countTurns()).toBe(2);
	});
});

test('stopped halfway, an import goes on where it stopped', async () => {
	const { forest } = memoryWorld();
	const stop = new AbortController();
	const folder = join(FIXTURES, 'codex');
	let looked = 0;
	const report = await importHistories(forest, [folder], {
		signal: stop.signal,
		onProgress: () => {
			if (++looked === 3) stop.abort();
		},
	});
	expect(report.interrupted).toBe(true);
	expect(forest.verify().intact).toBe(true);
	const { interrupted } = await importHistories(forest, [folder]);
	expect(interrupted).toBe(false);
	expect(rootsOf(forest)).toEqual(rootsOf(await grown([folder])));
});

test('what is told on the way ends with what the report says', async () => {
	const { forest } = memoryWorld();
	const told: Progress[] = [];
	const { total } = await importHistories(forest, [FIXTURES], { onProgress: (progress) => void told.push(progress) });
	const { turns, sessions } = told.at(-1) as Progress;
	expect([turns, sessions]).toEqual([total.turns, total.sessions]);
	expect(told.every((each, at) => at === 0 || each.turns >= (told[at - 1]?.turns ?? 0))).toBe(true);
});
