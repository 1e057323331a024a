import { displayLine } from '../../text.ts';
import { lineLayout } from '../composer/line.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad, wrap } from '../screen/fit.ts';
import { width as widthOf } from '../screen/width.ts';
import { framed, windowStart } from './frame.ts';
import { type FieldOverlay, type ListOverlay, narrowed } from './overlay.ts';

// What each overlay looks like. Pure: state in, lines of exactly width x height out.

/** Rows at least that show how what would be chosen begins. */
const BEGINNING = 3;

export function paintList(
	{ overlay, ...look }: Look & { overlay: ListOverlay },
	width: number,
	height: number,
): string[] {
	const { theme, marks } = look;
	const items = narrowed(overlay);
	const inner = width - 4;
	const begins = items[overlay.cursor]?.begins ?? [];
	const room = height - 5;
	const shown = Math.max(1, begins.length > 0 ? Math.min(items.length, room - BEGINNING) : room);
	const start = windowStart(overlay.cursor, items.length, shown);
	const rows = items.slice(start, start + shown).map(({ text, right = '', problem }, i) => {
		const isCursor = start + i === overlay.cursor;
		const left = Math.max(1, inner - widthOf(right) - 3);
		const row = `${isCursor ? marks.cursor : ' '} ${pad(displayLine(text), left)} ${theme.dim(displayLine(right))}`;
		if (isCursor) return theme.cursor(row);
		return problem === undefined ? row : theme.dim(row);
	});
	const head = overlay.typing
		? `${marks.prompt} ${lineLayout(overlay.filter, inner - 2).line}`
		: theme.dim(
				overlay.filter.text === ''
					? `${items.length} in all`
					: `${items.length} of ${overlay.items.length} ${marks.dot} ${displayLine(overlay.filter.text)}`,
			);
	const empty =
		items.length === 0
			? [
					theme.dim(
						overlay.purpose === 'palette'
							? 'no command; perhaps the number, the id or the label of a turn'
							: 'nothing here',
					),
				]
			: [];
	const below =
		begins.length === 0
			? []
			: [
					theme.dim(marks.rule.repeat(inner)),
					...begins.map((line) => theme.dim(clipToWidth(displayLine(line), inner))),
				];
	return framed(
		look,
		{ title: overlay.title, lines: [head, '', ...rows, ...empty, ...below], foot: '' },
		width,
		height,
	);
}

export function paintField(
	{ overlay, ...look }: Look & { overlay: FieldOverlay },
	width: number,
	height: number,
): string[] {
	const { problem, about } = overlay;
	const told = problem === null ? about : `${look.marks.alert} ${displayLine(problem)}`;
	const style = problem === null ? look.theme.dim : look.theme.bad;
	const lines = ['', '', ...wrap(told, width - 4).map(style)];
	return framed(look, { title: overlay.title, lines, foot: '' }, width, height);
}
