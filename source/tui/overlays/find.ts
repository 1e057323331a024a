import { age, count } from '../../commands/phrases.ts';
import { FILTER_NAMES, filterBeingTyped, takeFilters } from '../../store/filters.ts';
import type { Found } from '../../store/search.ts';
import { displayLine } from '../../text.ts';
import { lineLayout } from '../composer/line.ts';
import type { Look } from '../look.ts';
import { clipToWidth, pad } from '../screen/fit.ts';
import { width as widthOf } from '../screen/width.ts';
import { framed, windowStart } from './frame.ts';
import type { FindOverlay } from './overlay.ts';

export function paintFind(
	{ overlay, now, total, ...look }: Look & { overlay: FindOverlay; now: number; total: number | undefined },
	width: number,
	height: number,
): string[] {
	const { theme, marks } = look;
	const inner = width - 4;
	const { found, cursor } = overlay;
	const hits = found?.hits ?? [];
	const facts = theme.dim(
		[overlay.scope, counts(found, total), found && `${overlay.milliseconds} ms`].filter(Boolean).join(` ${marks.dot} `),
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
		const second = `    ${pad(marked(displayLine(withoutPointers(hit.snippet)), theme.match), inner - 9)} ${theme.dim(when)}`;
		return isCursor ? [theme.cursor(pad(first, inner)), second] : [first, second];
	});
	const nothing = found && hits.length === 0 ? [theme.dim(`  ${whyNothing(overlay.draft.text)}`)] : [];
	const lines = [head, '', ...rows, ...nothing];
	return framed(look, { title: 'find', lines, foot: footOf(overlay.draft.text) }, width, height);
}

/** `3 of 38 turns`: what was found, of how many, as far as either is known. */
function counts(found: Found | null, total: number | undefined): string {
	const most = total ?? found?.count;
	if (most === undefined) return '';
	const number = found ? `${found.count.toLocaleString('en')}${found.capped ? '+' : ''}` : '';
	if (total === undefined) return `${number} ${most === 1 ? 'turn' : 'turns'}`;
	return [number, count(total, 'turn')].filter((each) => each !== '').join(' of ');
}

function whyNothing(typed: string): string {
	const [, unknown] = /(?:^|\s)([a-z]+):(?!\/\/)\S/.exec(takeFilters(typed).text) ?? [];
	if (unknown !== undefined) return `nothing found; ${unknown}: is no filter`;
	const words = takeFilters(typed).text.trim().split(/\s+/);
	return words.length > 1 ? 'nothing found; every word has to be in the turn' : 'nothing found';
}

/** The filters there are; or what the one takes that is being typed. */
function footOf(typed: string): string {
	const filter = filterBeingTyped(typed);
	return filter ? `${filter.name}: ${filter.takes}` : FILTER_NAMES.map((name) => `${name}:`).join(' ');
}

/** A snippet without the pointers of its answer, whole or cut, whatever in them matched. */
function withoutPointers(snippet: string): string {
	return snippet.replace(/\s*\[E\d+ \|(?:\[[^\]]*\]|[^\]])*(?:\]|$)/g, '');
}

/** The words in [brackets] of a snippet, marked. */
function marked(snippet: string, mark: (text: string) => string): string {
	return snippet.replace(/\[([^[\]]*)\]/g, (_all, word: string) => mark(word));
}
