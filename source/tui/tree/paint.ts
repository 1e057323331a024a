import { age, shortSid } from '../../commands/phrases.ts';
import { sidOf } from '../../store/bates.ts';
import { displayLine } from '../../text.ts';
import { FORGOTTEN, questionLine } from '../forgotten.ts';
import { clipToWidth, pad } from '../screen/fit.ts';
import { inSet, type Marks } from '../screen/marks.ts';
import type { Theme } from '../screen/theme.ts';
import { width as widthOf } from '../screen/width.ts';
import type { PlacedRow, TreeRow } from './rows.ts';
import type { Tree } from './tree.ts';

/** What the tree pane is painted from. */
export interface TreePane {
	readonly tree: Tree;
	/** The first row shown, and the row of the cursor. */
	readonly top: number;
	readonly cursor: number;
	readonly focused: boolean;
	/** The turns from the root down to the cursor: they are bright. */
	readonly path: ReadonlySet<string>;
	/** The turn of the session in use. */
	readonly here: string | null;
	readonly sidInUse: string;
	/** Turns with a draft waiting, and with an answer coming. */
	readonly drafts: ReadonlySet<string>;
	readonly coming: ReadonlySet<string>;
	/** Turns that the last verification found fault with. */
	readonly faulty: { has(bates: string): boolean };
	/** The turns above the hidden trunks, in words: shown when a row is too deep to be drawn from the left edge. */
	readonly crumb: string;
	readonly now: number;
	readonly theme: Theme;
	readonly marks: Marks;
}

/** The row under the cursor keeps at least 30 columns of text beside its marks, if need be by hiding trunks at the left. */
const KEPT = 30 + 6;
/** So many trunks are shown where the pane is too narrow for that. */
const TRUNKS_LEAST = 3;
const BASE = 2;

export function paintTree(pane: TreePane, width: number, height: number): string[] {
	const { tree, top, cursor } = pane;
	const hoisted = hoist(pane, width);
	const lines: string[] = [];
	for (let index = top; index < top + height; index++) {
		const placed = tree.at(index);
		if (!placed) break;
		lines.push(paintRow(placed, index === cursor, hoisted, pane, width));
	}
	if (tree.size === 0) lines.push(pane.theme.dim('  nothing here yet'));
	if (hoisted > 0 && cursor > top)
		lines[0] = pane.theme.dim(clipToWidth(`${pane.marks.previous} ${displayLine(pane.crumb)}`, width));
	return inSet(lines, pane.marks);
}

/** How many trunks are hidden at the left, so that the row under the cursor keeps its text. */
function hoist({ tree, cursor }: TreePane, width: number): number {
	const { trunks = [], inset = false } = tree.at(cursor) ?? {};
	const fits = Math.max(TRUNKS_LEAST, Math.floor((width - (inset ? 2 : 1) * BASE - 2 - KEPT) / 2));
	return Math.max(0, trunks.length - fits);
}

/** One painted row; kept with the row it was painted from, so that a row that did not change is not painted again. */
const painted = new WeakMap<TreeRow, { readonly key: string; readonly theme: Theme; readonly line: string }>();
/** How many rows were painted anew, for the tests that count. */
export const paintCount = { rows: 0 };

function paintRow(placed: PlacedRow, isCursor: boolean, hoisted: number, pane: TreePane, width: number): string {
	const { row, trunks, fork, inset } = placed;
	const key = [
		width,
		hoisted,
		inset ? '>' : '',
		trunks.map(Number).join(''),
		fork ? `${fork.at}/${fork.of}` : '',
		isCursor ? (pane.focused ? 'F' : 'C') : '',
		...rowState(row, pane),
	].join(' ');
	const kept = painted.get(row);
	if (kept?.key === key && kept.theme === pane.theme) return kept.line;
	paintCount.rows++;
	const line = draw(placed, isCursor, hoisted, pane, width);
	painted.set(row, { key, theme: pane.theme, line });
	return line;
}

/** What of the pane a row's look depends on. */
function rowState(row: TreeRow, { path, here, sidInUse, drafts, coming, faulty, now }: TreePane): string[] {
	if (row.kind === 'turn') {
		const { bates } = row.turn;
		const marked = [drafts, coming, faulty].map((turns) => turns.has(bates));
		return [path.has(bates), bates === here, ...marked].map((is) => (is ? '1' : '0'));
	}
	if (row.kind === 'session') return [age(row.session.newest_at, now), row.session.sid === sidInUse ? '1' : '0'];
	if (row.kind === 'group') return [age(row.newest_at, now)];
	return [row.kind === 'run' && path.has(row.first) ? '1' : '0'];
}

