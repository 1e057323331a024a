import { display } from '../../text.ts';
import type { Look } from '../look.ts';
import { wrap } from '../screen/fit.ts';
import { framed, linesSeen } from './frame.ts';
import type { TextOverlay } from './overlay.ts';

export function paintText(
	{ overlay, scroll, ...look }: Look & { overlay: TextOverlay; scroll: string },
	width: number,
	height: number,
): string[] {
	const { title, lines, top } = overlay;
	const shown = height - 3;
	const { rows, whole } = wrapped(lines.slice(top), width - 4, shown);
	const { verbatim = false, foot = linesSeen(top, top + whole, lines.length, scroll) } = overlay;
	return framed(look, { title, lines: rows, foot, verbatim }, width, height);
}

/** The first rows of lines, and how many of these are whole. Only what can be seen is wrapped, however long the text is. */
export function wrapped(lines: readonly string[], columns: number, most: number): { rows: string[]; whole: number } {
	const rows: string[] = [];
	let whole = 0;
	for (const line of lines) {
		rows.push(...hung(display(line.slice(0, 20_000)), columns));
		if (rows.length > most) break;
		whole++;
	}
	return { rows: rows.slice(0, most), whole };
}

/** A line that goes on in further rows goes on below its text: beside its name, where it has one. */
function hung(line: string, columns: number): string[] {
	const beside = /^(?:\S )? *(?:\S+(?: \S+)? {2,})?/.exec(line)?.[0].length ?? 0;
	const indent = beside < columns / 3 ? beside : 0;
	const [first = '', ...more] = wrap(line, columns);
	if (more.length === 0 || indent === 0) return [first, ...more];
	const space = ' '.repeat(indent);
	return wrap(line.slice(indent), columns - indent).map((row, i) => `${i === 0 ? line.slice(0, indent) : space}${row}`);
}
