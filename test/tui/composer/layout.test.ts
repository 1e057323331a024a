import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftOf, edit } from '../../../source/tui/composer/edit.ts';
import { layout } from '../../../source/tui/composer/layout.ts';
import { width } from '../../../source/tui/screen/width.ts';
import { HARMLESS, HOSTILE } from '../../helpers/hostile.ts';

const shown = (text: string, columns: number, rows: number, caret = text.length) =>
	layout({ text, caret }, columns, rows);

test('wraps at words, the caret after the last of them', () => {
	expect(shown('the quick brown fox', 11, 5)).toEqual({
		lines: ['the quick ', 'brown fox'],
		caret: { row: 1, column: 9 },
		above: false,
		below: false,
	});
});

test('an empty text is one row', () => {
	expect(shown('', 11, 5)).toEqual({ lines: [''], caret: { row: 0, column: 0 }, above: false, below: false });
	expect(shown('a\n', 11, 5)).toMatchObject({ lines: ['a', ''], caret: { row: 1, column: 0 } });
});

test('a full row leaves room for the caret', () => {
	expect(shown('abcdefghij', 11, 5).caret).toEqual({ row: 0, column: 10 });
	expect(shown('abcdefghijk', 11, 5)).toMatchObject({ lines: ['abcdefghij', 'k'], caret: { row: 1, column: 1 } });
});

test('wide characters and tabs', () => {
	expect(shown('蜘蛛侠', 5, 5)).toMatchObject({ lines: ['蜘蛛', '侠'], caret: { row: 1, column: 2 } });
	expect(shown('\tx', 9, 5)).toMatchObject({ lines: ['    x'], caret: { row: 0, column: 5 } });
});

test('shows the rows around the caret', () => {
	const text = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
	expect(shown(text, 20, 3)).toMatchObject({
		lines: ['line 17', 'line 18', 'line 19'],
		caret: { row: 2 },
		above: true,
		below: false,
	});
	expect(shown(text, 20, 3, 0)).toMatchObject({
		lines: ['line 0', 'line 1', 'line 2'],
		caret: { row: 0 },
		above: false,
		below: true,
	});
	expect(shown(text, 20, 3, text.indexOf('line 9'))).toMatchObject({
		lines: ['line 8', 'line 9', 'line 10'],
		caret: { row: 1 },
		above: true,
		below: true,
	});
	expect(shown(text, 20, 1, text.indexOf('line 9')).lines).toEqual(['line 9']);
});

test('a mebibyte of lines is laid out around the caret only', () => {
	const text = 'a line of some length\n'.repeat(50_000);
	const before = performance.now();
	for (let key = 0; key < 100; key++) shown(text, 80, 6, text.length / 2 + key);
	expect(performance.now() - before).toBeLessThan(1000);
});

/** Rows as they must be: as many as allowed, none too wide, the caret on one of them, no byte that acts. */
function checkFrame(text: string, caret: number, columns: number, rows: number): void {
	const { lines, caret: at } = layout({ text, caret }, columns, rows);
	expect(lines.length).toBeGreaterThan(0);
	expect(lines.length).toBeLessThanOrEqual(rows);
	for (const line of lines) {
		expect(width(line)).toBeLessThanOrEqual(columns);
		expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
	}
	expect(at.row).toBeLessThan(lines.length);
	expect(at.column).toBeLessThan(columns);
}

test('no hostile string changes the height or reaches the terminal', () => {
	for (const { text } of [...HOSTILE, ...HARMLESS]) {
		const draft = edit(draftOf('before '), { do: 'insert', text });
		for (const columns of [2, 3, 8, 40])
			for (let caret = 0; caret <= draft.text.length; caret++) checkFrame(draft.text, caret, columns, 4);
	}
});

test('nor does any other', () => {
	const unit = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 3 }),
		fc.constantFrom('\n', ' ', '👩‍👩‍👧', 'word', '\u0301', '蜘', '\t', '\u202e'),
	);
	fc.assert(
		fc.property(
			fc.array(unit, { maxLength: 30 }),
			fc.nat(),
			fc.integer({ min: 2, max: 30 }),
			fc.integer({ min: 1, max: 6 }),
			(parts, at, columns, rows) => {
				const { text } = draftOf(parts.join(''));
				checkFrame(text, at % (text.length + 1), columns, rows);
			},
		),
		{ numRuns: 1000 },
	);
});
