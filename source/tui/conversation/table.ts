import type { Tokens } from 'marked';
import type { Marks } from '../screen/marks.ts';
import { beside, linesOf, padRuns, widthOf, wrapRuns } from './flow.ts';
import { inlineRuns } from './inline.ts';
import { EMPTY, Look, type Row, type Run, run } from './looks.ts';

type Side = 'left' | 'right' | 'center';

const GAP = 2;
/** A column is not made narrower than its longest word, up to this. */
const WORD = 14;

/** A table: its cells wrapped where it is too wide, and one record after the other where even that leaves no room. */
export function tableRows(table: Tokens.Table, columns: number, marks: Marks): Row[] {
	const sides = table.align.map((side): Side => side ?? 'left');
	const header = table.header.map(({ tokens }) => inlineRuns(tokens, marks, Look.bold));
	const body = table.rows.map((row) => row.map(({ tokens }) => inlineRuns(tokens, marks)));
	const widths = columnWidths([header, ...body], columns - GAP * (header.length - 1));
	if (widths === undefined) return recordRows(header, body, columns);
	const above = gridRows(header, widths, sides);
	const rule: Row = { runs: [run(widths.map((width) => marks.rule.repeat(width)).join(' '.repeat(GAP)), Look.dim)] };
	const below = body.map((cells) => gridRows(cells, widths, sides));
	// Where a row takes several lines, rows need something between them.
	const parted = below.some((rows) => rows.length > 1);
	return [...above, rule, ...below.flatMap((rows, index) => (parted && index > 0 ? [EMPTY, ...rows] : rows))];
}

/** The widths of the columns, together no more than `room`; undefined when they would be too narrow to read. */
function columnWidths(rows: readonly Run[][][], room: number): number[] | undefined {
	const count = rows[0]?.length ?? 0;
	const least = Array<number>(count).fill(1);
	const most = Array<number>(count).fill(1);
	for (const row of rows) {
		for (const [index, cell] of row.entries()) {
			for (const line of linesOf(cell)) most[index] = Math.max(most[index] ?? 1, widthOf(line));
			for (const { text } of cell) {
				for (const word of text.split(/\s+/))
					least[index] = Math.max(least[index] ?? 1, Math.min(WORD, widthOf([run(word)])));
			}
		}
	}
	const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
	if (total(most) <= room) return most;
	if (total(least) > room) return undefined;
	// All columns may grow up to one common width; what is narrower by itself leaves its room to the others.
	const upTo = (level: number) => most.map((width, index) => Math.max(least[index] ?? 1, Math.min(width, level)));
	let level = 1;
	while (total(upTo(level + 1)) <= room) level++;
	return upTo(level);
}

function gridRows(cells: readonly Run[][], widths: readonly number[], sides: readonly Side[]): Row[] {
	const wrapped = widths.map((width, index) => wrapRuns(cells[index] ?? [], width));
	const height = Math.max(...wrapped.map((rows) => rows.length));
	return Array.from({ length: height }, (_, line) => ({
		runs: widths.flatMap((width, index) => {
			const runs = padRuns(wrapped[index]?.[line]?.runs ?? [], width, sides[index]);
			return index === 0 ? runs : [run(' '.repeat(GAP)), ...runs];
		}),
	}));
}

function recordRows(header: readonly Run[][], body: readonly Run[][][], columns: number): Row[] {
	return body.flatMap((cells, index) => {
		const rows = cells.flatMap((cell, column) => {
			const name = header[column] ?? [];
			return beside(columns, run(''), run('  '), (room) => wrapRuns([...name, run(': '), ...cell], room - 2));
		});
		return index > 0 ? [EMPTY, ...rows] : rows;
	});
}
