import { age } from '../../commands/phrases.ts';
import type { HelpGroup } from '../../keymap/help.ts';
import { FILTER_NAMES } from '../../store/filters.ts';
import { display, displayLine } from '../../text.ts';
import { lineLayout } from '../composer/line.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad, wrap } from '../screen/fit.ts';
import { width as widthOf } from '../screen/width.ts';
import { framed, windowStart } from './frame.ts';
import {
	type FieldOverlay,
	type FindOverlay,
	type HelpOverlay,
	type ListOverlay,
	narrowed,
	type TextOverlay,
} from './overlay.ts';

// What each overlay looks like. Pure: state in, lines of exactly width x height out.

export function paintList(
	{ overlay, ...look }: Look & { overlay: ListOverlay },
	width: number,
	height: number,
): string[] {
	const { theme, marks } = look;
	const items = overlay.purpose === 'palette' ? overlay.items : narrowed(overlay);
	const inner = width - 4;
	const shown = Math.max(1, height - 5);
	const start = windowStart(overlay.cursor, items.length, shown);
	const rows = items.slice(start, start + shown).map(({ text, right = '' }, i) => {
		const isCursor = start + i === overlay.cursor;
		const room = Math.max(1, inner - widthOf(right) - 3);
		const row = `${isCursor ? marks.cursor : ' '} ${pad(displayLine(text), room)} ${theme.dim(displayLine(right))}`;
		return isCursor ? theme.cursor(row) : row;
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
			? [theme.dim(overlay.purpose === 'palette' ? 'enter goes to the turn of this name' : 'nothing here')]
			: [];
	return framed(look, { title: overlay.title, lines: [head, '', ...rows, ...empty], foot: '' }, width, height);
}

export function paintText(
	{ overlay, ...look }: Look & { overlay: TextOverlay },
	width: number,
	height: number,
): string[] {
	const inner = width - 4;
	const shown = height - 3;
	// Only what can be seen is wrapped, however long the text is.
	const rows: string[] = [];
	for (const line of overlay.lines.slice(overlay.top, overlay.top + shown)) {
		rows.push(...wrap(display(line.slice(0, 20_000)), inner));
		if (rows.length >= shown) break;
	}
	const last = overlay.top + shown >= overlay.lines.length;
	const foot =
		overlay.foot ??
		`${overlay.bates === undefined ? '' : 'enter goes there   '}${last ? '' : 'j k scroll   '}y copies   esc closes`;
	return framed(look, { title: overlay.title, lines: rows.slice(0, shown), foot }, width, height);
}

export function paintField(
	{ overlay, ...look }: Look & { overlay: FieldOverlay },
	width: number,
	height: number,
): string[] {
	const problem = overlay.problem === null ? '' : look.theme.bad(`${look.marks.alert} ${displayLine(overlay.problem)}`);
	const lines = ['', ...wrap(problem, width - 4)];
	return framed(look, { title: overlay.title, lines, foot: 'enter saves   esc leaves it as it was' }, width, height);
}

export function paintFind(
	{ overlay, now, total, ...look }: Look & { overlay: FindOverlay; now: number; total: number | undefined },
	width: number,
	height: number,
): string[] {
	const { theme, marks } = look;
	const inner = width - 4;
	const { found, cursor } = overlay;
	const hits = found?.hits ?? [];
	const counted = found && `${found.count.toLocaleString('en')}${found.capped ? '+' : ''}`;
	const counts = [counted, total?.toLocaleString('en')].filter((each) => each != null).join(' of ');
	const facts = theme.dim(
		[overlay.scope, counts && `${counts} turns`, found && `${overlay.milliseconds} ms`]
			.filter(Boolean)
			.join(` ${marks.dot} `),
	);
	const head = `${pad(`${marks.prompt} ${lineLayout(overlay.draft, Math.max(10, inner - widthOf(facts) - 4)).line}`, Math.max(12, inner - widthOf(facts)))}${facts}`;
	const shown = Math.max(1, Math.floor((height - 5) / 2));
	const start = windowStart(cursor, hits.length, shown);
	const rows = hits.slice(start, start + shown).flatMap((hit, i) => {
		const isCursor = start + i === cursor;
		const path = clipToWidth(overlay.paths[start + i] ?? '', Math.floor(inner * 0.4));
		const room = Math.max(1, inner - widthOf(path) - 3);
		const first = `${isCursor ? marks.cursor : ' '} ${pad(theme.bright(displayLine(hit.question)), room)} ${theme.dim(path)}`;
		const when = age(hit.created_at, now).padStart(4);
		const second = `    ${pad(marked(displayLine(hit.snippet), theme.match), inner - 9)} ${theme.dim(when)}`;
		return isCursor ? [theme.cursor(pad(first, inner)), second] : [first, second];
	});
	const nothing = found && hits.length === 0 ? [theme.dim('  nothing found')] : [];
	const lines = [head, '', ...rows, ...nothing];
	return framed(look, { title: 'find', lines, foot: FILTER_NAMES.map((name) => `${name}:`).join(' ') }, width, height);
}

/** The words in [brackets] of a snippet, marked. */
function marked(snippet: string, mark: (text: string) => string): string {
	return snippet.replace(/\[([^[\]]*)\]/g, (_all, word: string) => mark(word));
}

export function paintHelp(
	{ overlay, groups, ...look }: Look & { overlay: HelpOverlay; groups: readonly HelpGroup[] },
	width: number,
	height: number,
): string[] {
	const { theme, marks } = look;
	const inner = width - 4;
	const twoColumns = inner >= 100;
	const column = twoColumns ? Math.floor((inner - 2) / 2) : inner;
	const blocks = groups.map(({ group, lines }) => [
		theme.bright(group),
		...lines.map(({ keys, title, was, reason }) => {
			const name = `  ${pad(keys, 16)} `;
			const words = `${title}${reason === undefined ? '' : `: ${reason}`}`;
			const tail = was === undefined ? '' : ` ${was}`;
			const text = `${name}${pad(words, Math.max(1, column - widthOf(name) - widthOf(tail)))}${theme.dim(tail)}`;
			return reason === undefined ? text : theme.dim(text);
		}),
		'',
	]);
	const all = twoColumns ? sideBySide(blocks, column) : blocks.flat();
	const rows = all.length > 0 ? all : [theme.dim('no key is for that')];
	const shown = height - 5;
	const top = Math.max(0, Math.min(overlay.top, rows.length - shown));
	const head = `${marks.prompt} ${lineLayout(overlay.filter, inner - 2).line}${overlay.filter.text === '' ? theme.dim('type to filter') : ''}`;
	const foot = `dimmed: not possible here, and why${rows.length > shown ? '   page keys scroll' : ''}   esc closes`;
	return framed(look, { title: 'help', lines: [head, '', ...rows.slice(top, top + shown)], foot }, width, height);
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
