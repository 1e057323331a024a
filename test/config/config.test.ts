import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseConfig, readConfig } from '../../source/config/config.ts';
import { EXAMPLE } from '../../source/config/example.ts';
import { remapsOf } from '../../source/keymap/remap.ts';
import { ROWS } from '../../source/keymap/table.ts';

const problemsOf = (text: string) => parseConfig(text).problems.map(({ line, message }) => `${line}: ${message}`);

test('no file is no settings', () => {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-config-'));
	expect(readConfig(join(folder, 'config.toml'))).toMatchObject({ engine: [], keys: [], problems: [] });
	expect(readConfig(folder).problems).toEqual([
		{ line: 0, message: `${folder} is no regular file. Nothing in the file is in use.` },
	]);
	const path = join(folder, 'there.toml');
	writeFileSync(path, '\ufeff[keys]\r\nquit = "Q"\r\n');
	expect(readConfig(path)).toMatchObject({
		keys: [{ command: 'quit', line: 2, keys: [{ name: 'Q', line: 2 }] }],
		problems: [],
	});
});

test('keys with their lines, however TOML lets one write them', () => {
	const { keys, problems } = parseConfig(`# mine
[keys]
'turn.edit' = "E"
"turn.stand" = ["enter", "x"]
turn.ask = [ # both
	"a",
	'A',
]
copy = { open = "y" }
[keys.label]
list = []
`);
	expect(problems).toEqual([]);
	expect(
		keys.map(({ command, line, keys }) => [command, line, ...keys.map((key) => `${key.name}@${key.line}`)]),
	).toEqual([
		['turn.edit', 3, 'E@3'],
		['turn.stand', 4, 'enter@4', 'x@4'],
		['turn.ask', 5, 'a@6', 'A@7'],
		['copy.open', 9, 'y@9'],
		['label.list', 11],
	]);
});

test('the example of a new file says nothing, and every line of it can be used', () => {
	expect(parseConfig(EXAMPLE)).toMatchObject({ engine: [], keys: [], problems: [] });
	expect(EXAMPLE.split('\n').filter((line) => line.length > 80)).toEqual([]);
	const used = EXAMPLE.slice(EXAMPLE.indexOf('# [')).replaceAll(/^# /gm, '');
	const { answer, engine, keys, problems } = parseConfig(used);
	expect(problems).toEqual([]);
	expect([...answer.lines.keys()]).toEqual(['engine', 'history', 'keep_stopped']);
	expect(engine.map(({ profile }) => profile.name)).toEqual(['qwen', 'hermes']);
	expect(remapsOf(ROWS, keys).problems).toEqual([]);
	expect(keys).toHaveLength(2);
});

test('what is no setting is told with its line, and the rest works', () => {
	const text = `theme = "dark"
[kyes]
a = "b"
[keys]
quit = 3
help.open = [["?"]]
tree.hide = [{ key = "x" }]
session.list = "L"
[kyes.more]
c = 1
[ui]
`;
	expect(problemsOf(text)).toEqual([
		'1: “theme” stands in no section, like [keys].',
		'2: There is no section [kyes]. Did you mean “keys”?',
		'5: The keys of “quit” are names in quotes, like ["enter", "x"].',
		'6: The keys of “help.open” are names in quotes, like ["enter", "x"].',
		'7: The keys of “tree.hide” are names in quotes, like ["enter", "x"].',
		'11: There is no section [ui].',
	]);
	expect(parseConfig(text).keys).toEqual([{ command: 'session.list', line: 8, keys: [{ name: 'L', line: 8 }] }]);
	expect(problemsOf('keys = "x"')).toEqual(['1: “keys” is a section: [keys], its settings below.']);
	expect(problemsOf('\n[[keys]]\nquit = "Q"')).toEqual(['2: [keys] stands in single brackets, once.']);
});

test('a file that is not TOML is told with its line, and gives no settings', () => {
	for (const [text, line] of [
		['[keys]\nquit = ', 2],
		['[keys]\nquit = "a"\nquit = "b"', 3],
		['[keys\n', 1],
		['[keys]\nquit = # what?\nhelp.open = "h"', 2],
		['[keys]\nquit\nhelp.open = "h"', 2],
		['[keys]\nquit = [1, 2\nhelp.open = "h"', 3],
		['\n\nx = "never ends\n', 3],
		['[keys]\n\u001b = 1', 2],
	] as const) {
		const { keys, problems } = parseConfig(text);
		expect(keys).toEqual([]);
		expect(problems).toEqual([
			{ line, message: expect.stringMatching(/^This is not TOML: [^A-Z].*[^.]\. Nothing in the file is in use\.$/) },
		]);
	}
	expect(problemsOf(`x = ${'['.repeat(100_000)}`)).toHaveLength(1);
});

test('names of every object are names like others', () => {
	expect(problemsOf('[__proto__]\nx = 1\n[constructor]\n')).toEqual([
		'1: There is no section [__proto__].',
		'3: There is no section [constructor].',
	]);
	expect(parseConfig('[keys]\n__proto__ = "x"').keys).toMatchObject([{ command: '__proto__' }]);
	expect(({} as { x?: number }).x).toBeUndefined();
});

test('nothing makes it throw', () => {
	const piece = fc.constantFrom(
		'[keys]',
		'keys',
		'.',
		'=',
		'"',
		"'",
		'\n',
		'[',
		']',
		'{',
		'}',
		'x',
		'1',
		',',
		'#',
		'\\u',
		'-',
	);
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string(),
				fc.array(piece).map((pieces) => pieces.join('')),
			),
			(text) => {
				const { problems } = parseConfig(text);
				const lines = text.split(/\r\n?|\n/).length;
				for (const { line } of problems) expect(line >= 0 && line <= lines).toBe(true);
			},
		),
	);
});
