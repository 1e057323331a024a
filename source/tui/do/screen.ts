import { sidOf } from '../../store/bates.ts';
import { comingAt } from '../conversation/current.ts';
import type { Desk } from '../desk.ts';
import type { Focus } from '../state.ts';
import { guard } from '../trouble.ts';
import { keepDraftHere } from './drafts.ts';
import { listEngines, toggleHistory } from './engines.ts';
import { openExport } from './exporting.ts';
import { jumpTo, regrow, rowAtCursor, turnAtCursor, with_ } from './place.ts';
import { compose, targetHere } from './target.ts';

// Panes, the program itself, and what leaves it.

function toPane(desk: Desk, by: number): void {
	const { focus, treeHidden } = desk.state();
	const order: Focus[] = treeHidden ? ['conversation', 'composer'] : ['tree', 'conversation', 'composer'];
	const next = order[(order.indexOf(focus) + by + order.length) % order.length] as Focus;
	if (focus === 'composer') guard(desk, () => keepDraftHere(desk));
	if (next === 'composer') compose(desk, targetHere(desk));
	else desk.apply({ type: 'focused', focus: next });
}

/** The tree that the cursor is in, or the whole forest. */
function changeScope(desk: Desk): void {
	const { view } = desk.state();
	const sid = treeAtCursor(desk);
	regrow(desk, view.only === null ? { only: sid, open: with_(view.open, sid) } : { only: null });
}

/** The session under whose row the cursor's row stands. */
function treeAtCursor(desk: Desk): string {
	const row = rowAtCursor(desk.state());
	if (row?.kind === 'session') return row.session.sid;
	if (row?.kind === 'link') return sidOf(row.entry);
	const [root] = desk.forest.outline.lineage(turnAtCursor(desk.state()) ?? '');
	return root === undefined ? desk.state().sid : sidOf(root);
}

/** Stops the answer that is shown; all on their way where none of them is. */
function cancel(desk: Desk): void {
	const shown = comingAt(desk.state());
	const answers = shown ? [desk.running.get(shown.place)] : [...desk.running.values()];
	for (const answer of answers) answer?.stop();
}

function closeOverlay(desk: Desk): void {
	const { overlay } = desk.state();
	const work = overlay?.kind === 'text' && overlay.work !== undefined ? desk.running.get(overlay.work) : undefined;
	if (work) work.stop();
	else if (overlay?.kind === 'list' && overlay.typing && overlay.purpose !== 'palette') {
		desk.apply({ type: 'overlay', overlay: { ...overlay, typing: false } });
	} else desk.apply({ type: 'overlay', overlay: overlay?.kind === 'help' ? overlay.over : null });
}

function follow(desk: Desk): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'text' || overlay.bates === undefined) return;
	desk.apply({ type: 'overlay', overlay: null });
	jumpTo(desk, overlay.bates);
}

export const SCREENING = {
	'pane.next': (desk: Desk) => toPane(desk, 1),
	'pane.previous': (desk: Desk) => toPane(desk, -1),
	'tree.scope': changeScope,
	'tree.hide': (desk: Desk) => desk.apply({ type: 'tree-hidden', hidden: !desk.state().treeHidden }),
	'tree.wider': (desk: Desk) => desk.apply({ type: 'tree-wider', by: 4 }),
	'tree.narrower': (desk: Desk) => desk.apply({ type: 'tree-wider', by: -4 }),
	'overlay.close': closeOverlay,
	'page.follow': follow,
	'export.open': openExport,
	cancel,
	'history.toggle': toggleHistory,
	'engine.list': listEngines,
	'screen.redraw': (desk: Desk) => desk.redraw(),
	suspend: (desk: Desk) => desk.suspend(),
	quit: (desk: Desk) => desk.quit(),
	'quit.now': (desk: Desk) => desk.quit(),
	'composer.quit': (desk: Desk) => desk.quit(),
};
