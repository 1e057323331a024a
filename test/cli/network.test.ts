import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { machine } from './program.ts';

// Loaded before the program and before every program that it starts: whatever would leave the process is written down.
const WATCH = `
import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
const require = createRequire(import.meta.url);
const tell = (what) => appendFileSync(process.env.WENT_OUT, what + '\\n');
const watch = (object, name, told) => {
	const own = object[name];
	object[name] = function (...given) {
		tell(told(...given));
		return own.apply(this, given);
	};
};
const place = (to) => (Array.isArray(to) ? place(to[0]) : typeof to === 'object' ? (to.path ?? to.host + ':' + to.port) : String(to));
watch(require('node:net').Socket.prototype, 'connect', (to) => 'connect ' + place(to));
for (const dns of [require('node:dns'), require('node:dns').promises])
	for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) watch(dns, name, (host) => 'look up ' + host);
watch(require('node:dgram').Socket.prototype, 'send', () => 'datagram');
watch(require('node:net').Server.prototype, 'listen', () => 'listen');
watch(globalThis, 'fetch', (to) => 'fetch ' + new URL(to.url ?? to).host);
syncBuiltinESMExports();
`;

const { arborist, folder } = machine();

/** A surrounding in which all that leaves a program is written down, and what was. */
function watched(name: string) {
	const watch = join(folder, 'watch.mjs');
	writeFileSync(watch, WATCH);
	const log = join(folder, name);
	return {
		env: { NODE_OPTIONS: `--import ${pathToFileURL(watch).href}`, WENT_OUT: log },
		wentOut: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
	};
}

test('without a configuration nothing leaves the machine, whatever is done', async () => {
	const { env, wentOut } = watched('anything');
	writeFileSync(join(folder, 'bees.md'), '# Bees\nThe first hive came from Ida Berg in 1931.\n');
	writeFileSync(
		join(folder, 'list.json'),
		'[{"role":"user","content":"tea?"},{"role":"assistant","content":"A leaf."}]',
	);
	for (const argv of [
		['add', 'bees.md'],
		['ask', 'who brought the first hive?', '--label', 'bees'],
		['session', '--find', 'hive'],
		['import', 'list.json'],
		['export', '--all', '--as', 'html', '--out', 'all.html'],
		['verify'],
		['checkpoint', '--signed'],
		['prove', '1'],
		['backup', 'copy.db'],
		['stats'],
		['usage'],
		['config'],
	]) {
		const { status, stderr } = await arborist(argv, { env });
		expect([argv, status, stderr]).toEqual([argv, 0, expect.any(String)]);
	}
	await arborist(['session'], { env, input: 'what is Arborist?\n/show\n/quit\n' });
	expect(wentOut()).toEqual([]);
}, 120_000);

test('`doctor` looks for models on this machine, and nowhere else', async () => {
	const { env, wentOut } = watched('doctor');
	expect((await arborist(['doctor'], { env })).status).toBe(0);
	expect(wentOut().filter((each) => !/ 127\.0\.0\.1:\d+$/.test(each))).toEqual([]);
}, 60_000);

test('with an endpoint only that is reached', async () => {
	const { env, wentOut } = watched('endpoint');
	const argv = ['ask', 'anyone there?', '--engine', 'openai', '--model', 'none', '--base-url', 'http://127.0.0.1:9/v1'];
	await arborist(argv, { env: { ...env, OPENAI_API_KEY: 'none' } });
	expect(wentOut()).toContain('fetch 127.0.0.1:9');
	expect(wentOut().filter((each) => !/ 127\.0\.0\.1:9$/.test(each))).toEqual([]);
}, 60_000);
