import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addBeside, importBeside, verifyBeside } from '../../source/tui/beside.ts';
import { tempFolder } from '../helpers/world.ts';

/** Has a script stand where the program does. */
function standIn(script: string): void {
	const file = join(tempFolder(), 'program.js');
	writeFileSync(file, script);
	const [, program = ''] = process.argv;
	process.argv[1] = file;
	onTestFinished(() => {
		process.argv[1] = program;
	});
}

test.each([
	['process.exit(1)', '`arborist verify` ended without a word.'],
	['console.error("Out of memory.\\nand more"); process.exit(1)', 'Out of memory.'],
])('a command that fails is a sentence and what to do about it: %s', async (script, message) => {
	standIn(script);
	await expect(verifyBeside('sessions.db', () => undefined)).rejects.toMatchObject({
		code: 'COMMAND_FAILED',
		message,
		hint: 'Run `arborist verify` in a shell: there it may say more.',
	});
});

test('an error that it knows comes as it is', async () => {
	const error = { code: 'SHARD_LOCKED', message: 'Busy.', hint: 'Wait.' };
	standIn(`process.send({ error: ${JSON.stringify(error)} }, () => process.exit(1))`);
	await expect(verifyBeside('sessions.db', () => undefined)).rejects.toMatchObject(error);
});

test('documents are added in the home that the screen has; what is done so far is told', async () => {
	standIn('process.send({ line: "7 of 9 files" }, () => console.log(JSON.stringify({ args: process.argv.slice(2) })))');
	const told: string[] = [];
	const signal = new AbortController().signal;
	const report = await addBeside('/home/ada/.arborist', '/notes', { onProgress: (line) => told.push(line), signal });
	expect(report).toEqual({ args: ['add', '/notes', '--json', '--home', '/home/ada/.arborist'] });
	expect(told).toEqual(['7 of 9 files']);
});

test('an import that is killed is told with what to do', async () => {
	standIn('process.kill(process.pid, "SIGKILL")');
	const watch = { onStep: () => undefined, signal: new AbortController().signal };
	await expect(importBeside('sessions.db', ['x'], watch)).rejects.toMatchObject({
		message: '`arborist import` was ended from outside (SIGKILL).',
		hint: 'What is in stays. Import again to go on.',
	});
});
