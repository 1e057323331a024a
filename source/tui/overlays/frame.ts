import { displayLine } from '../../text.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad } from '../screen/fit.ts';
import { inSet } from '../screen/marks.ts';
import { width as widthOf } from '../screen/width.ts';

/**
 * A box around lines: the title in its upper edge, `foot` in dim words at its end. All of it exactly width x height.
 * `verbatim` lines are somebody's own and keep their characters.
 */
export function framed(
	{ theme, marks }: Look,
	{
		title,
		lines,
		foot,
		verbatim = false,
	}: { title: string; lines: readonly string[]; foot: string; verbatim?: boolean },
	width: number,
	height: number,
): string[] {
	const inner = width - 4;
	const name = clipToWidth(displayLine(title), Math.max(0, inner - 2));
	const top = `${marks.topLeft}${marks.rule} ${name} ${marks.rule.repeat(Math.max(0, inner - widthOf(name) - 1))}${marks.topRight}`;
	const body = Array.from({ length: height - 2 }, (_, i) => {
		const line = i === height - 3 && foot !== '' ? theme.dim(clipToWidth(foot, inner)) : (lines[i] ?? '');
		return `${theme.dim(marks.trunk)} ${pad(line, inner)} ${theme.dim(marks.trunk)}`;
	});
	const bottom = `${marks.bottomLeft}${marks.rule.repeat(inner + 2)}${marks.bottomRight}`;
	const drawn = [theme.dim(top), ...body, theme.dim(bottom)];
	const own = inSet(drawn, marks);
	return verbatim ? own.map((line, i) => (i > 0 && i <= lines.length ? (drawn[i] as string) : line)) : own;
}

/** The first of `count` rows to show, so that the cursor is among `height` of them. */
export function windowStart(cursor: number, count: number, height: number): number {
	return Math.max(0, Math.min(cursor - Math.floor(height / 2), count - height));
}

/** Which lines are seen of those there are, and the keys that show more; nothing when all of them are seen. */
export function linesSeen(from: number, to: number, of: number, keys: string): string {
	if (from === 0 && to === of) return '';
	return `lines ${from + 1} to ${Math.max(to, from + 1)} of ${of}${keys === '' ? '' : `   ${keys} scroll`}`;
}
