import { stripVTControlCharacters as stripAnsi } from 'node:util';
import { describe, expect, test } from 'vitest';
import { coloursOf } from '../../../source/terminal.ts';
import { marksOf } from '../../../source/tui/screen/marks.ts';
import { darkByEnvironment, darkByReply, type Meaning, themeOf } from '../../../source/tui/screen/theme.ts';
import { width } from '../../../source/tui/screen/width.ts';

test.each([
	[{ TERM: 'xterm' }, 4],
	[{ TERM: 'tmux-256color' }, 8],
	[{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 24],
	[{ TERM: 'dumb', COLORTERM: 'truecolor' }, 0],
	[{}, 0],
	[{ TERM: 'xterm-256color', NO_COLOR: '1' }, 0],
	[{ TERM: 'xterm-256color', NO_COLOR: '' }, 8],
	[{ TERM: 'dumb', FORCE_COLOR: '1' }, 4],
	[{ NO_COLOR: '1', FORCE_COLOR: '3' }, 24],
	[{ TERM: 'xterm-256color', FORCE_COLOR: '0' }, 0],
	[{ TERM: 'xterm', FORCE_COLOR: '2' }, 8],
])('%j has %i bits of colour', (env, colours) => {
	expect(coloursOf(env)).toBe(colours);
});

test('light and dark, by the reply and by the environment', () => {
	expect(darkByReply(']11;rgb:1e1e/1e1e/2e2e')).toBe(true);
	expect(darkByReply(']11;rgb:ff/ff/e0')).toBe(false);
	expect(darkByReply(']11;rgba:ffff/ffff/ffff/ffff')).toBe(false);
	expect(darkByReply('[24;80R')).toBeUndefined();
	expect(
		[{}, { COLORFGBG: '15;0' }, { COLORFGBG: '0;15' }, { COLORFGBG: '0;default;7' }, { COLORFGBG: '7;8' }].map(
			darkByEnvironment,
		),
	).toEqual([true, true, false, false, true]);
});

describe('every theme', () => {
	const themes = [0, 4, 8, 24].flatMap((colours) =>
		[true, false].map((dark) => themeOf(colours as 0 | 4 | 8 | 24, dark)),
	);

	test('changes how a text looks and nothing else, and turns off what it turned on', () => {
		for (const theme of themes) {
			for (const meaning of Object.keys(theme) as Meaning[]) {
				const styled = theme[meaning]('text');
				expect(stripAnsi(styled)).toBe('text');
				expect(width(styled)).toBe(4);
				expect(theme[meaning]('')).toBe('');
			}
		}
	});

	test('tells where you stand, what was found and where the cursor is without colour', () => {
		const plain = themeOf(0, true);
		expect(plain.accent('x')).toBe('\x1b[1mx\x1b[22m');
		expect(plain.match('x')).toBe('\x1b[4mx\x1b[24m');
		expect(plain.cursor('x')).toBe('\x1b[7mx\x1b[27m');
		expect(
			Object.values(plain)
				.map((style) => style('x'))
				.join(''),
		).not.toMatch(/\x1b\[[34]\d/);
	});
});

test('both sets of marks take one column each, the plain one in ASCII', () => {
	const rich = marksOf({ TERM: 'xterm-256color', LANG: 'en_GB.UTF-8' });
	const plain = marksOf({ TERM: 'linux', LANG: 'en_GB.UTF-8' });
	expect(Object.keys(plain)).toEqual(Object.keys(rich));
	for (const mark of [...Object.values(rich), ...Object.values(plain)]) expect(width(mark)).toBe(1);
	expect(Object.values(plain).join('')).toMatch(/^[!-~]+$/);
	expect(marksOf({ TERM: 'xterm', LC_ALL: 'C' })).toBe(plain);
	expect(marksOf({ TERM: 'xterm' })).toBe(rich);
});
