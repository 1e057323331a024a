import { type StyledChar, styledCharsFromTokens, styledCharsToString, tokenize } from './fast/ansi-tokenize.ts';
import { segment } from './table.ts';
import { quickWidth, width } from './width.ts';

/** A character of a line as it is laid out: its text, its columns, its colours. */
interface Cell extends StyledChar, Piece {}

/** A tab, wherever it stands: a stop would depend on the column, and rows are laid out before they are placed. */
const TAB = '    ';

/**
 * What stands for one character on the screen, never without width: a character of none (a mark at the start of a line or
 * after a colour code, a filler, a soft hyphen) takes one of Ink's cells all the same and would push the rest of the row
 * aside. A mark stands on a dotted circle, as is the custom; the rest shows its number.
 */
export function solid(character: string): { readonly value: string; readonly columns: number } {
	const columns = width(character);
	if (columns > 0) return { value: character, columns };
	if (character === '\t') return { value: TAB, columns: TAB.length };
	const carried = `\u25cc${character}`;
	if (/^\p{M}/u.test(character) && segment(carried).length === 1) return { value: carried, columns: width(carried) };
	const value = Array.from(character, (one) => `⟨${one.codePointAt(0)?.toString(16).toUpperCase()}⟩`).join('');
	return { value, columns: value.length };
}

// Field by field: spreading objects is what wrapping would spend its time on.
function cell({ type, value, fullWidth, styles }: StyledChar): Cell {
	const columns = width(value);
	if (columns > 0) return { type, value, fullWidth, styles, columns, space: value === ' ' };
	return { type, fullWidth, styles, ...solid(value), space: value === '\t' };
}

/** As much of a line as fits, and `mark` in the last column where something was cut. Colours that were open are closed. */
export function clipToWidth(line: string, columns: number, mark = '…'): string {
	if (columns <= 0) return '';
	const whole = quickWidth(line);
	if (whole >= 0 && whole <= columns) return line;
	const all = styledCharsFromTokens(tokenize(line)).map(cell);
	const end = fitting(all, columns);
	if (end === all.length || mark === '') return styledCharsToString(all.slice(0, end));
	const cut = fitting(all, columns - width(mark));
	const styles = all[cut]?.styles ?? [];
	return styledCharsToString([...all.slice(0, cut), { type: 'char', value: mark, fullWidth: false, styles }]);
}

/** How many of the characters fit. */
function fitting(line: readonly Cell[], columns: number): number {
	let used = 0;
	const beyond = line.findIndex((one) => {
		used += one.columns;
		return used > columns;
	});
	return beyond < 0 ? line.length : beyond;
}

/** A line of exactly `columns`: clipped, or filled with spaces after it (`'left'`) or before it (`'right'`). */
export function pad(line: string, columns: number, side: 'left' | 'right' = 'left'): string {
	const fitting = clipToWidth(line, columns);
	const space = ' '.repeat(Math.max(0, columns - width(fitting)));
	return side === 'left' ? fitting + space : space + fitting;
}

/** What wrapping needs to know of a character. */
export interface Piece {
	readonly columns: number;
	readonly space: boolean;
}

/**
 * Where the rows of a line begin. Rows break after spaces, around wide characters, and inside a word only when it is longer
 * than a row. Spaces at the end of a row hang over its edge, so that no row begins with the space between two words.
 */
export function rowStarts(pieces: readonly Piece[], columns: number): number[] {
	const starts = [0];
	let used = 0;
	let start = 0;
	let chance = 0;
	let word = false;
	for (let index = 0; index < pieces.length; index++) {
		const piece = pieces[index] as Piece;
		const before = pieces[index - 1];
		if (before !== undefined && word && !piece.space && (before.space || before.columns > 1 || piece.columns > 1))
			chance = index;
		word ||= !piece.space;
		if (!piece.space && used + piece.columns > columns && index > start) {
			start = chance > start ? chance : index;
			starts.push(start);
			used = 0;
			for (let behind = start; behind < index; behind++) used += pieces[behind]?.columns ?? 0;
		}
		used += piece.columns;
	}
	return starts;
}

/** The rows of a text at a width. Colours go on from row to row, each row closing its own; no row is wider than `columns`. */
export function wrap(text: string, columns: number): string[] {
	const room = Math.max(1, columns);
	const rows: string[] = [];
	let line: Cell[] = [];
	const finish = () => {
		const starts = rowStarts(line, room);
		for (const [index, start] of starts.entries()) rows.push(row(line.slice(start, starts[index + 1]), room));
		line = [];
	};
	for (const character of styledCharsFromTokens(tokenize(text))) {
		if (character.value === '\n' || character.value === '\r\n') finish();
		else line.push(cell(character));
	}
	finish();
	return rows;
}

function row(line: Cell[], room: number): string {
	let end = line.length;
	while (line[end - 1]?.space) end--;
	return clipToWidth(styledCharsToString(line.slice(0, end)), room, '');
}
