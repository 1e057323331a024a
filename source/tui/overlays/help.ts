import { type HelpGroup, type HelpLine, KEYS_ROOM } from '../../keymap/help.ts';
import { lineLayout } from '../composer/line.ts';
import type { Look } from '../look.ts';
import { pad, wrap } from '../screen/fit.ts';
import { width as widthOf } from '../screen/width.ts';
import { framed, linesSeen } from './frame.ts';
import type { HelpOverlay } from './overlay.ts';

export function paintHelp(
	{ overlay, groups, scroll, ...look }: Look & { overlay: HelpOverlay; groups: readonly HelpGroup[]; scroll: string },
	width: number,
	height: number,
): string[] {
	const { theme, marks } = look;
	const inner = width - 4;
	const twoColumns = inner >= 100;
	const column = twoColumns ? Math.floor((inner - 2) / 2) : inner;
	const blocks = groups.map(({ group, lines }) => [
		theme.bright(group),
		...lines.flatMap((line) => helpRows(line, column, theme)),
		'',
	]);
	const all = twoColumns ? sideBySide(blocks, column) : blocks.flat();
	const rows = all.length > 0 ? all : [theme.dim('no key is for that')];
	const shown = height - 5;
	const top = Math.max(0, Math.min(overlay.top, rows.length - shown));
	const head = `${marks.prompt} ${lineLayout(overlay.filter, inner - 2).line}${overlay.filter.text === '' ? theme.dim('type to filter') : ''}`;
	const seen = linesSeen(top, Math.min(rows.length, top + shown), rows.length, scroll);
	const foot = ['dimmed: not possible here, and why', seen].filter(Boolean).join(`   `);
	return framed(look, { title: 'help', lines: [head, '', ...rows.slice(top, top + shown)], foot }, width, height);
}

/** A line of help: its keys, what they do, what it was called; what does not fit goes on below. */
function helpRows({ shown, title, was, reason }: HelpLine, columns: number, theme: Look['theme']): string[] {
	const tail = was === undefined ? '' : ` ${was}`;
	const room = Math.max(1, columns - KEYS_ROOM - 4 - widthOf(tail));
	const names = wrap(shown, KEYS_ROOM);
	const words = wrap(`${title}${reason === undefined ? '' : `: ${reason}`}`, room);
	return Array.from({ length: Math.max(names.length, words.length) }, (_, row) => {
		const text = `  ${pad(names[row] ?? '', KEYS_ROOM)}  ${pad(words[row] ?? '', room)}${row === 0 ? theme.dim(tail) : ''}`;
		return reason === undefined ? text : theme.dim(text);
	});
}

/** Blocks in two columns of about the same height, in reading order. */
function sideBySide(blocks: readonly string[][], column: number): string[] {
	const total = blocks.reduce((sum, { length }) => sum + length, 0);
	const left: string[] = [];
	const right: string[] = [];
	for (const block of blocks)
		(right.length === 0 && left.length + block.length / 2 <= total / 2 ? left : right).push(...block);
	return Array.from(
		{ length: Math.max(left.length, right.length) },
		(_, i) => `${pad(left[i] ?? '', column)}  ${right[i] ?? ''}`,
	);
}
