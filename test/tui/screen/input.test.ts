import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputParser } from '../../../source/tui/screen/input.ts';
import type { InputEvent } from '../../../source/tui/screen/sequences.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The events of bytes that arrive together, then quiet. */
function events(...parts: (string | Uint8Array)[]): InputEvent[] {
	const parser = new InputParser();
	const found = parts.flatMap((part) => parser.push(typeof part === 'string' ? bytes(part) : part));
	for (let tick = 0; tick < 12; tick++) found.push(...parser.flush());
	return found;
}

/** The same in short: keys by name, text in quotes, pastes in angles, replies as a dot. */
function short(...parts: (string | Uint8Array)[]): string {
	return events(...parts)
		.map((event) => {
			if (event.kind === 'key') return event.key;
			if (event.kind === 'reply') return '.';
			return event.kind === 'text' ? `"${event.text}"` : `<${event.text}>`;
		})
		.join(' ');
}

describe('keys', () => {
	test.each([
		['j', 'j'],
		['J', 'J'],
		[' ', 'space'],
		['\r', 'enter'],
		['\n', 'ctrl-j'],
		['\t', 'tab'],
		['\x7f', 'backspace'],
		['\b', 'ctrl-h'],
		['\0', 'ctrl-space'],
		['\x12', 'ctrl-r'],
		['\x1c\x1f', 'ctrl-\\ ctrl-_'],
		['é', 'é'],
		['я', 'я'],
		['\x1b', 'esc'],
		['\x1b\x1b', 'esc esc'],
		['\x1b\x1b[A', 'esc up'],
		['\x1bb', 'alt-b'],
		['\x1bé', 'alt-é'],
		['\x1b\r', 'alt-enter'],
		['\x1b\x7f', 'alt-backspace'],
		['\x1b\n', 'ctrl-alt-j'],
		['\x1b[', 'alt-['],
		['\x1bO', 'alt-O'],
		['\x1b]', 'alt-]'],
		['\x1b[A\x1bOB\x1b[C\x1b[D', 'up down right left'],
		['\x1b[H\x1bOF\x1b[1~\x1b[8~', 'home end home end'],
		['\x1b[5~\x1b[6~\x1b[3~\x1b[2~', 'page-up page-down delete insert'],
		['\x1b[1;5C\x1b[1;3D\x1b[1;2A\x1b[1;6B', 'ctrl-right alt-left shift-up ctrl-shift-down'],
		['\x1b[3;5~', 'ctrl-delete'],
		['\x1b[Z', 'shift-tab'],
		['\x1bOP\x1b[15~\x1b[24~\x1b[[A\x1b[1;5P', 'f1 f5 f12 f1 ctrl-f1'],
	])('%j is %s', (input, expected) => {
		expect(short(input)).toBe(expected);
	});

	test.each([
		['\x1b[106;5u', 'ctrl-j'],
		['\x1b[13;2u\x1b[13;3u', 'shift-enter alt-enter'],
		['\x1b[27;2;13~\x1b[27;5;105~', 'shift-enter ctrl-i'],
		['\x1b[27u\x1b[9;2u\x1b[127;5u', 'esc shift-tab ctrl-backspace'],
		['\x1b[97;4u', 'alt-A'],
		['\x1b[106:74;2u', 'J'],
		['\x1b[97;1:3u', '.'],
		['\x1b[97;1:2u', 'a'],
		['\x1b[57414u\x1b[57400u\x1b[57419u', 'enter 1 up'],
		['\x1b[57441;2u', '.'],
		['\x1b[99;9u', 'super-c'],
	])('kitty and modifyOtherKeys: %j is %s', (input, expected) => {
		expect(short(input)).toBe(expected);
	});

	test('what a key types', () => {
		expect(events('a \x1b[32;1u\x1b[106:74;2u\x1b[49:33;2u\x1b[97;5u')).toEqual([
			{ kind: 'key', key: 'a', text: 'a' },
			{ kind: 'key', key: 'space', text: ' ' },
			{ kind: 'key', key: 'space', text: ' ' },
			{ kind: 'key', key: 'J', text: 'J' },
			{ kind: 'key', key: '!', text: '!' },
			{ kind: 'key', key: 'ctrl-a' },
		]);
	});
});

test.each([
	'\x1b[24;80R',
	'\x1b[?62;22c',
	'\x1b[>0;276;0c',
	'\x1b[0n',
	'\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\',
	'\x1b]11;rgb:ff/ff/ff\x07',
	'\x1bP>|tmux 3.3a\x1b\\',
	'\x1b_Gi=1;OK\x1b\\',
	'\x1b[?1u',
	'\x1b[?2026;2$y',
	'\x1b[8;24;80t',
	'\x1b[I',
	'\x1b[O',
	'\x1b[<64;10;5M',
	'\x1b[<0;1;1m',
	'\x1b[M !!',
	'\x1b[201~',
	'\x1b[99z',
])('%j is a reply, never text', (input) => {
	expect(short(`a${input}b`)).toBe('a . b');
});

