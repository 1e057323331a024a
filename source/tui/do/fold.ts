import type { Desk } from '../desk.ts';
import { groupKey, type TreeRow } from '../tree/rows.ts';
import { placeCursor, regrow, reveal, rowAtCursor, with_, without } from './place.ts';

/** Folds what is open; on what cannot be folded further, goes to the parent. */
function close(desk: Desk): void {
	const state = desk.state();
	const row = rowAtCursor(state);
	if (row?.kind === 'session' || row?.kind === 'group') {
		if (row.open) regrow(desk, { open: without(state.view.open, keyOf(row)) });
		else if (row.kind === 'session') toGroup(desk, row.session.sid);
		return;
	}
	if (row?.kind === 'turn' && row.turn.children > 0 && !row.folded) {
		desk.forester.forget(row.turn.bates);
		regrow(desk, { folded: with_(state.view.folded, row.turn.bates) });
		return;
	}
	toParent(desk);
}

/** What a session or a group goes by among what is unfolded. */
function keyOf(row: TreeRow & { kind: 'session' | 'group' }): string {
	return row.kind === 'session' ? row.session.sid : groupKey(row.tool);
}

function toGroup(desk: Desk, sid: string): void {
	const tool = desk.forester.groupOf(sid);
	const index = tool === undefined ? undefined : desk.state().tree.indexOfGroup(tool);
	if (index !== undefined) placeCursor(desk, index);
}

function toParent(desk: Desk): void {
	const { tree, cursor, path } = desk.state();
	const row = tree.at(cursor)?.row;
	const above = row?.kind === 'link' ? undefined : path.at(-2);
	const index = above === undefined ? undefined : tree.indexOfTurn(above);
	if (index !== undefined && index < cursor) placeCursor(desk, index);
}

/** Unfolds; on what is open already, goes to the first row below. */
function open(desk: Desk): void {
	const state = desk.state();
	const row = rowAtCursor(state);
	if ((row?.kind === 'session' || row?.kind === 'group') && !row.open)
		regrow(desk, { open: with_(state.view.open, keyOf(row)) });
	else if (row?.kind === 'turn' && row.folded) {
		desk.forester.forget(row.turn.bates);
		regrow(desk, { folded: without(state.view.folded, row.turn.bates) });
	} else if (row?.kind === 'run') openRun(desk, row.first);
	else if (row?.kind === 'link') reveal(desk, row.entry);
	else if (row?.kind === 'session' || row?.kind === 'group' || (row?.kind === 'turn' && row.turn.children > 0))
		placeCursor(desk, state.cursor + 1);
}

export function openRun(desk: Desk, first: string): void {
	desk.forester.forget(first);
	regrow(desk, { openRuns: with_(desk.state().view.openRuns, first) }, first);
}

export function toggleGroup(desk: Desk, tool: string): void {
	const { open } = desk.state().view;
	const key = groupKey(tool);
	regrow(desk, { open: open.has(key) ? without(open, key) : with_(open, key) });
}

export const FOLDING = { 'fold.close': close, 'fold.open': open };
