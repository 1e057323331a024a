import { type Piece, rowStarts, solid } from '../screen/fit.ts';
import { graphemes, width } from '../screen/width.ts';
import { type Row, type Run, run } from './looks.ts';

/** A space at which no row ends: what follows belongs to the word before it. */
export const GLUE = '\u00a0';

interface Cell extends Piece {
	readonly text: string;
	readonly look: number;
}

function cellsOf(runs: readonly Run[]): Cell[] {
	const cells: Cell[] = [];
	for (const { text, look } of runs) {
		for (const character of graphemes(text)) {
			const { value, columns } = solid(character);
			cells.push({ text: value, columns, look, space: value.startsWith(' ') });
		}
	}
	return cells;
}

function runsOf(cells: readonly Cell[], from: number, to: number): Run[] {
	const runs: Run[] = [];
	let text = '';
	for (let index = from; index < to; index++) {
		const { text: own, look } = cells[index] as Cell;
		text += own === GLUE ? ' ' : own;
		if (index + 1 === to || cells[index + 1]?.look !== look) {
			runs.push({ text, look });
			text = '';
		}
	}
	return runs;
}

/** Parts runs at their line breaks. */
export function linesOf(runs: readonly Run[]): Run[][] {
	const lines: Run[][] = [[]];
	for (const { text, look } of runs) {
		for (const [index, part] of text.split('\n').entries()) {
			if (index > 0) lines.push([]);
			if (part !== '') lines.at(-1)?.push({ text: part, look });
		}
	}
	return lines;
}

/** The rows of some runs at a width: broken at line breaks, after spaces, and inside a word that is longer than a row. */
export function wrapRuns(runs: readonly Run[], columns: number): Row[] {
	const room = Math.max(1, columns);
	return linesOf(runs).flatMap((line) => {
		const cells = cellsOf(line);
		const starts = rowStarts(cells, room);
		return starts.map((start, index) => {
			let end = starts[index + 1] ?? cells.length;
			while (end > start && cells[end - 1]?.space) end--;
			return { runs: runsOf(cells, start, end) };
		});
	});
}

/** Lines of prose that are longer than this are hard to read, however wide the pane. */
const MEASURE = 100;

export function proseRows(runs: readonly Run[], columns: number): Row[] {
	return wrapRuns(runs, Math.min(columns, MEASURE));
}

export function widthOf(runs: readonly Run[]): number {
	let columns = 0;
	for (const { text } of runs) columns += width(text);
	return columns;
}

/** As much of some runs as fits, `mark`, one column wide, at the end where something was cut. */
export function clipRuns(runs: readonly Run[], columns: number, mark: Run): Run[] {
	const cells = cellsOf(runs);
	let used = 0;
	let fits = 0;
	for (const cell of cells) {
		used += cell.columns;
		if (used > columns) return columns < 1 ? [] : [...runsOf(cells, 0, fits), mark];
		if (used < columns) fits++;
	}
	return runsOf(cells, 0, cells.length);
}

/** Runs filled up with spaces to a width. */
export function padRuns(runs: readonly Run[], columns: number, side: 'left' | 'right' | 'center' = 'left'): Run[] {
	const space = Math.max(0, columns - widthOf(runs));
	const before = side === 'left' ? 0 : side === 'right' ? space : space >> 1;
	return [run(' '.repeat(before)), ...runs, run(' '.repeat(space - before))].filter(({ text }) => text !== '');
}

/** Below this many columns of text nothing is indented any more. */
const ROOM = 8;

/** Lays something out beside a prefix: `first` before its first row, as much space or `rest` before the others. */
export function beside(columns: number, first: Run, rest: Run, layout: (columns: number) => Row[]): Row[] {
	const taken = width(first.text);
	if (columns - taken < ROOM) return layout(columns);
	return layout(columns - taken).map((row, index) => {
		const prefix = index === 0 ? first : rest;
		return row.runs.length === 0 && prefix.text.trim() === '' ? row : { ...row, runs: [prefix, ...row.runs] };
	});
}

/** `beside` with nothing but space. */
export function indented(columns: number, by: number, layout: (columns: number) => Row[]): Row[] {
	const space = run(' '.repeat(by));
	return beside(columns, space, space, layout);
}
