import { isRoot, sidOf } from '../../store/bates.ts';
import type { Desk } from '../desk.ts';
import type { State } from '../state.ts';
import { CHAIN } from '../tree/grow.ts';
import { groupKey, type TreeRow } from '../tree/rows.ts';
import type { TreeView } from '../tree/tree.ts';

// Where the cursor is and what the tree shows.

/** So many turns above the cursor are bright. */
const PATH_MOST = 500;

export function rowAtCursor({ tree, cursor }: State): TreeRow | undefined {
	return tree.at(cursor)?.row;
}

/** What is shown, and what commands are about: the turn at the cursor, or the one a link leads to; on a session's row where that stands, be it a root. */
export function nodeAtCursor(state: State): string | null {
	const row = rowAtCursor(state);
	if (row?.kind === 'turn') return row.turn.bates;
	if (row?.kind === 'link') return row.entry;
	if (row?.kind === 'run') return row.first;
	if (row?.kind === 'more') return row.after;
	if (row?.kind !== 'session') return null;
	return row.session.sid === state.sid ? state.here : row.session.current_bates;
}

/** The same where it is a turn. */
export function turnAtCursor(state: State): string | null {
	const node = nodeAtCursor(state);
	return node === null || isRoot(node) ? null : node;
}

/** The session of the cursor's row: its own, or the one that minted its turn. */
export function sidOfRow(state: State): string {
	const row = rowAtCursor(state);
	if (row?.kind === 'session') return row.session.sid;
	const bates = turnAtCursor(state);
	return bates === null ? state.sid : sidOf(bates);
}

function pathTo(desk: Desk, row: TreeRow | undefined): readonly string[] {
	if (row?.kind === 'turn') return desk.forest.outline.lineage(row.turn.bates, PATH_MOST);
	if (row?.kind === 'run') return desk.forest.outline.lineage(row.first, PATH_MOST);
	return [];
}

/** Puts the cursor on a row of the tree as it is. */
export function placeCursor(desk: Desk, index: number): void {
	const { tree } = desk.state();
	const cursor = Math.max(0, Math.min(tree.size - 1, index));
	const row = tree.at(cursor)?.row;
	if (row?.kind === 'more') {
		desk.forester.forget(row.after);
		regrow(desk, { readOn: with_(desk.state().view.readOn, row.after) });
		return;
	}
	const path = pathTo(desk, row);
	desk.apply({ type: 'placed', cursor, path, moved: true }, { type: 'visited', path });
}

/** Grows the tree again, the cursor staying on what it was on. */
export function regrow(desk: Desk, changes: Partial<TreeView> = {}, to?: string): void {
	const state = desk.state();
	const view = { ...state.view, ...changes };
	const tree = desk.forester.tree(view);
	const cursor =
		(to === undefined ? undefined : tree.indexOfTurn(to)) ?? indexOfKey(tree, state.cursorKey) ?? state.cursor;
	const row = tree.at(Math.max(0, Math.min(tree.size - 1, cursor)))?.row;
	desk.apply({ type: 'placed', tree, view, cursor, path: pathTo(desk, row) });
}

function indexOfKey(tree: State['tree'], key: string): number | undefined {
	if (key.startsWith('session:')) return tree.indexOfSession(key.slice(8));
	if (key.startsWith('tool:')) return tree.indexOfGroup(key.slice(5));
	if (key.startsWith('link:')) return tree.indexOfLink(key.slice(5));
	if (key === '') return undefined;
	// Where a fold opened or closed around the turn, what is shown now stands for it.
	return tree.indexOfTurn(key.replace(/^(?:run|more):/, ''));
}

/** Opens all that hides a turn, and puts the cursor on it. */
export function reveal(desk: Desk, bates: string): void {
	const { view } = desk.state();
	const lineage = desk.forest.outline.lineage(bates);
	const [root] = lineage;
	if (root === undefined) return;
	const above = new Set(lineage.slice(0, -1));
	const folded = new Set([...view.folded].filter((each) => !above.has(each)));
	if (folded.size !== view.folded.size) desk.forester.forget(bates);
	const sid = sidOf(root);
	const only = view.only !== null && view.only !== sid ? sid : view.only;
	regrow(desk, { open: opened(desk, sid), folded, only }, bates);
	let row = rowOfTurn(desk, bates);
	while (row?.kind === 'more') {
		readOn(desk, row.after, lineage);
		row = rowOfTurn(desk, bates);
	}
	if (row?.kind === 'run') {
		desk.forester.forget(bates);
		regrow(desk, { openRuns: with_(desk.state().view.openRuns, row.first) }, bates);
	}
	desk.apply({ type: 'visited', path: desk.state().path });
}

/** What is unfolded once a session is too, with the group that it stands in. */
export function opened({ state, forester }: Desk, sid: string): ReadonlySet<string> {
	const tool = forester.groupOf(sid);
	const open = with_(state().view.open, sid);
	return tool === undefined ? open : with_(open, groupKey(tool));
}

function rowOfTurn(desk: Desk, bates: string): TreeRow | undefined {
	const { tree } = desk.state();
	const index = tree.indexOfTurn(bates);
	return index === undefined ? undefined : tree.at(index)?.row;
}

/** Reads a very long chain on, as far as a lineage goes down it. */
function readOn(desk: Desk, after: string, lineage: readonly string[]): void {
	const marks = [after];
	for (let i = lineage.indexOf(after) + CHAIN; i < lineage.length - 1; i += CHAIN) marks.push(lineage[i] as string);
	desk.forester.forget(after);
	const last = lineage.at(-1);
	regrow(desk, { readOn: new Set([...desk.state().view.readOn, ...marks]) }, last);
}

/** Goes somewhere, and remembers the row one was on when that is another one. */
export function jumping(desk: Desk, go: () => void): void {
	const { cursorKey } = desk.state();
	go();
	if (cursorKey !== '' && desk.state().cursorKey !== cursorKey) desk.apply({ type: 'jumped', from: cursorKey });
}

/** Jumps to a turn. */
export function jumpTo(desk: Desk, bates: string): void {
	const { cursor, path } = desk.state();
	desk.apply({ type: 'placed', cursor, path, moved: true });
	jumping(desk, () => reveal(desk, bates));
}

/** Jumps to the row of a key: a turn is revealed, any other row is gone to where it still is one. */
export function jumpToRow(desk: Desk, key: string): void {
	if (!key.includes(':')) {
		jumpTo(desk, key);
		return;
	}
	if (indexOfKey(desk.state().tree, key) === undefined) regrow(desk, { only: null });
	const index = indexOfKey(desk.state().tree, key);
	if (index !== undefined) jumping(desk, () => placeCursor(desk, index));
}

export function with_(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
	return set.has(value) ? set : new Set([...set, value]);
}

export function without(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
	if (!set.has(value)) return set;
	const next = new Set(set);
	next.delete(value);
	return next;
}
