import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importHistories } from '../../source/intake/intake.ts';
import { addsUp } from '../../source/intake/report.ts';
import { memoryWorld } from '../helpers/world.ts';
import { outlineOf } from './outline.ts';

// Files that the tools themselves wrote, where they are at hand.
const FOLDER = fileURLToPath(new URL('../../../shared/fixtures/histories/', import.meta.url));

/** Of each tool's files: records, in turns, merged, turns, sessions; and its turns, by how they begin. */
const GENUINE: Readonly<Record<string, { sum: readonly number[]; turns: readonly RegExp[] }>> = {
	'pi-0.73.1': {
		sum: [54, 29, 6, 14, 4],
		turns: [
			/^ {2}What is the capital of Australia\? = Answer 2/,
			/^ {4}And why not Sydney\? = Answer 4/,
			/^ {6}Please list the files here, then answer\. = Let me look\.⏎⏎Answer 8.*bash 1/,
			/^ {8}say nothing please = {2}\(fake-2\)/,
			/^ {10}After the compaction: what now\? = .*here/,
			/^ {4}And why not Melbourne\? = .*other session/,
			/^ {6}A question in the clone, naïve café 日本語 👩‍👩‍👧 done = .*other session/,
			/^ {2}Name three trees that grow in wet ground\. = .*#wet trees/,
			/^ {2}Name three trees that grow in DRY ground\. = /,
			/^ {4}fail now please = {2}\(fake-1, error\)/,
			/^ {6}And after the failure\? = .*here/,
		],
	},
	'codex-0.171.0': {
		sum: [61, 10, 0, 4, 2],
		turns: [
			/^ {2}What is the capital of Australia\? = Answer 2/,
			/^ {4}And why not Sydney\? = Answer 4/,
			/^ {6}Please list the files here = Let me look\.⏎⏎Answer 7.*exec_command 1/,
			/^ {8}And why not Melbourne\? \(forked\) = .*other session/,
		],
	},
	'gemini-cli-0.61.0': {
		sum: [36, 10, 0, 4, 2],
		turns: [
			/^ {2}What is the capital of Australia\? = Answer 1/,
			/^ {4}And why not Sydney\? = Answer 3/,
			/^ {6}Please list the files here = Let me look\.⏎⏎Answer 6.*list_directory 1/,
			/^ {2}A second session: naïve café 日本語 👩‍👩‍👧 = /,
		],
	},
	'opencode-1.18.33': {
		sum: [18, 11, 7, 5, 3],
		turns: [
			/^ {2}"What is the capital of Australia\?" = Answer 4/,
			/^ {6}"Please list the files here" = Let me look\.⏎⏎Answer 10.*bash 1/,
			/^ {8}"And why not Melbourne\? \(forked\)" = {2}\(fake-2, cancelled, other session\)/,
		],
	},
};

describe.skipIf(!existsSync(FOLDER)).each(Object.entries(GENUINE))('%s', (folder, { sum, turns }) => {
	const [records, in_turns, merged, made, sessions] = sum as [number, number, number, number, number];

	test('comes in whole, once', async () => {
		const { forest } = memoryWorld();
		const { total, files } = await importHistories(forest, [join(FOLDER, folder)]);
		expect(total).toMatchObject({ records, in_turns, merged, turns: made, sessions });
		expect(files.every(addsUp)).toBe(true);
		const outline = outlineOf(forest);
		for (const turn of turns) expect(outline.filter((line) => turn.test(line))).toHaveLength(1);
		const again = await importHistories(forest, [join(FOLDER, folder)]);
		expect(again.total).toMatchObject({ records, in_turns: 0, merged: in_turns + merged, turns: 0, sessions: 0 });
		expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	});

	test('keeps the time at which each was asked, and no output of a tool', async () => {
		const { forest } = memoryWorld();
		await importHistories(forest, [join(FOLDER, folder)]);
		for (const { root_bates } of forest.sessions()) {
			for (const { meta, answer_text } of forest.children(root_bates)) {
				expect(meta.source?.inferred).toBeUndefined();
				expect(answer_text).not.toContain('notes.txt');
			}
		}
	});
});
