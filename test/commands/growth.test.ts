import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../source/commands/confirming.ts';
import { forgetEverywhere, pruneEverywhere } from '../../source/commands/erasing.ts';
import { openLibrary } from '../../source/library/library.ts';
import { tracesOf } from '../helpers/traces.ts';
import { ask, fileWorld, tempFolder } from '../helpers/world.ts';
import { desk, readAgain, refusal } from './desk.ts';

describe('session --gc', () => {
	test('shows first what would go, and removes nothing', async () => {
		const { type, plant, sids } = desk();
		plant('tea ; coffee > milk ; cocoa');
		const { text, status } = await type('session', '--gc', '--keep', '1');
		expect(text).toContain('This would remove 2 sessions with 3 turns, for good: this cannot be undone.');
		expect(text).toContain('Nothing was removed. To do it, add --yes.');
		expect([status, sids()]).toEqual([0, expect.objectContaining({ length: 3 })]);
	});

	test('removes with --yes, and verify is content', async () => {
		const { type, plant, sids } = desk();
		const planted = plant('tea ; coffee > milk ; cocoa');
		const { json, text } = await type('session', '--gc', '--keep', '1', '--yes');
		expect(json).toMatchObject({ removed: true, scrubbed: true, turns: 3, keep: 1 });
		expect(json.goes.map(({ sid }: { sid: string }) => sid)).toEqual(planted.sids.slice(0, 2));
		expect(text).toBe('Removed 2 sessions with 3 turns; nothing of their text is left.');
		expect(sids()).toEqual([planted.sids[2]]);
	});

	test('says what stays, and why', async () => {
		const { type, plant } = desk();
		plant('tea ; ^tea > coffee #fine ; cocoa');
		const { text, json } = await type('session', '--gc', '--keep', '0');
		expect(text).toMatch(/holds labelled turns[\s\S]*another session needs it/);
		expect(json.stays.map(({ reason }: { reason: string }) => reason)).toEqual([
			'holds labelled turns',
			'another session needs it',
		]);
	});

	test('spares the session that a conversation stands in', async () => {
		const { type, converse, plant } = desk();
		const { sid } = plant('tea');
		await converse(['/sid'], 'session', '--sid', sid);
		const { json, text } = await type('session', '--gc', '--keep', '0');
		expect(json.stays).toMatchObject([{ sid, reason: 'open' }]);
		expect(text).toMatch(/^Nothing to remove beyond the newest 0.\nAs old, but they stay: 1 session\n.*open$/);
	});

	test('wants to know how many', async () => {
		const { type } = desk();
		for (const argv of [[], ['--keep', '-1'], ['--keep', '1.5']])
			expect((await refusal(type('session', '--gc', ...argv))).code).toBe('USAGE');
		expect((await type('session', '--gc', '--keep', '3')).text).toBe('Nothing to remove beyond the newest 3.');
	});
});

describe('forget', () => {
	test('shows first what would be erased', async () => {
		const { type, plant, forest } = desk();
		const { bates } = plant('tea > milk > sugar');
		const { text } = await type('forget', '2');
		expect(text).toContain(`This would erase question, answer, citations and label of ${bates('milk')}`);
		expect(text).toContain('so does 1 turn below it.');
		expect(forest.turn(bates('milk'))?.question).toBe('milk');
	});

	test('erases with --yes, by any name of the turn but a shared label', async () => {
		const { type, plant, forest } = desk();
		const { bates } = plant('tea #same > milk #same > sugar #sweet');
		expect((await refusal(type('forget', 'same', '--yes'))).message).toContain('2 turns carry the label');
		const { json, text } = await type('forget', 'sweet', '--yes');
		expect(json).toMatchObject({ bates: bates('sugar'), forgotten: true });
		expect(JSON.stringify(json) + text).not.toContain('sugar');
		expect(forest.turn(bates('sugar'))?.question).toBe('');
		expect((await type('show', bates('sugar'))).text).toContain(bates('sugar'));
		expect((await refusal(type('forget', bates('sugar'), '--yes'))).code).toBe('ALREADY_FORGOTTEN');
		expect((await type('verify')).status).toBe(0);
	});

	test('names the words that turns below took over, since those keep them', async () => {
		const { type, forest } = desk();
		const sid = forest.begin();
		const { bates } = ask(forest, sid, 'where do quokkas live?');
		ask(forest, sid, 'and what do they eat?', { meta: { carried: ['quokkas', 'leaves'] } });
		const staying = 'Turns below took words of it over for their search, and keep them: quokkas.';
		expect((await type('forget', bates)).text).toContain(staying);
		const { text, json } = await type('forget', bates, '--yes');
		expect([text, json.staying]).toEqual([`${bates} is forgotten. ${staying}`, ['quokkas']]);
	});
});

