import { displayLine } from '../../text.ts';
import { clipToWidth, solid } from '../screen/fit.ts';
import { graphemes } from '../screen/width.ts';
import { type Action, type Draft, edit } from './edit.ts';

/** `edit` for a field of one line: what is put in loses its line ends, and nothing leads to another line. */
export function editLine(draft: Draft, action: Action): Draft {
	if (action.do === 'insert' || action.do === 'set') return edit(draft, { ...action, text: oneLine(action.text) });
	return edit(draft, action);
}

function oneLine(text: string): string {
	return text === '\n' ? '' : text.replaceAll(/\s*[\r\n\t]+\s*/g, ' ');
}

/** The part of a line that is shown in `columns`, and the caret's column in it; the caret is always in sight. */
export function lineLayout(draft: { text: string; caret: number }, columns: number): { line: string; column: number } {
	const before = graphemes(displayLine(draft.text.slice(0, draft.caret))).map(solid);
	const after = displayLine(draft.text.slice(draft.caret));
	let column = 0;
	let left = '';
	for (const { value, columns: own } of before.toReversed()) {
		if (column + own > columns - 1) break;
		column += own;
		left = value + left;
	}
	return { line: clipToWidth(left + after, columns, ''), column };
}
