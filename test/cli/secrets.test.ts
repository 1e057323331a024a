import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tracesOf } from '../helpers/traces.ts';
import { machine } from './program.ts';

// Put together here, so that no scanner takes this file for a leak.
const PLANTED = `AKIA${'Q7'.repeat(8)}`;

const { arborist, home } = machine();
const calm = (text: string) => expect(text).not.toContain(PLANTED);

describe('a question that looks to hold a key', () => {
	test('is neither stored nor sent nor repeated: not as an argument, not from a pipe, not in a session', async () => {
		const runs = [
			await arborist(['ask', `why is ${PLANTED} refused?`]),
			await arborist(['ask'], { input: `why is ${PLANTED} refused?` }),
			await arborist(['session'], { input: `why is ${PLANTED} refused?\nWhat is Arborist?\n` }),
		];
		for (const { stdout, stderr } of runs) {
			calm(stdout + stderr);
			expect(stderr).toContain('The question looks to hold an AWS key');
		}
		expect(runs.map(({ status }) => status)).toEqual([1, 1, 1]);
		expect(runs[0]?.stderr).toContain('To ask it as it is: --yes.');
		expect(existsSync(join(home, 'sessions.db'))).toBe(true);
		expect(tracesOf(home, PLANTED)).toEqual([]);
	}, 60_000);

	test('is asked when a person says that it is meant: by --yes, or by the same line once more', async () => {
		const asked = await arborist(['ask', `why is ${PLANTED} refused?`, '--yes', '--json']);
		expect(JSON.parse(asked.stdout).question).toContain(PLANTED);
		const typed = await arborist(['session'], { input: `and ${PLANTED}?\nand ${PLANTED}?\n/show\n` });
		expect(typed.stdout).toContain(`and ${PLANTED}?`);
		expect(typed.stderr).toContain('To ask it as it is, type the same line again.');
	}, 60_000);
});

test('a key of the environment is in no file, output or error', async () => {
	const key = `sk-${'proj'}-${'9xK'.repeat(15)}`;
	const env = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key };
	const runs = [
		await arborist(
			['ask', 'anyone there?', '--engine', 'openai', '--model', 'none', '--base-url', 'http://127.0.0.1:9/v1'],
			{ env },
		),
		await arborist(['ask', 'What is Arborist?', '--stream-json'], { env }),
		await arborist(['stats'], { env }),
		await arborist(['verify', '--json'], { env }),
	];
	for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(key);
	expect(tracesOf(home, key)).toEqual([]);
}, 60_000);