test('a terminal is asked once, and only yes is yes', async () => {
	const { context } = desk();
	const shown: string[] = [];
	const typing = (answer: string) => ({
		...context,
		interactive: true,
		print: (text: string) => void shown.push(text),
		async *lines() {
			yield answer;
		},
	});
	expect(await confirmed(typing('yes'), undefined, 'This removes all.')).toBe(true);
	expect(await confirmed(typing('y'), undefined, 'This removes all.')).toBe(false);
	expect(await confirmed(typing(''), true, 'This removes all.')).toBe(true);
	expect(await confirmed(context, undefined, 'This removes all.')).toBe(false);
	expect(shown).toEqual(['This removes all.', 'This removes all.']);
});

test('an answer that was kept for the next time is erased too', async () => {
	const { forest, path } = fileWorld();
	const folder = dirname(path);
	const library = await openLibrary(join(folder, 'library.db'), { now: () => 0 });
	onTestFinished(() => library.close());
	const secret = (n: number) => `the zebra answered ${n}`;
	const sid = forest.begin();
	const turns = [1, 2, 3].map((n) => {
		library.remember(`key${n}`, 'evidence', { answer_text: secret(n) });
		return ask(forest, sid, `q${n}`, { answer_text: secret(n), cache_key: `key${n}`, ...(n === 1 && { under: null }) });
	});
	expect(tracesOf(folder, secret(2))).not.toEqual([]);
	forgetEverywhere(forest, library, turns[1] as (typeof turns)[number]);
	expect(tracesOf(folder, secret(2))).toEqual([]);
	expect(library.recall('key3', 'evidence')).toBeDefined();
	pruneEverywhere(forest, library, [sid]);
	for (const n of [1, 2, 3]) expect(tracesOf(folder, secret(n))).toEqual([]);
});

describe('backup', () => {
	test('is a copy of this moment, for the owner only, that verifies', async () => {
		const { type, plant, forest } = desk({ inFile: true });
		const { sid } = plant('tea > milk');
		const copy = join(tempFolder(), 'copy.db');
		const { json, text } = await type('backup', copy);
		expect(json).toMatchObject({ path: copy, head: forest.head() });
		expect(text).toContain(json.head.event_hash);
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		ask(forest, sid, 'later');
		readAgain(copy, (other) => {
			expect(other.countTurns()).toBe(2);
			expect(other.verify().findings).toEqual([]);
		});
	});

	test('overwrites nothing, and leaves nothing half done', async () => {
		const { type, plant, path } = desk({ inFile: true });
		plant('tea');
		expect(await refusal(type('backup', path))).toMatchObject({ code: 'FILE_EXISTS' });
		const nowhere = join(tempFolder(), 'no', 'copy.db');
		expect(await refusal(type('backup', nowhere))).toMatchObject({ code: 'FILE_NOT_FOUND' });
		expect(existsSync(nowhere)).toBe(false);
	});

	test('needs a shard', async () => {
		expect(await refusal(desk().type('backup', 'x.db'))).toMatchObject({ code: 'FILE_NOT_FOUND' });
	});
});

describe('stats', () => {
	test('tells the shape of the forest, and what --gc would free', async () => {
		const { type, plant } = desk({ inFile: true });
		plant('tea > (milk | sugar | lemon > how much #fine) ; ^tea > coffee ; cocoa');
		const { json, text } = await type('stats', '--keep', '1');
		expect(json).toMatchObject({
			sessions: 3,
			turns: 7,
			labelled_turns: 1,
			depth: 3,
			fan_out: 4,
			branch_points: 1,
			forks_across_sessions: 1,
			gc: { keep: 1, sessions: 1, turns: 1 },
		});
		expect(json.turn_bytes + json.event_bytes + json.index_bytes).toBeLessThanOrEqual(
			json.file_bytes + json.journal_bytes,
		);
		expect(text).toContain('3 turns deep, at most 4 below one, 1 branch point, 1 fork across sessions');
	});

	test('of nothing is nothing', async () => {
		expect((await desk().type('stats')).json).toMatchObject({ sessions: 0, turns: 0, depth: 0, fan_out: 0 });
	});
});
