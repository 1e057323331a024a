import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { wellFormed } from '../../source/text.ts';
import { HARMLESS, HOSTILE } from '../helpers/hostile.ts';
import { machine, type Run } from './program.ts';

// Whatever a terminal would obey, and whatever reorders or hides what is read. A newline and a tab are layout.
const ACTS =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
/** JSON says these as `\u` escapes. */
const UNSAFE_IN_JSON = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What a pipe carries of them: half a character is none there. */
const TEXTS = [...HOSTILE, ...HARMLESS].map(({ text }) => text.toWellFormed()).filter((text) => !text.includes('\n'));
/** NUL ends an argument and a file name, and makes a document binary. */
const printable = (text: string) => text.replaceAll('\0', '');
const ALL = printable(TEXTS.join(' '));
const fileName = (text: string) => `${printable(text).replaceAll('/', '_')}.md`;

const { arborist, home, folder } = machine();
const notes = join(folder, 'notes');

function expectCalm({ stdout, stderr }: Run): void {
	expect(stdout).not.toMatch(ACTS);
	expect(stderr).not.toMatch(ACTS);
	expect(stderr).not.toMatch(/^ {4}at /m);
}

let session: Run;
let added: Run;

beforeAll(async () => {
	mkdirSync(notes);
	for (const [i, text] of TEXTS.map(printable).entries()) {
		const body = `Note ${i} is about ${text} and nothing else. ${'It goes on about that for quite a while. '.repeat(8)}`;
		writeFileSync(join(notes, fileName(text)), `# ${text}\n\n${body}\n`);
	}
	writeFileSync(join(notes, `${ALL.replaceAll('/', '_').slice(0, 60)}.bin`), Buffer.from([0, 1, 2, 3]));
	added = await arborist(['add', 'notes']);
	const lines = TEXTS.flatMap((text) => [text, `/label ${text}`, `/find ${text}`, `/cd ${text}`, `/show ${text}`]);
	session = await arborist(['session', '--label', 'a\u200bb\u2060c'], {
		input: [...lines, '/tree', '/branches', '/show', '/nope \u001b[2J', ''].join('\n'),
	});
}, 60_000);

test('a session of them shows nothing that acts, and goes on to its end', () => {
	expectCalm(session);
	expect(session.stdout).toContain(`· ${TEXTS.length} turns`);
	expect(session.stderr.split('\n').length % 2).toBe(1);
});

test('what is stored is what was asked', () => {
	const forest = openForest(join(home, 'sessions.db'), { readonly: true });
	const [stored] = forest.sessions();
	const asked = TEXTS.map((_text, i) => forest.turn(`${stored?.sid}-${String(i + 1).padStart(6, '0')}`)?.question);
	forest.close();
	expect(asked).toEqual(TEXTS.map(wellFormed));
	expect(stored?.label).toBe('a\u200bb\u2060c');
});

test('files that carry them are added, and what cannot be a document is named', () => {
	expect(added.status).toBe(0);
	expectCalm(added);
	expect(added.stdout).toMatch(new RegExp(`^  skipped .*: binary\\n${TEXTS.length} documents added .* 1 skipped\\n$`));
});

describe('every command shows them calmly', () => {
	test.each([
		['session --list', ['session', '--list']],
		['session --tree', ['session', '--tree']],
		['session --find all of them', ['session', '--find', ALL]],
		['session --find a word', ['session', '--find', 'note']],
		['show', ['show', '1']],
		['library', ['library']],
		['verify', ['verify']],
		['ask', ['ask', ALL]],
	])('%s', async (_name, args) => {
		const [people, programs] = await Promise.all([arborist(args), arborist([...args, '--json'])]);
		expect([people.status, programs.status, people.stderr, programs.stderr]).toEqual([0, 0, '', '']);
		expectCalm(people);
		expect(programs.stdout).not.toMatch(UNSAFE_IN_JSON);
		expect(() => JSON.parse(programs.stdout)).not.toThrow();
	});
});

test('--json gives them back as they are', async () => {
	const [tree, library] = await Promise.all(
		[
			['session', '--tree', '--sid', 'a\u200bb\u2060c', '--json'],
			['library', '--json'],
		].map((args) => arborist(args)),
	);
	const questions = JSON.parse(tree?.stdout ?? '').map(({ question }: { question: string }) => question);
	expect(questions.sort()).toEqual(TEXTS.map(wellFormed).sort());
	const names = TEXTS.map((text) => join(notes, fileName(text)));
	expect(
		JSON.parse(library?.stdout ?? '')
			.map(({ path }: { path: string }) => path)
			.sort(),
	).toEqual(names.sort());
});

test('as arguments they are refused in two calm lines', async () => {
	const attempts = [
		[ALL],
		[`--${ALL}`],
		['show', ALL],
		['ask', 'x', '--sid', ALL],
		['ask', 'x', '--at', ALL],
		['ask', 'x', '--label', ALL],
		['ask', 'x', '--llm', ALL],
		['add', ALL],
		['remove', ALL],
		['session', '--list', '--sessions-db', ALL],
	];
	for (const run of await Promise.all(attempts.map((args) => arborist(args)))) {
		expectCalm(run);
		expect(run.stdout).toBe('');
		expect(run.stderr.split('\n')).toHaveLength(3);
		expect([1, 2]).toContain(run.status);
	}
});
