import { nearest } from '../nearest.ts';

// What the input calls a key (source/tui/screen/keys.ts), and what people may call it.

const WORDS = [
	...['enter', 'tab', 'esc', 'space', 'backspace', 'insert', 'delete', 'up', 'down', 'left', 'right'],
	...['home', 'end', 'page-up', 'page-down', 'begin'],
	...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
];

/** What others call a key, and what is another key to a terminal. */
const OTHERS: ReadonlyMap<string, string> = new Map([
	['return', 'enter'],
	['escape', 'esc'],
	['del', 'delete'],
	['ins', 'insert'],
	['pageup', 'page-up'],
	['pgup', 'page-up'],
	['pagedown', 'page-down'],
	['pgdn', 'page-down'],
	[' ', 'space'],
	['ctrl-i', 'tab'],
	['ctrl-m', 'enter'],
	['ctrl-[', 'esc'],
]);

const MODIFIERS: ReadonlyMap<string, string> = new Map([
	['control', 'ctrl'],
	['c', 'ctrl'],
	['meta', 'alt'],
	['option', 'alt'],
	['m', 'alt'],
]);

const CHARACTER = /^[!-~\p{L}]$/u;
const PARTS = /^(ctrl-)?(alt-)?(shift-)?(super-)?(.+)$/su;

/** Whether the input can name a key so; the same key twice, as in `esc esc`, is the second of two within a moment. */
export function isKey(name: string): boolean {
	const [first = '', second, ...more] = name.split(' ');
	if (second !== undefined) return first === second && more.length === 0 && isKey(first);
	// To a terminal these are tab, enter and esc.
	if (OTHERS.has(name)) return false;
	const [, ctrl, , shift, , key = ''] = PARTS.exec(name) ?? [];
	if (!CHARACTER.test(key)) return WORDS.includes(key);
	// A letter with shift is the capital letter, and with ctrl there are no capitals.
	return shift === undefined && !(ctrl !== undefined && /[A-Z]/.test(key));
}

/** The name that was perhaps meant by one that is no key's. */
export function meantKey(name: string): string | undefined {
	const parts = name.trim().split(/[-+](?=.)/);
	const given = parts.slice(0, -1).map((part) => MODIFIERS.get(part.toLowerCase()) ?? part.toLowerCase());
	const last = parts.at(-1) ?? '';
	// A letter with shift is the capital letter; any other letter is meant as it is written, ctrl-R as ctrl-r.
	const letter = CHARACTER.test(last);
	const capital = letter && given.includes('shift');
	const key = capital ? last.toUpperCase() : letter && given.length === 0 ? last : last.toLowerCase();
	const modifiers = ['ctrl', 'alt', 'shift', 'super']
		.filter((modifier) => given.includes(modifier) && !(capital && modifier === 'shift'))
		.map((modifier) => `${modifier}-`)
		.join('');
	const near = nearest(key, WORDS);
	const candidates = [OTHERS.get(name), OTHERS.get(`${modifiers}${key}`), `${modifiers}${OTHERS.get(key) ?? key}`];
	if (near !== undefined) candidates.push(`${modifiers}${near}`);
	return candidates.find((candidate) => candidate !== undefined && isKey(candidate));
}

const ARROWS: ReadonlyMap<string, string> = new Map([
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
]);

/** Keys as help and hints show them: arrows as arrows, a row of digits by its ends. */
export function shownKeys(keys: readonly string[]): string {
	const first = keys[0] ?? '';
	const start = first.slice(0, -1);
	const run = keys.length > 2 && keys.every((key, index) => key === `${start}${index + 1}`);
	return run ? `${first}..${keys.length}` : keys.map((key) => key.replace(/(up|down|left|right)$/, arrow)).join(' ');
}

function arrow(word: string, _group: string, at: number, key: string): string {
	return key.slice(0, at).endsWith('page-') ? word : (ARROWS.get(word) ?? word);
}

/** A key as a sentence says it: `ctrl-c twice`. */
export function spokenKey(key: string): string {
	const [first = '', second] = key.split(' ');
	return second === undefined ? shownKeys([key]) : `${shownKeys([first])} twice`;
}

/** The columns such keys take at most: what may be wide is counted as wide. */
export function columnsOf(text: string): number {
	return [...text].reduce((sum, character) => sum + (character > '\u10ff' && !/[←-↓…]/.test(character) ? 2 : 1), 0);
}