test('a reply that never ends, or ends after very long, is no text either', () => {
	expect(short(`\x1b]11;${'x'.repeat(50_000)}`, 'yz')).toBe('');
	expect(short(`\x1b]11;${'x'.repeat(50_000)}`, 'yz\x1b', '\\j')).toBe('. j');
	expect(short('\x1b]0;cut\x18j')).toBe('. j');
	expect(short('\x1b]0;cut\x1b[A')).toBe('. up');
});

describe('text', () => {
	test('is whole over any cut', () => {
		const family = bytes('👩‍👩‍👧');
		expect(short(...Array.from(family, (byte) => Uint8Array.of(byte)))).toBe('"👩" "\u200d" "👩" "\u200d" "👧"');
	});

	test('what is no UTF-8 is a replacement character, and C1 is visible', () => {
		expect(short(Uint8Array.of(0x9b), '2J')).toBe('"\ufffd" 2 J');
		expect(short('\u009b2J')).toBe('"⟨9B⟩" 2 J');
	});
});

describe('a paste', () => {
	const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

	test('is text, never keys, with one kind of line end', () => {
		expect(short(`${paste('a\r\nb\rc\td')}j`)).toBe('<a\nb\nc\td> j');
		expect(short(paste('\x03\x1b[A\x04q'))).toBe('<␃␛[A␄q>');
		expect(short(paste('\u009b2J\x7f\0'))).toBe('<⟨9B⟩2J␡␀>');
	});

	test('that carries its own end mark stays one paste', () => {
		expect(short(paste('a\x1b[201~\rrm -rf\r'))).toBe('<a␛[201~\nrm -rf\n>');
		expect(short(paste('a\x1b[201~\r\x1b[200~b'))).toBe('<a␛[201~\n␛[200~b>');
	});

	test('two at once are one', () => {
		expect(short(paste('a') + paste('b'))).toBe('<ab>');
	});

	test('is not over before it is', () => {
		const parser = new InputParser();
		expect(parser.push(bytes('\x1b[200~abc'))).toEqual([]);
		for (let tick = 0; tick < 100; tick++) expect(parser.flush()).toEqual([]);
		expect(parser.push(bytes('d\x1b[20'))).toEqual([]);
		expect(parser.push(bytes('1~'))).toEqual([]);
		expect(parser.held).toBeGreaterThan(0);
		expect(parser.flush()).toEqual([{ kind: 'paste', text: 'abcd' }]);
	});

	test('that never ends does not keep the keyboard', () => {
		const parser = new InputParser();
		parser.push(bytes('\x1b[200~abc'));
		const events = Array.from({ length: 125 }, () => parser.flush()).flat();
		expect(events).toEqual([{ kind: 'paste', text: 'abc' }]);
		expect(parser.push(bytes('q'))).toEqual([{ kind: 'key', key: 'q', text: 'q' }]);
	});

	test('of a mebibyte in small pieces takes no time', () => {
		const parser = new InputParser();
		parser.push(bytes('\x1b[200~'));
		for (let piece = 0; piece < 1024; piece++) parser.push(new Uint8Array(1024).fill(97));
		parser.push(bytes('\x1b[201~'));
		expect(parser.flush()).toEqual([{ kind: 'paste', text: 'a'.repeat(1024 * 1024) }]);
	});
});

const fragment = fc.oneof(
	fc.constantFrom(
		'a',
		'J',
		' ',
		'\r',
		'\x7f',
		'é',
		'蜘',
		'👩‍👩‍👧',
		'\x1bb',
		'\x1b[A',
		'\x1bOB',
		'\x1b[1;5C',
		'\x1b[27;5;105~',
		'\x1b[Z',
	),
	fc.constantFrom(
		'\x1b[24;80R',
		'\x1b]11;rgb:1/2/3\x07',
		'\x1bP1$r0m\x1b\\',
		'\x1b[<64;1;1M',
		'\x1b[200~x\ry\x1b[201~',
		'\x1b',
		'\x1b[',
	),
	fc.string({ unit: 'binary', maxLength: 5 }),
);

test('however the bytes are cut, the events are the same', () => {
	fc.assert(
		fc.property(fc.array(fragment, { maxLength: 12 }), fc.array(fc.nat(12), { minLength: 1 }), (parts, cuts) => {
			const all = bytes(parts.join(''));
			const pieces: Uint8Array[] = [];
			for (let at = 0, turn = 0; at < all.length; turn++) {
				const size = 1 + (cuts[turn % cuts.length] as number);
				pieces.push(all.slice(at, at + size));
				at += size;
			}
			expect(events(...pieces)).toEqual(events(all));
		}),
		{ numRuns: 3000 },
	);
});

test('a tick of quiet inside a sequence changes nothing, unless after a lone escape', () => {
	for (const input of ['\x1b[1;5C', '\x1bOB', '\x1b]11;rgb:1/2/3\x07', '\x1b[24;80R', 'é']) {
		const all = bytes(input);
		const parser = new InputParser();
		const found = parser.push(all.slice(0, 2));
		found.push(...parser.flush());
		for (const byte of all.slice(2)) found.push(...parser.push(Uint8Array.of(byte)), ...parser.flush());
		expect(found).toEqual(events(input));
	}
});
