import { expect, test } from 'vitest';
import { wrapText } from '../source/wrap.ts';

test.each([
	['a line that fits', 'one two', ['one two']],
	['between words', 'one two three four five six', ['one two three four', 'five six']],
	['below its text, beside its name', 'size   of three or four things', ['size   of three or', '       four things']],
	['below its indent', '  one two three four five', ['  one two three four', '  five']],
	['a path stays whole', 'see /a/very/long/path/of/files there', ['see', '/a/very/long/path/of/files', 'there']],
	[
		'a command and a flag with its value too',
		'it takes a [--flag VALUE] `arborist x y`',
		['it takes a', '[--flag VALUE]', '`arborist x y`'],
	],
	['line by line', 'one\n\ntwo', ['one', '', 'two']],
])('%s', (_what, text, lines) => {
	expect(wrapText(text, 20).split('\n')).toEqual(lines);
});

test('where there is no width, nothing is broken', () => {
	const text = 'word '.repeat(500).trim();
	expect(wrapText(text, Number.POSITIVE_INFINITY)).toBe(text);
});
