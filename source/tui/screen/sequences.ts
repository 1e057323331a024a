import { display } from '../../text.ts';
import { BY_LETTER, BY_NUMBER, byCodePoint, byControl, types, withModifiers } from './keys.ts';

export type InputEvent =
	/** A key; `text` is what it types, when it types something. */
	| { readonly kind: 'key'; readonly key: string; readonly text?: string }
	/** Typed text that is no key: emoji, marks, what an input method commits. One code point each. */
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'paste'; readonly text: string }
	/** The terminal speaking for itself: an answer, the mouse, focus. Never text. */
	| { readonly kind: 'reply'; readonly text: string };

/** What stands at a place in the input, and where it ends; `paste` opens one. */
export interface Found {
	readonly end: number;
	readonly event?: InputEvent;
	readonly paste?: true;
}

/** Longer answers are recognised as answers and cut. */
export const REPLY_LIMIT = 256;

/** Reads what begins at `at`. Undefined while it may go on: the decision never depends on how the bytes were cut. */
export function read(input: string, at: number): Found | undefined {
	if (input[at] !== '\u001b') return readCharacter(input, at);
	const next = input[at + 1];
	if (next === undefined) return undefined;
	if (next === '\u001b') return { end: at + 1, event: { kind: 'key', key: 'esc' } };
	if (next === '[') return readCsi(input, at);
	if (next === 'O') return readSs3(input, at);
	if (']PX^_'.includes(next)) return readString(input, at);
	return readAlt(input, at);
}

// A key of one's own to bind is ASCII or a letter of any alphabet; all else is text.
const KEY = /^[ -~\p{L}]$/u;

function readCharacter(input: string, at: number): Found {
	const code = input.codePointAt(at) as number;
	const text = String.fromCodePoint(code);
	const end = at + text.length;
	if (code < 0x20 || code === 0x7f) return { end, event: { kind: 'key', key: byControl(code) } };
	if (code < 0xa0 && code > 0x7f) return { end, event: { kind: 'text', text: display(text) } };
	if (!KEY.test(text)) return { end, event: { kind: 'text', text } };
	return { end, event: { kind: 'key', key: text === ' ' ? 'space' : text, text } };
}

function readAlt(input: string, at: number): Found {
	const { end, event } = readCharacter(input, at + 1);
	const key = event?.kind === 'key' ? event.key : '';
	if (key === '') return { end, event: { kind: 'reply', text: input.slice(at + 1, end) } };
	const ctrl = key.startsWith('ctrl-') ? 'ctrl-' : '';
	return { end, event: { kind: 'key', key: `${ctrl}alt-${key.slice(ctrl.length)}` } };
}

function readSs3(input: string, at: number): Found | undefined {
	const letter = input[at + 2];
	if (letter === undefined) return undefined;
	if (letter < ' ' || letter > '~') return { end: at + 2, event: { kind: 'reply', text: 'O' } };
	const key = BY_LETTER[letter];
	const event: InputEvent = key === undefined ? { kind: 'reply', text: `O${letter}` } : { kind: 'key', key };
	return { end: at + 3, event };
}

const CSI = /\u001b\[([0-?]*)([ -/]*)/y;

function readCsi(input: string, at: number): Found | undefined {
	CSI.lastIndex = at;
	const [start = '', parameters = '', between = ''] = CSI.exec(input) ?? [];
	const final = input[at + start.length];
	if (final === undefined) return undefined;
	const end = at + start.length + 1;
	const reply = (until: number): Found => ({
		end: until,
		event: { kind: 'reply', text: input.slice(at + 1, Math.min(until, at + REPLY_LIMIT)) },
	});
	if (final < '@' || final > '~') return reply(end - 1);
	if (between !== '') return reply(end);
	// The mouse in its oldest form: three characters follow. The Linux console: one letter follows.
	if (parameters === '' && final === 'M') return input.length < end + 3 ? undefined : reply(end + 3);
	if (parameters === '' && final === '[') {
		const letter = input[end];
		if (letter === undefined) return undefined;
		const number = 'ABCDE'.indexOf(letter) + 1;
		return number > 0 ? { end: end + 1, event: { kind: 'key', key: `f${number}` } } : reply(end);
	}
	if (parameters === '200' && final === '~') return { end, paste: true };
	const event = keyOf(parameters, final);
	return event === undefined ? reply(end) : { end, event };
}

function keyOf(parameters: string, final: string): InputEvent | undefined {
	if (/[<=>?]/.test(parameters)) return undefined;
	const fields = parameters
		.split(';')
		.map((field) => field.split(':').map((part) => (part === '' ? undefined : Number(part))));
	const modifiers = fields[1]?.[0] ?? 1;
	const released = fields[1]?.[1] === 3;
	if (released) return undefined;
	const first = fields[0]?.[0];
	if (final === 'u') return byNumber(first, modifiers, fields[0]?.[1], fields[2]);
	if (final === '~' && first === 27) return byNumber(fields[2]?.[0], modifiers);
	if (final === '~') return named(BY_NUMBER[first ?? 0], modifiers);
	if (final === 'Z') return { kind: 'key', key: 'shift-tab' };
	// With two numbers and R it is the place of the cursor, which ctrl-f3 must not be taken for; I and O tell of the focus.
	if (final === 'R' || final === 'M' || (first ?? 1) !== 1) return undefined;
	return named(BY_LETTER[final], modifiers);
}

function named(key: string | undefined, modifiers: number): InputEvent | undefined {
	return key === undefined ? undefined : { kind: 'key', key: withModifiers(key, modifiers) };
}

// Kitty's `CSI code:shifted ; modifiers ; text u` and xterm's `CSI 27 ; modifiers ; code ~`.
function byNumber(
	code: number | undefined,
	modifiers: number,
	shifted?: number,
	codes?: readonly (number | undefined)[],
): InputEvent | undefined {
	const base = byCodePoint((modifiers - 1) & 1 && shifted !== undefined ? shifted : (code ?? 0));
	if (base === undefined) return undefined;
	const typed = types(base, modifiers);
	const key = withModifiers(base, typed && shifted !== undefined ? 1 : modifiers);
	if (!typed) return { kind: 'key', key };
	const given = codes
		?.map((one) => (one !== undefined && one >= 0x20 && one <= 0x10ffff ? String.fromCodePoint(one) : ''))
		.join('');
	const own = base === 'space' ? ' ' : key.replace(/^shift-/, '');
	return { kind: 'key', key, text: display(given || own) };
}

const BODY = /[^\u0007\u0018\u001a\u001b\u009c]*/y;

function readString(input: string, at: number): Found | undefined {
	BODY.lastIndex = at + 2;
	const body = BODY.exec(input)?.[0] ?? '';
	const stop = at + 2 + body.length;
	const event: InputEvent = { kind: 'reply', text: input.slice(at + 1, Math.min(stop, at + REPLY_LIMIT)) };
	if (stop >= input.length) return undefined;
	if (input[stop] !== '\u001b') return { end: stop + 1, event };
	if (input[stop + 1] === undefined) return undefined;
	return { end: input[stop + 1] === '\\' ? stop + 2 : stop, event };
}
