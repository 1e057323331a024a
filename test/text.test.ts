import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { display, displayInPieces, displayLine, safeJson, shorten, wellFormed } from '../source/text.ts';
import { HARMLESS, HOSTILE } from './helpers/hostile.ts';

// Whatever a terminal would obey, and whatever reorders or hides what is read. A newline and a tab are layout.
const ACTS =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

/** What a reader knows to have been there: each picture and each number taken for the character it stands for. */
function understood(shown: string): string {
	return shown
		.replace(/⟨([0-9A-F]{2,6})⟩/g, (whole, hex) =>
			parseInt(hex, 16) > 0x10ffff ? whole : String.fromCodePoint(parseInt(hex, 16)),
		)
		.replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400))
		.replaceAll('\u2421', '\u007f');
}

/** What display owes the reader: everything but the carriage return of a line end. */
const owed = (text: string) => understood(text.toWellFormed().replaceAll('\r\n', '\n'));

const anyText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc
		.array(
			fc.oneof(fc.constantFrom(...HOSTILE.map(({ text }) => text)), fc.string({ unit: 'grapheme', maxLength: 3 })),
			{
				maxLength: 4,
			},
		)
		.map((parts) => parts.join('')),
	fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
);

describe('text on its way in', () => {
	test('half a character becomes the mark of a lost one', () => {
		expect(wellFormed('a\ud83cb\udf33')).toBe('a\ufffdb\ufffd');
	});

	test('NUL is dropped', () => {
		expect(wellFormed('\0half\0way')).toBe('halfway');
	});

	test('nothing else is touched: accents stay composed or apart as they were typed', () => {
		expect(wellFormed('e\u0301 é \u200b\r\n')).toBe('e\u0301 é \u200b\r\n');
	});
});

describe('text on its way to the terminal', () => {
	test.each(HOSTILE)('a text that $does does nothing', ({ text }) => {
		expect(display(text)).not.toMatch(ACTS);
	});

	test.each(HOSTILE)('of a text that $does every character is still there to see', ({ text }) => {
		expect(understood(display(text))).toBe(owed(text));
	});

	test.each(HARMLESS)('$is is shown as it is', ({ text }) => {
		expect(display(text)).toBe(text);
	});

	test('an escape is shown as its picture, a control without one as its number', () => {
		expect(display('\u001b[2J\u007f\u009b\u202e')).toBe('␛[2J␡⟨9B⟩⟨202E⟩');
	});

	test('the line ends of Windows are line ends', () => {
		expect(display('a\r\nb')).toBe('a\nb');
		expect(display('a\r\r\nb')).toBe('a␍\nb');
	});

	test('no text at all acts, and to show what is shown already changes nothing', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const shown = display(text);
				expect(shown).not.toMatch(ACTS);
				expect(shown.isWellFormed()).toBe(true);
				expect(display(shown)).toBe(shown);
				expect(understood(shown)).toBe(owed(text));
			}),
			{ numRuns: 2000 },
		);
	});

	test('a place of one line gets one line', () => {
		expect(displayLine('one \n\n two\tthree\r\nfour')).toBe('one two three four');
		for (const { text } of HOSTILE) expect(displayLine(text)).not.toMatch(/[\n\t]/);
	});

	test('a line is cut by characters, never through one', () => {
		expect(shorten('🌳🌳🌳🌳', 3)).toBe('🌳🌳…');
		expect(shorten('🌳🌳🌳', 3)).toBe('🌳🌳🌳');
	});

	test('is the same text when it comes in pieces, wherever a line end is cut', () => {
		const whole = 'one\r\ntwo\r\n\r\nthree\rfour\n';
		for (let cut = 0; cut <= whole.length; cut++) {
			const shown = displayInPieces();
			expect(shown(whole.slice(0, cut)) + shown(whole.slice(cut))).toBe(display(whole));
		}
	});
});

describe('JSON on its way out', () => {
	test.each(HOSTILE)('a text that $does is escaped and reads back the same', ({ text }) => {
		const json = safeJson({ text });
		expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
		expect(JSON.parse(json)).toEqual({ text });
	});
});

const LIST = new URL('../../shared/cases/hostile-strings.json', import.meta.url);

describe.skipIf(!existsSync(LIST))('the texts that must never act', () => {
	const { hostile, keep } = existsSync(LIST)
		? (JSON.parse(readFileSync(LIST, 'utf8')) as Record<'hostile' | 'keep', { name: string; text: string }[]>)
		: { hostile: [], keep: [] };

	test.each(hostile)('$name does not', ({ text }) => {
		expect(display(text)).not.toMatch(ACTS);
		expect(understood(display(text))).toBe(owed(text));
	});

	test.each(keep)('$name is shown whole', ({ text }) => {
		expect(display(text)).toBe(text.replaceAll('\r\n', '\n'));
	});
});
