/**
 * Stands in for `@alcalzone/ansi-tokenize` inside the bundle. Ink runs these three functions over every line of every frame;
 * here a line seen before costs one look-up, and ordinary text needs no segmenter. Everything else is the original's.
 */
import {
	type AnsiCode,
	ansiCodesToString,
	type Char,
	diffAnsiCodes,
	tokenize as original,
	reduceAnsiCodesIncremental,
	type StyledChar,
	type Token,
} from '@alcalzone/ansi-tokenize';
import { Cache } from '../cache.ts';
import { colourEnd, columnsOf, JOINS } from '../table.ts';

export {
	ansiCodesToString,
	diffAnsiCodes,
	reduceAnsiCodes,
	reduceAnsiCodesIncremental,
	undoAnsiCodes,
} from '@alcalzone/ansi-tokenize';
export type { StyledChar };

const lines = new Cache<string, Token[]>(400);
const codes = new Cache<string, Token[]>(400);
const characters = new Map<number, Char>();
const styledLines = new WeakMap<readonly Token[], StyledChar[]>();
const styleSets = new Cache<string, AnsiCode[]>(400);
const changes = new WeakMap<readonly AnsiCode[], WeakMap<readonly AnsiCode[], string>>();
const PLAIN: AnsiCode[] = [];

/** The tokens of a line. The array is shared: read it, do not change it. */
export function tokenize(text: string, endChar?: number): Token[] {
	if (endChar !== undefined) return original(text, endChar);
	if (text.length > 1000) return quickTokens(text) ?? original(text);
	return lines.get(text) ?? lines.set(text, quickTokens(text) ?? original(text));
}

function quickTokens(text: string): Token[] | undefined {
	const tokens: Token[] = [];
	for (let index = 0; index < text.length; index++) {
		const code = text.codePointAt(index) as number;
		if (code === 0x1b) {
			const end = colourEnd(text, index);
			if (end < 0) return undefined;
			const sequence = text.slice(index, end + 1);
			for (const token of codes.get(sequence) ?? codes.set(sequence, colourTokens(sequence) ?? original(sequence)))
				tokens.push(token);
			index = end;
			continue;
		}
		const columns = columnsOf(code);
		if (columns === JOINS) return undefined;
		tokens.push(characterOf(code, columns === 2));
		if (code > 0xffff) index++;
	}
	return tokens;
}

// What is sent for a colour, and what ends it. Known here so that a start does without the original's segmenter, which takes
// as long to make as a tenth of the whole start.
const COLOUR = /(?:38|48);(?:5;\d+|2;\d+;\d+;\d+)(?=;|m)|\d+(?=;|m)/g;

function colourTokens(sequence: string): Token[] | undefined {
	const tokens: Token[] = [];
	for (const [part] of sequence.matchAll(COLOUR)) {
		const end = endOf(part);
		if (end === undefined) return undefined;
		tokens.push({ type: 'ansi', code: `\u001b[${part}m`, endCode: `\u001b[${end}m` });
	}
	return tokens.length > 0 ? tokens : undefined;
}

function endOf(part: string): number | undefined {
	if (part.includes(';')) return part.startsWith('3') ? 39 : 49;
	const number = Number(part);
	if (String(number) !== part) return undefined;
	if (number === 1 || number === 2 || number === 22) return 22;
	if (number === 4 || number === 24) return 24;
	if (number === 7 || number === 27) return 27;
	if (number >= 30 && number <= 37) return 39;
	return number === 39 || number === 49 ? number : undefined;
}

// At most as many as the table has numbers.
function characterOf(code: number, fullWidth: boolean): Char {
	let token = characters.get(code);
	if (token === undefined) {
		token = { type: 'char', value: String.fromCodePoint(code), fullWidth };
		characters.set(code, token);
	}
	return token;
}

/** Each character with the codes in force. Equal sets of codes are one and the same array, so that runs compare at once. */
export function styledCharsFromTokens(tokens: Token[]): StyledChar[] {
	const known = styledLines.get(tokens);
	if (known !== undefined) return known;
	const styled: StyledChar[] = [];
	let styles = PLAIN;
	for (const token of tokens) {
		if (token.type === 'ansi') styles = oneOf(reduceAnsiCodesIncremental(styles, [token]));
		else styled.push({ type: 'char', value: token.value, fullWidth: token.fullWidth, styles });
	}
	styledLines.set(tokens, styled);
	return styled;
}

function oneOf(styles: AnsiCode[]): AnsiCode[] {
	if (styles.length === 0) return PLAIN;
	const key = styles.map((style) => style.code).join('');
	return styleSets.get(key) ?? styleSets.set(key, styles);
}

export function styledCharsToString(styled: readonly StyledChar[]): string {
	let text = '';
	let styles: readonly AnsiCode[] = PLAIN;
	for (const character of styled) {
		if (character.styles !== styles && (character.styles.length > 0 || styles.length > 0))
			text += change(styles, character.styles);
		styles = character.styles;
		text += character.value;
	}
	return styles.length > 0 ? text + change(styles, PLAIN) : text;
}

function change(from: readonly AnsiCode[], to: readonly AnsiCode[]): string {
	let ways = changes.get(from);
	if (ways === undefined) {
		ways = new WeakMap();
		changes.set(from, ways);
	}
	let way = ways.get(to);
	if (way === undefined) {
		way = ansiCodesToString(diffAnsiCodes([...from], [...to]));
		ways.set(to, way);
	}
	return way;
}
