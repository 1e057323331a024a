import { displayLine } from '../../text.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad } from '../screen/fit.ts';
import { inSet } from '../screen/marks.ts';
import { width as widthOf } from '../screen/width.ts';

export interface TitleLine extends Look {
	/** The session in use: its name, its turns, its root; no turns before its first question. */
	readonly name: string;
	readonly turns: number;
	readonly root: string | null;
	readonly engine: string;
	readonly events: number;
}

/** One line that says where one is: the session at the left, the engine and the chain at the right. */
export function paintTitle(line: TitleLine, width: number): string[] {
	const { theme, marks, name, turns, root, engine, events } = line;
	const dot = ` ${marks.dot} `;
	const count = turns === 0 ? 'nothing asked yet' : turnsText(turns);
	const right = theme.dim(`${engine}${events > 0 ? `   chain ${grouped(events)}` : ''} `);
	const rest = theme.dim(`${dot}${count}${root === null || width < 70 ? '' : `${dot}root ${root.slice(0, 8)}`}`);
	const room = Math.max(8, width - widthOf(right) - widthOf(rest) - 2);
	const left = ` ${theme.bright(clipToWidth(displayLine(name), room))}${rest}`;
	return inSet([`${pad(left, Math.max(0, width - widthOf(right)))}${right}`], marks);
}

export function turnsText(turns: number): string {
	return `${grouped(turns)} turn${turns === 1 ? '' : 's'}`;
}

/** `104,000`; without `Intl`, which takes its time to load at a start. */
function grouped(number: number): string {
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The rule under the title or above the composer, with the knee of the rule between the panes. */
export function paintRule({ theme, marks, at, down }: Look & { at: number; down: boolean }, width: number): string[] {
	const knee = at > 0 && at < width;
	if (!knee) return [theme.dim(marks.rule.repeat(width))];
	return [
		theme.dim(`${marks.rule.repeat(at)}${down ? marks.ruleDown : marks.ruleUp}${marks.rule.repeat(width - at - 1)}`),
	];
}

export function paintDivider({ theme, marks }: Look, _width: number, height: number): string[] {
	return Array.from({ length: height }, () => theme.dim(marks.trunk));
}