function draw(placed: PlacedRow, isCursor: boolean, hoisted: number, pane: TreePane, width: number): string {
	const { theme } = pane;
	const left = trunksText(placed, hoisted, pane.marks);
	const right = rightText(placed, pane, width);
	const rightWidth = widthOf(right) + (right === '' ? 0 : 1);
	const room = Math.max(1, width - widthOf(left) - rightWidth);
	const text = clipToWidth(rowText(placed.row, pane.marks, width), room);
	const filled = pad(text, room);
	const styled = styleText(placed.row, filled, pane);
	const line = `${theme.dim(left)}${styled}${right === '' ? '' : ` ${right}`}`;
	if (!isCursor) return line;
	return pane.focused ? theme.cursor(line) : theme.bright(line);
}

/** The trunks of the forks above, and the row's own knee or fold mark. */
function trunksText({ row, trunks, fork, inset }: PlacedRow, hoisted: number, marks: Marks): string {
	const step = inset ? ' '.repeat(BASE) : '';
	if (row.kind === 'group' || row.kind === 'session') return step;
	const base = step + ' '.repeat(BASE);
	if (row.kind === 'link') return `${base}${marks.elsewhere} `;
	const shown = trunks.slice(hoisted);
	const above = fork && shown.length > 0 ? shown.slice(0, -1) : shown;
	const stem = above.map((goesOn) => (goesOn ? `${marks.trunk} ` : '  ')).join('');
	const knee = fork && shown.length > 0 ? `${shown.at(-1) ? marks.branch : marks.lastBranch} ` : '  ';
	const isFolded = row.kind === 'turn' && row.folded;
	if (isFolded) return `${base}${stem}${fork ? knee : ''}${marks.folded} `;
	return `${base}${stem}${knee}`;
}

function rowText(row: TreeRow, marks: Marks, width: number): string {
	switch (row.kind) {
		case 'session':
			return `${row.open ? marks.open : marks.folded} ${row.name}`;
		case 'group': {
			const noun = width < 40 ? '' : ` session${row.sessions === 1 ? '' : 's'}`;
			return `${row.open ? marks.open : marks.folded} ${marks.imported} ${displayLine(row.tool)} ${marks.dot} ${row.sessions}${noun}`;
		}
		case 'turn':
			return displayLine(row.turn.question.trim()) || FORGOTTEN;
		case 'run':
			return `${marks.cut} ${row.turns} turns`;
		case 'more':
			return `${marks.cut} goes on`;
		case 'link':
			return `under “${questionLine(row.under.question, 60)}” in ${row.name}`;
	}
}

function styleText(row: TreeRow, text: string, { theme, here, path, sidInUse }: TreePane): string {
	if (row.kind === 'session') return row.session.sid === sidInUse ? theme.accent(text) : text;
	if (row.kind !== 'turn') return theme.dim(text);
	if (row.turn.bates === here) return theme.accent(text);
	return path.has(row.turn.bates) ? theme.bright(text) : theme.dim(text);
}

/** What stands at the right edge: marks, each with one meaning. */
function rightText(
	{ row, fork }: PlacedRow,
	{ theme, marks, here, drafts, coming, faulty, now }: TreePane,
	width: number,
): string {
	if (row.kind === 'session') {
		const { turns, newest_at } = row.session;
		const mark = row.tool === undefined ? '' : `${marks.imported} `;
		return theme.dim(`${mark}${String(turns).padStart(5)} ${age(newest_at, now).padStart(4)}`);
	}
	if (row.kind === 'group') return theme.dim(age(row.newest_at, now).padStart(4));
	if (row.kind !== 'turn') return '';
	const { bates, label, sid } = row.turn;
	const parts: string[] = [];
	if (label !== null)
		parts.push(theme.warn(`${marks.label} ${clipToWidth(displayLine(label), Math.max(6, Math.floor(width / 4)))}`));
	if (sid !== rootSid(row) && width >= 40) parts.push(theme.dim(`[from ${shortSid(sid)}]`));
	else if (sid !== rootSid(row)) parts.push(theme.dim(`[${shortSid(sid).slice(0, 4)}]`));
	if (row.folded) parts.push(theme.dim(`(${row.hidden >= 1000 ? '999+' : row.hidden})`));
	if (faulty.has(bates)) parts.push(theme.bad(marks.bad));
	if (drafts.has(bates)) parts.push(theme.warn(marks.draft));
	if (coming.has(bates)) parts.push(theme.accent(marks.coming));
	if (fork && fork.of > 1) parts.push(theme.dim(`${fork.at}/${fork.of}`));
	if (bates === here) parts.push(theme.accent(marks.here));
	return parts.join(' ');
}

/** The session of the turn above; a turn minted by another one is marked. */
function rootSid({ turn }: TreeRow & { kind: 'turn' }): string {
	return turn.parent_bates === null ? turn.sid : sidOf(turn.parent_bates);
}
