import { display } from '../../text.ts';
import { Cache } from '../screen/cache.ts';
import { clipToWidth, type Piece, rowStarts, solid } from '../screen/fit.ts';
import { graphemes } from '../screen/width.ts';
import { lineEnd, lineStart } from './words.ts';

/** What the composer shows: at most so many rows, around the caret, none too wide. */
interface Layout {
	readonly lines: readonly string[];
	readonly caret: { readonly row: number; readonly column: number };
	/** Whether rows are hidden above and below. */
	readonly above: boolean;
	readonly below: boolean;
}

/** A character as it is seen, and where it stands in its line. */
interface Seen extends Piece {
	readonly shown: string;
	readonly start: number;
	readonly end: number;
}

type Row = readonly Seen[];

export function layout(draft: { text: string; caret: number }, columns: number, rows: number): Layout {
	const { text, caret } = draft;
	const start = lineStart(text, caret);
	const end = lineEnd(text, caret);
	const own = rowsOf(text.slice(start, end), columns);
	const row = rowAt(own, caret - start);
	const above = own.slice(0, row);
	const below = own.slice(row + 1);
	// Only lines that can be seen are wrapped, however long the text is.
	let from = start;
	while (above.length < rows && from > 0) {
		const previous = lineStart(text, from - 1);
		above.unshift(...rowsOf(text.slice(previous, from - 1), columns));
		from = previous;
	}
	let to = end;
	while (below.length < rows && to < text.length) {
		const next = lineEnd(text, to + 1);
		below.push(...rowsOf(text.slice(to + 1, next), columns));
		to = next;
	}
	// The caret's row in the middle, or nearer to where the text has an end.
	const middle = Math.max(Math.floor(rows / 2), rows - 1 - below.length);
	const shownAbove = Math.min(above.length, middle, rows - 1);
	const shownBelow = Math.min(below.length, rows - 1 - shownAbove);
	const seen = [...above.slice(above.length - shownAbove), own[row] ?? [], ...below.slice(0, shownBelow)];
	return {
		lines: seen.map((one) => clipToWidth(one.map(({ shown }) => shown).join(''), columns, '')),
		caret: { row: shownAbove, column: Math.min(columns - 1, columnAt(own[row] ?? [], caret - start)) },
		above: from > 0 || above.length > shownAbove,
		below: to < text.length || below.length > shownBelow,
	};
}

/** Where the caret comes to one row up (-1) or down (1), as near to the goal as that row goes; undefined at the edge. */
export function verticalMove(
	text: string,
	caret: number,
	columns: number,
	step: -1 | 1,
	wanted?: number,
): { caret: number; goal: number } | undefined {
	let start = lineStart(text, caret);
	let rows = rowsOf(text.slice(start, lineEnd(text, caret)), columns);
	const row = rowAt(rows, caret - start);
	const goal = wanted ?? columnAt(rows[row] ?? [], caret - start);
	let target = row + step;
	if (target < 0) {
		if (start === 0) return undefined;
		const end = start - 1;
		start = lineStart(text, end);
		rows = rowsOf(text.slice(start, end), columns);
		target = rows.length - 1;
	} else if (target >= rows.length) {
		const end = lineEnd(text, caret);
		if (end === text.length) return undefined;
		start = end + 1;
		rows = rowsOf(text.slice(start, lineEnd(text, start)), columns);
		target = 0;
	}
	return { caret: start + offsetAt(rows[target] ?? [], goal, target === rows.length - 1), goal };
}

// A hundred bytes for each character, and each key makes another line of the one that grows: of long ones few are kept.
const LONG = 200;
const long = new Cache<string, readonly Row[]>(4);
const short = new Cache<string, readonly Row[]>(200);

// One column is kept free, where the caret stands after a full row.
function rowsOf(line: string, columns: number): readonly Row[] {
	const key = `${columns}:${line}`;
	const known = line.length > LONG ? long : short;
	return known.get(key) ?? known.set(key, wrapped(line, Math.max(1, columns - 1)));
}

function wrapped(line: string, columns: number): readonly Row[] {
	let end = 0;
	const seen: Seen[] = graphemes(line).map((character) => {
		const { value, columns: own } = solid(character === '\t' ? character : display(character));
		const start = end;
		end += character.length;
		const fits = own <= columns;
		const shown = fits ? value : clipToWidth(value, columns, '');
		return { shown, columns: fits ? own : columns, space: character === ' ' || character === '\t', start, end };
	});
	const starts = rowStarts(seen, columns);
	return starts.map((start, index) => seen.slice(start, starts[index + 1]));
}

function rowAt(rows: readonly Row[], offset: number): number {
	return Math.max(
		0,
		rows.findLastIndex((row) => (row[0]?.start ?? 0) <= offset),
	);
}

// A caret inside a character, whose parts are still coming, is shown after it.
function columnAt(row: Row, offset: number): number {
	let column = 0;
	for (const one of row) {
		if (one.start >= offset) break;
		column += one.columns;
	}
	return column;
}

// The end of a row is the start of the next one, so it can be reached in the last row only.
function offsetAt(row: Row, goal: number, last: boolean): number {
	let column = 0;
	for (const [index, one] of row.entries()) {
		if (column + one.columns > goal || (!last && index === row.length - 1)) return one.start;
		column += one.columns;
	}
	return row.at(-1)?.end ?? 0;
}
