import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behindItsBack } from '../helpers/shards.ts';
import { machine, PROGRAM, type Run } from './program.ts';

const { arborist, home, folder } = machine();

/** An error is a sentence and a hint on standard error, and nothing else. */
function expectRefusal({ status, stdout, stderr }: Run, expected: number, sentence: string | RegExp): void {
	expect(stdout).toBe('');
	const [message, hint, ...more] = stderr.split('\n');
	expect(message).toMatch(sentence);
	expect(hint).toMatch(/\S/);
	expect(more).toEqual(['']);
	expect(status).toBe(expected);
}

test('what fails is 1 and what is wrongly typed is 2: a sentence and a hint, never a stack', async () => {
	writeFileSync(join(folder, 'file'), 'no folder');
	const file = { env: { ARBORIST_HOME: join(folder, 'file') } };
	const cases: [number, string | RegExp, string[], object?][] = [
		[2, '--frobnicate', ['ask', 'x', '--frobnicate']],
		[2, 'There is no command “frobnicate”.', ['frobnicate']],
		[2, '`arborist show` needs something after it.', ['show']],
		[1, 'There is no question.', ['ask']],
		[2, '`arborist ask` needs something after it.', ['ask', ' ']],
		[1, 'The library /proc/none/library.db cannot be written.', ['add', 'file', '--home', '/proc/none']],
		[1, /^\/proc\/none\/sessions.db cannot be written/, ['ask', 'x', '--home', '/proc/none']],
		[1, 'There is no turn “nowhere”.', ['show', 'nowhere']],
		[1, 'There is no session “nobody”.', ['session', '--sid', 'nobody']],
		[1, 'No engine is called “oracle”.', ['ask', 'x', '--llm', 'oracle']],
		[1, /^There is no file or folder .*missing\.$/, ['add', 'missing']],
		[1, /^There is no shard at .*missing\.db\.$/, ['verify', '--sessions-db', 'missing.db']],
		[1, /^.*file is not a folder\.$/, ['session', '--list'], file],
		[1, /^.*file is not a folder\.$/, ['ask', 'x'], file],
		[1, /^.*file is not a folder\.$/, ['library'], file],
	];
	const runs = await Promise.all(cases.map(([, , args, options]) => arborist(args, options)));
	for (const [i, [status, sentence]] of cases.entries()) expectRefusal(runs[i] as Run, status, sentence);
});

test('broken integrity is 3', async () => {
	await arborist(['ask', 'what is a bates id?']);
	const shard = join(home, 'sessions.db');
	expect((await arborist(['session', '--chain-check'])).status).toBe(0);
	behindItsBack(shard, (db) => db.exec("UPDATE nodes SET answer_text = 'lies' WHERE seq = 1"));
	const { status, stdout, stderr } = await arborist(['verify']);
	expect([status, stderr]).toEqual([3, '']);
	expect(stdout).toContain('turns    ✗ 1 fault');
});

test('a reader that has seen enough is no error, and a full disk behind > is a sentence', async () => {
	const { stdout, stderr } = await arborist(['--help'], { shell: '"$@" | head -1' });
	expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
	const long = await arborist(['ask'], { input: 'and why? '.repeat(50_000) });
	expect(long.status).toBe(0);
	const cut = await arborist(['show', '1'], { shell: 'set -o pipefail; "$@" | head -c 100' });
	expect([cut.status, cut.stderr]).toEqual([0, '']);
	const full = await arborist(['session', '--list'], { shell: 'exec "$@" > /dev/full' });
	expectRefusal(full, 1, 'What was to be shown could not be written (ENOSPC).');
});

test('a program that is not built says how to build it', async () => {
	const { stdout } = await arborist([], {
		shell: `cp -r "$(dirname "${PROGRAM}")" . && cp "$(dirname "${PROGRAM}")/../package.json" . && node bin/arborist.js ask x 2>&1; echo $?`,
	});
	expect(stdout).toBe('Arborist is not built yet.\nBuild it with: npm run build\n1\n');
});

test('a program of which a part is gone says so, and how to get it back', async () => {
	const { stdout } = await arborist([], {
		shell: `cp -r "$(dirname "${PROGRAM}")" "$(dirname "${PROGRAM}")/../dist" . && cp "$(dirname "${PROGRAM}")/../package.json" . && rm dist/main-*.js && node bin/arborist.js ask x 2>&1; echo $?`,
	});
	expect(stdout).toMatch(/^main-\w+\.js is missing: Arborist was built anew since this started\..+npm run build\n1\n$/);
});
