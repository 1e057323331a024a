import type { Piece } from '../../keymap/hints.ts';
import { displayLine } from '../../text.ts';
import { layout } from '../composer/layout.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad } from '../screen/fit.ts';
import { inSet } from '../screen/marks.ts';
import { width as widthOf } from '../screen/width.ts';
import type { Notice, State } from '../state.ts';
import { paintNotice } from './notice.ts';

/** What stands before the composer's first row takes so many columns. */
const INDENT = 3;

const prompt = (marks: Look['marks']) => ` ${marks.prompt} `;

export interface ComposerLines extends Look {
	readonly draft: State['draft'];
	readonly focused: boolean;
	/** What the question is about, in words; shown while nothing is written. */
	readonly placeholder: string;
	/** What sending it costs, the longest wording first; none where nothing is sent. */
	readonly cost: readonly string[];
}

export function paintComposer(
	{ theme, marks, draft, focused, placeholder, cost }: ComposerLines,
	width: number,
	height: number,
): string[] {
	if (draft.text === '') {
		const shown = displayLine(placeholder).slice(0, width);
		const told = cost.find((text) => INDENT + widthOf(shown) + widthOf(text) + 2 <= width) ?? cost.at(-1) ?? '';
		const room = told === '' ? width : Math.max(1, width - widthOf(told) - 2);
		const line = clipToWidth(`${prompt(marks)}${displayLine(placeholder)}`, room);
		return inSet([theme.dim(told === '' ? line : `${pad(line, room)} ${told}`)], marks);
	}
	const { lines } = layout(draft, width - INDENT, height);
	const style = focused ? (text: string) => text : theme.dim;
	return lines.map((line, row) => {
		if (row > 0) return `${' '.repeat(INDENT)}${style(line)}`;
		const room = width - INDENT - widthOf(line) - 1;
		const [told = ''] = inSet([cost.find((text) => widthOf(text) + 2 <= room) ?? ''], marks);
		return `${theme.accent(prompt(marks))}${style(line)}${told === '' ? '' : theme.dim(`${' '.repeat(room - widthOf(told))}${told}`)}`;
	});
}

/** Where the terminal's cursor stands while one writes, within the composer. */
export function composerCaret(draft: State['draft'], width: number, height: number): { row: number; column: number } {
	const { caret } = layout(draft, width - INDENT, height);
	return { row: caret.row, column: caret.column + INDENT };
}

export interface HintLine extends Look {
	readonly notice: Notice | null;
	readonly pieces: readonly Piece[];
}

/** What can be done now; or, until the next key, what was just done or could not be. */
export function paintHints({ theme, marks, notice, pieces }: HintLine, width: number, height: number): string[] {
	if (notice !== null) return paintNotice({ theme, marks }, notice, width, height);
	let line = ' ';
	for (const { keys, text } of pieces) {
		const piece = `${line === ' ' ? '' : '  '}${theme.bright(keys)} ${theme.dim(text)}`;
		if (widthOf(line) + widthOf(piece) > width) break;
		line += piece;
	}
	return inSet([line], marks);
}
