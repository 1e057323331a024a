import * as tokens from '@alcalzone/ansi-tokenize';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import * as fastTokens from '../../../source/tui/screen/fast/ansi-tokenize.ts';
import fastWidth from '../../../source/tui/screen/fast/string-width.ts';
import { graphemes, width } from '../../../source/tui/screen/width.ts';
import { anyString, random } from './strings.ts';

const STRINGS = 60_000;

test('60,000 strings are as wide as string-width says', () => {
	const pick = random(1);
	for (let index = 0; index < STRINGS; index++) {
		const text = anyString(pick);
		if (width(text) !== stringWidth(text))
			expect({ text, width: width(text) }).toEqual({ text, width: stringWidth(text) });
	}
});

test('60,000 strings become the tokens, styled characters and strings of ansi-tokenize', () => {
	const pick = random(2);
	const all = (from: typeof tokens, text: string) => {
		const list = from.tokenize(text);
		const styled = from.styledCharsFromTokens(list);
		return { list, styled, back: from.styledCharsToString(styled) };
	};
	for (let index = 0; index < STRINGS; index++) {
		const text = anyString(pick);
		const fast = all(fastTokens, text);
		const original = all(tokens, text);
		if (JSON.stringify(fast) !== JSON.stringify(original)) expect(fast).toEqual(original);
	}
});

test('code points of two planes between letters: every one of the first 0x3000, then every seventh', () => {
	const wrong: string[] = [];
	for (let code = 0; code < 0x20000; code += code < 0x3000 ? 1 : 7) {
		const text = `a${String.fromCodePoint(code)}b`;
		if (width(text) !== stringWidth(text)) wrong.push(code.toString(16));
	}
	expect(wrong).toEqual([]);
});

test('graphemes are those of the segmenter', () => {
	const pick = random(3);
	for (let index = 0; index < 20_000; index++) {
		const text = anyString(pick).replaceAll('\x1b', '');
		const parts = [...new Intl.Segmenter().segment(text)].map((part) => part.segment);
		if (graphemes(text).join('\0') !== parts.join('\0')) expect(graphemes(text)).toEqual(parts);
	}
});

test('the stand-in takes the options of the original', () => {
	expect(fastWidth('±', { ambiguousIsNarrow: false })).toBe(2);
	expect(fastWidth('\x1b[1mx', { countAnsiEscapeCodes: true })).toBe(
		stringWidth('\x1b[1mx', { countAnsiEscapeCodes: true }),
	);
});

test('it exports whatever the original exports', () => {
	expect(Object.keys(fastTokens).sort()).toEqual(Object.keys(tokens).sort());
});
