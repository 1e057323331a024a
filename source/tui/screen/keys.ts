/**
 * What the terminal's encodings call a key. Names are `ctrl-`, `alt-`, `shift-`, `super-` in this order, then the key: a
 * character as it is typed (`J`, not shift-j), or a word.
 */

/** The finals of `ESC [ … X` and `ESC O X`. */
export const BY_LETTER: Readonly<Record<string, string>> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	E: 'begin',
	F: 'end',
	H: 'home',
	M: 'enter',
	P: 'f1',
	Q: 'f2',
	R: 'f3',
	S: 'f4',
};

/** The numbers of `ESC [ n ~`. */
export const BY_NUMBER: Readonly<Record<string, string>> = {
	1: 'home',
	2: 'insert',
	3: 'delete',
	4: 'end',
	5: 'page-up',
	6: 'page-down',
	7: 'home',
	8: 'end',
	11: 'f1',
	12: 'f2',
	13: 'f3',
	14: 'f4',
	15: 'f5',
	17: 'f6',
	18: 'f7',
	19: 'f8',
	20: 'f9',
	21: 'f10',
	23: 'f11',
	24: 'f12',
};

const NAMED: Readonly<Record<number, string>> = { 9: 'tab', 13: 'enter', 27: 'esc', 32: 'space', 127: 'backspace' };

// The keypad in the kitty protocol.
const KEYPAD: readonly string[] = [
	...'0123456789./*-+'.split(''),
	'enter',
	'=',
	',',
	...['left', 'right', 'up', 'down', 'page-up', 'page-down', 'home', 'end', 'insert', 'delete', 'begin'],
];
const KEYPAD_START = 57399;

/** A key with the modifiers of xterm and kitty, which are their bits plus one. */
export function withModifiers(key: string, modifiers: number): string {
	const bits = Math.max(0, modifiers - 1);
	const letter = isCharacter(key) && key.toLowerCase() !== key.toUpperCase();
	const shift = bits & SHIFT && !letter ? 'shift-' : '';
	const shown = bits & SHIFT && letter ? key.toUpperCase() : key;
	return `${bits & CTRL ? 'ctrl-' : ''}${bits & ALT ? 'alt-' : ''}${shift}${bits & SUPER ? 'super-' : ''}${shown}`;
}

const SHIFT = 1;
const ALT = 2 | 32;
const CTRL = 4;
const SUPER = 8 | 16;

/** Whether a key with these modifiers still types its character. */
export function types(key: string, modifiers: number): boolean {
	return (key === 'space' || isCharacter(key)) && (Math.max(0, modifiers - 1) & (ALT | CTRL | SUPER)) === 0;
}

/** The key of a code point as kitty (`CSI code u`) and modifyOtherKeys send it, or undefined when it is none to act on. */
export function byCodePoint(code: number): string | undefined {
	if (NAMED[code] !== undefined) return NAMED[code];
	const keypad = KEYPAD[code - KEYPAD_START];
	if (keypad !== undefined) return keypad;
	if (code < 32 || (code >= 57344 && code <= 63743) || code > 0x10ffff) return undefined;
	return String.fromCodePoint(code);
}

/** The key of a C0 control or DEL. */
export function byControl(code: number): string {
	if (code === 0) return 'ctrl-space';
	if (code !== 32 && NAMED[code] !== undefined) return NAMED[code];
	return `ctrl-${String.fromCharCode(code + 64).toLowerCase()}`;
}

function isCharacter(key: string): boolean {
	return [...key].length === 1;
}
