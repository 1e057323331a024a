import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { machine, PROGRAM } from './program.ts';

const { arborist, home, folder } = machine();

test('on a fresh machine the first question is answered by the handbook, and nobody else can read what was asked', async () => {
	const first = await arborist(['ask', 'how do I fork a conversation?'], { shell: 'umask 000; exec "$@"' });
	expect([first.status, first.stderr]).toEqual([0, '']);
	expect(first.stdout).toMatch(/^\[E1 \| .+ \| handbook, line \d+\]$/m);
	expect(first.stdout).toMatch(/\n(STRICT|HYBRID \d+ of \d+) · .+ · #1 of [0-9a-f]{8}\n$/);
	const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
	expect(mode(home)).toBe('700');
	expect(readdirSync(home).sort()).toEqual(['library.db', 'sessions.db', 'sessions.db.head']);
	for (const name of readdirSync(home)) expect(mode(join(home, name))).toBe('600');

	const again = JSON.parse((await arborist(['ask', 'how do I fork a conversation?', '--json'])).stdout);
	expect(again.cache_hit).toBe(true);
	expect(again.evidence[0].source).toMatch(/^handbook:/);
	expect((await arborist(['verify'])).status).toBe(0);
});

test('looking around on a fresh machine makes no file', async () => {
	const empty = { env: { ARBORIST_HOME: join(folder, 'never') } };
	for (const verb of [['session', '--list'], ['session', '--find', 'tea'], ['verify']])
		expect((await arborist(verb, empty)).status).toBe(0);
	expect(readdirSync(folder)).not.toContain('never');
});

test('--version is the version, alone and among other flags', async () => {
	const { version } = JSON.parse(readFileSync(new URL('../package.json', `file://${PROGRAM}`), 'utf8'));
	for (const flags of [['--version'], ['--version', '--home', '/']])
		expect(await arborist(flags)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test('demo shows a forest and leaves the user’s files alone', async () => {
	const temporary = mkdtempSync(join(tmpdir(), 'arborist-demo-test-'));
	onTestFinished(() => rmSync(temporary, { recursive: true }));
	const listing = () =>
		[folder, home].flatMap((each) => readdirSync(each).map((name) => [name, statSync(join(each, name)).mtimeMs]));
	const before = listing();
	const { status, stdout, stderr } = await arborist(['demo'], { env: { HOME: folder, TMPDIR: temporary } });
	expect([status, stderr]).toEqual([0, '']);
	expect(stdout).toContain('the old cherry · 8 turns, and 1 from elsewhere');
	expect(stdout).toContain('⚑ silver leaf');
	expect(stdout).toMatch(/\[from [0-9a-f]{8}\]/);
	expect(listing()).toEqual(before);
	expect(readdirSync(temporary)).toEqual([]);
});

test('demo leaves nothing behind when it is ended halfway', async () => {
	const temporary = mkdtempSync(join(tmpdir(), 'arborist-demo-test-'));
	onTestFinished(() => rmSync(temporary, { recursive: true }));
	const child = spawn(process.execPath, [PROGRAM, 'demo'], { env: { ...process.env, TMPDIR: temporary } });
	const watcher = watch(temporary, () => child.kill('SIGTERM'));
	await new Promise((resolve) => child.on('close', resolve));
	watcher.close();
	expect(readdirSync(temporary)).toEqual([]);
});

/** The modules of the bundle that a verb loads, by their file: whether what was compiled before could be used. */
async function loadedBy(...words: string[]): Promise<Record<string, boolean>> {
	const program = `
		process.on('exit', () => {
			const all = [...require('${join(PROGRAM, '../load.js')}').loaded];
			console.log(JSON.stringify(Object.fromEntries(all.map(([name, { script }]) => [name, script.cachedDataRejected === false]))));
		});
		require('${PROGRAM}');
	`;
	const { stdout } = await promisify(execFile)(process.execPath, ['-e', program, '--', 'arborist', ...words], {
		env: { ...process.env, ARBORIST_HOME: home },
	});
	return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

test('a verb never loads Ink', async () => {
	const dist = join(PROGRAM, '../../dist');
	const withReact = readdirSync(dist).filter(
		(name) => name.endsWith('.js') && readFileSync(join(dist, name), 'utf8').includes('react.transitional.element'),
	);
	expect(withReact).not.toEqual([]);
	const loaded = Object.keys(await loadedBy('ask', 'how do I fork a conversation?'));
	expect(loaded.filter((name) => withReact.includes(name))).toEqual([]);
});

test('what V8 compiled of the program when it was built is used', async () => {
	const modules = await loadedBy('session', '--list');
	expect(Object.keys(modules).some((name) => name.startsWith('main-'))).toBe(true);
	expect(Object.values(modules)).not.toContain(false);
});
