import { type ReactNode, useSyncExternalStore } from 'react';
import { displayLine } from '../../text.ts';
import { FORGOTTEN } from '../forgotten.ts';
import { clipToWidth } from '../screen/fit.ts';
import { inSet } from '../screen/marks.ts';
import { Painted } from '../screen/painted.tsx';
import type { Theme } from '../screen/theme.ts';
import { width } from '../screen/width.ts';
import { languageLoads, onLanguage } from './highlight.ts';
import type { Path } from './path.ts';
import { type Place, visible } from './scroll.ts';

/** What the pane shows. Another object when anything in it is another. */
export interface PaneState {
	readonly path: Path;
	readonly place: Place;
	readonly theme: Theme;
	/** The session's name; empty where the path says it. */
	readonly title: string;
	readonly highlightWords?: readonly string[];
	/** The pane that has focus is the brighter one. */
	readonly focused: boolean;
}

/** The rows above the conversation: where it is, and an empty one. */
export const HEADER = 2;

export function paint(
	{ path, place, theme, title, highlightWords, focused }: PaneState,
	columns: number,
	height: number,
): string[] {
	const lines = visible(path, place, Math.max(0, height - HEADER), { theme, width: columns, highlightWords });
	const { marks } = path.shape;
	const [crumbs = ''] = inSet([crumbLine(path, title, columns)], marks);
	// Questions and answers are somebody's own; what stands around them is the program's.
	const said = lines.map(({ text, part }) => {
		return part === 'question' || part === 'answer' ? text : (inSet([text], marks)[0] ?? '');
	});
	return [focused ? theme.bright(crumbs) : theme.dim(crumbs), '', ...said].slice(0, height);
}

/** The path's questions, the last ones where not all fit. */
function crumbLine(path: Path, title: string, columns: number): string {
	const { crumb, cut } = path.shape.marks;
	const between = ` ${crumb} `;
	const name = displayLine(title.slice(0, LONGEST));
	const asked = (question: string) => displayLine(question.slice(0, LONGEST)) || FORGOTTEN;
	let line = asked(path.question(0) ?? '');
	for (let up = 1; ; up++) {
		const question = path.question(up);
		const above = question === undefined ? name : asked(question);
		if (question === undefined && title === '') return line;
		const longer = above + between + line;
		// Something is left out above unless this was the beginning.
		const needed = width(longer) + (question === undefined ? 0 : width(cut + between));
		if (needed > columns) return clipToWidth(cut + between + line, columns, cut);
		if (question === undefined) return longer;
		line = longer;
	}
}

const LONGEST = 200;

export interface PaneProps {
	readonly state: PaneState;
	readonly width: number;
	readonly height: number;
}

/** The conversation. It draws itself again when the colours of some code have come. */
export function ConversationPane({ state, width: columns, height }: PaneProps): ReactNode {
	const loads = useSyncExternalStore(onLanguage, languageLoads);
	return <Painted key={loads} state={state} width={columns} height={height} paint={paint} />;
}
