import type { Turn } from '../../store/types.ts';
import { clipToWidth } from '../screen/fit.ts';
import type { Theme } from '../screen/theme.ts';
import { LaidTurn } from './laid.ts';
import { paintRow, type Row } from './looks.ts';
import { markedRow, matcher } from './match.ts';
import type { Shape, Standing } from './pieces.ts';

/** A line of the pane, ready to be drawn, and what it belongs to. */
export interface Line extends Omit<Row, 'runs'> {
	readonly text: string;
	/** The turn; none on the lines below the last. */
	readonly bates?: string;
}

export interface Ink {
	readonly theme: Theme;
	readonly width: number;
	/** Words that were searched for, marked in questions and answers. */
	readonly highlightWords?: readonly string[] | undefined;
}

/** Makes lines of rows. `quiet` is for the turns above the one in question. */
export function inked({ theme, width, highlightWords = [] }: Ink): (row: Row, bates: string, quiet?: boolean) => Line {
	const find = highlightWords.length === 0 ? undefined : matcher(highlightWords);
	return (row, bates, quiet = false) => {
		const { runs, ...rest } = row;
		const searched = find !== undefined && (row.part === 'question' || row.part === 'answer');
		const text = paintRow(searched ? markedRow(row, find) : row, theme, quiet);
		return { ...rest, bates, text: clipToWidth(text, width, '') };
	};
}

/** All lines of a turn; none is wider than `width`. The pane itself goes by pieces and lays out only what is seen. */
export function layoutTurn(turn: Turn, look: Ink & Shape & Standing): Line[] {
	const laid = new LaidTurn(turn, look, look);
	const ink = inked(look);
	return laid.pieces.flatMap((_, index) => laid.rows(index).map((row) => ink(row, turn.bates)));
}
