import { expect, test } from 'vitest';
import { terminalOf } from '../../source/commands/doctor.ts';

const stdin = { isTTY: true };
const stdout = { isTTY: true, columns: 80, rows: 24 };

test.each([
	[{ TERM: 'xterm-256color' }, { kind: 'xterm-256color', colours: '256', characters: 'UTF-8' }],
	[
		{ TERM: 'xterm', LANG: 'de_DE.UTF-8', COLORTERM: 'truecolor' },
		{ colours: '16777216', characters: 'UTF-8' },
	],
	[
		{ TERM: 'linux', LANG: 'de_DE.UTF-8' },
		{ colours: '16', characters: 'plain (TERM is linux)' },
	],
	[{ TERM: 'xterm', LC_ALL: 'C' }, { characters: 'plain (the locale is C)' }],
	[{ TERM: 'xterm', NO_COLOR: '1' }, { colours: 'none (NO_COLOR)' }],
	[{ TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '1' }, { colours: '16' }],
	[{ TERM: 'dumb' }, { kind: 'dumb: line by line', colours: 'none', characters: 'plain (TERM is dumb)' }],
])('doctor tells of %o what the screen goes by', (env, told) => {
	expect(terminalOf({ stdin, stdout, env })).toMatchObject({ size: '80x24', ...told });
});

test('doctor tells that what is no terminal goes line by line', () => {
	const none = terminalOf({ stdin, stdout: { ...stdout, isTTY: false }, env: { TERM: 'xterm' } });
	expect(none).toMatchObject({ kind: 'none: line by line', size: 'unknown', colours: 'none' });
});
