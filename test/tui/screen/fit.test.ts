import { styledCharsFromTokens, tokenize } from '@alcalzone/ansi-tokenize';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { clipToWidth, pad, wrap } from '../../../source/tui/screen/fit.ts';
import { HOSTILE } from '../../helpers/hostile.ts';
import { anyString, random } from './strings.ts';

const characters = (line: string) => styledCharsFromTokens(tokenize(line)).map((one) => stringWidth(one.value));

/** The columns Ink gives a line. */
const cells = (line: string) => characters(line).reduce((sum, own) => sum + Math.max(1, own), 0);

function open(line: string): number {
	const last = styledCharsFromTokens(tokenize(`${line}#`)).at(-1);
	return last?.styles.length ?? 0;
}

test('a clipped line fits, in Ink too, and leaves no colour open', () => {
	const pick = random(11);
	for (let index = 0; index < 6_000; index++) {
		const text = anyString(pick);
		const columns = 1 + pick(12);
		const line = clipToWidth(text, columns);
		const each = characters(line);
		const wide = cells(line);
		if (wide > columns || each.includes(0)) expect({ text, columns, line, wide }).toBe('fitting');
		if (line !== text && !text.includes(']8;') && open(line) > 0) expect({ text, columns, line }).toBe('closed');
	}
});

test.each([
	['spider', 6, 'spider'],
	['spider', 5, 'spid…'],
	['蜘蛛侠', 6, '蜘蛛侠'],
	['蜘蛛侠', 5, '蜘蛛…'],
	['蜘蛛侠', 4, '蜘…'],
	['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
	['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
	['\x1b[1mspider\x1b[22m', 4, '\x1b[1mspi…\x1b[22m'],
	['abc', 0, ''],
	['abc', 1, '…'],
	['\u0301x', 9, '\u25cc\u0301x'],
	['a\u00adb', 9, 'a⟨AD⟩b'],
	['a\x1b]0;t\x07', 30, 'a⟨1B⟩]0;t⟨7⟩'],
	['a\tb', 9, 'a    b'],
])('%j in %i columns is %j', (text, columns, expected) => {
	expect(clipToWidth(text, columns)).toBe(expected);
});

test('pad fills or clips to exactly the width, unless a wide character leaves one column', () => {
	expect([pad('ab', 4), pad('ab', 4, 'right'), pad('abcdef', 4)]).toEqual(['ab  ', '  ab', 'abc…']);
	expect(pad('蜘蛛侠', 4)).toBe('蜘… ');
});

test.each([
	['the quick brown fox', 10, ['the quick', 'brown fox']],
	['the quick', 5, ['the', 'quick']],
	['incomprehensible', 6, ['incomp', 'rehens', 'ible']],
	['a incomprehensible', 6, ['a', 'incomp', 'rehens', 'ible']],
	['    indented', 8, ['    inde', 'nted']],
	['one\n\ntwo', 9, ['one', '', 'two']],
	['蜘蛛侠是谁', 4, ['蜘蛛', '侠是', '谁']],
	['see 蜘蛛侠', 6, ['see 蜘', '蜘蛛侠'.slice(1)]],
	['\x1b[1mbold words\x1b[22m', 5, ['\x1b[1mbold\x1b[22m', '\x1b[1mwords\x1b[22m']],
	['', 5, ['']],
	['x   ', 2, ['x']],
])('%j at %i is wrapped', (text, columns, rows) => {
	expect(wrap(text, columns)).toEqual(rows);
});

test('wrapping loses nothing but spaces and fits', () => {
	const solidText = (text: string) => text.replaceAll(/\s/g, '');
	const unit = fc.constantFrom('a', 'bc', ' ', '  ', '\n', '蜘', '👩‍👩‍👧', 'e\u0301', 'longlongword', '🇧🇷');
	fc.assert(
		fc.property(fc.array(unit, { maxLength: 40 }), fc.integer({ min: 2, max: 15 }), (parts, columns) => {
			const text = parts.join('');
			const rows = wrap(text, columns);
			expect(solidText(rows.join(''))).toBe(solidText(text));
			for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(columns);
		}),
		{ numRuns: 1500 },
	);
});

test('no hostile string gets a byte that acts past the clip', () => {
	for (const { text } of HOSTILE) {
		expect(clipToWidth(text, 40).replaceAll(/\x1b\[[\d;]*m/g, '')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
	}
});
