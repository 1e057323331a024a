import { age } from '../../commands/phrases.ts';
import { FILTER_NAMES } from '../../store/filters.ts';
import { displayLine } from '../../text.ts';
import { lineLayout } from '../composer/line.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad, wrap } from '../screen/fit.ts';
import { width as widthOf } from '../screen/width.ts';
import { framed, windowStart } from './frame.ts';
import { type FieldOverlay, type FindOverlay, type ListOverlay, narrowed } from './overlay.ts';

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
	const rows = items.slice(start, start + shown).map(({ text, right = '', problem }, i) => {
		const isCursor = start + i === overlay.cursor;
		const room = Math.max(1, inner - widthOf(right) - 3);
		const row = `${isCursor ? marks.cursor : ' '} ${pad(displayLine(text), room)} ${theme.dim(displayLine(right))}`;
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
	return framed(look, { title: overlay.title, lines: [head, '', ...rows, ...empty], foot: '' }, width, height);
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
