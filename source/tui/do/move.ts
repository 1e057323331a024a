import type { Desk } from '../desk.ts';
import { narrowed, type Overlay } from '../overlays/overlay.ts';
import { panesOf } from '../panes.ts';
import { jumping, placeCursor } from './place.ts';
import { scrollBy } from './scroll.ts';

// Moving in whatever has the focus: rows of the tree or of a list, lines of the conversation or of a page.

function pageOf(desk: Desk): number {
	return Math.max(1, panesOf(desk.state()).height - 2);
}

function moveBy(desk: Desk, rows: number): void {
	const { overlay, focus, cursor } = desk.state();
	if (overlay) moveInOverlay(desk, overlay, rows);
	else if (focus === 'conversation') scrollBy(desk, rows);
	else placeCursor(desk, cursor + rows);
}

function moveInOverlay(desk: Desk, overlay: Overlay, rows: number): void {
	if (overlay.kind === 'list' || overlay.kind === 'find') {
		const count = overlay.kind === 'list' ? narrowed(overlay).length : (overlay.found?.hits.length ?? 0);
		const cursor = Math.max(0, Math.min(count - 1, overlay.cursor + rows));
		desk.apply({ type: 'overlay', overlay: { ...overlay, cursor } });
	} else if (overlay.kind === 'text') {
		// Lines may be wrapped, so the last of them can still be scrolled up to the middle.
		const last = Math.max(0, overlay.lines.length - Math.ceil(pageOf(desk) / 2));
		desk.apply({ type: 'overlay', overlay: { ...overlay, top: Math.max(0, Math.min(last, overlay.top + rows)) } });
	} else if (overlay.kind === 'help') {
		desk.apply({ type: 'overlay', overlay: { ...overlay, top: Math.max(0, overlay.top + rows) } });
	}
}

const FAR = 1e9;

export const MOVING = {
	'move.down': (desk: Desk) => moveBy(desk, 1),
	'move.up': (desk: Desk) => moveBy(desk, -1),
	'move.first': (desk: Desk) => jumping(desk, () => moveBy(desk, -FAR)),
	'move.last': (desk: Desk) => jumping(desk, () => moveBy(desk, FAR)),
	'move.half-down': (desk: Desk) => moveBy(desk, Math.ceil(pageOf(desk) / 2)),
	'move.half-up': (desk: Desk) => moveBy(desk, -Math.ceil(pageOf(desk) / 2)),
	'move.page-down': (desk: Desk) => moveBy(desk, pageOf(desk)),
	'move.page-up': (desk: Desk) => moveBy(desk, -pageOf(desk)),
	'pick.down': (desk: Desk) => moveBy(desk, 1),
	'pick.up': (desk: Desk) => moveBy(desk, -1),
	'pick.page-down': (desk: Desk) => moveBy(desk, pageOf(desk)),
	'pick.page-up': (desk: Desk) => moveBy(desk, -pageOf(desk)),
	'scroll.down': (desk: Desk) => scrollBy(desk, 1),
	'scroll.up': (desk: Desk) => scrollBy(desk, -1),
	'scroll.page-down': (desk: Desk) => scrollBy(desk, pageOf(desk)),
	'scroll.page-up': (desk: Desk) => scrollBy(desk, -pageOf(desk)),
	'composer.page-down': (desk: Desk) => scrollBy(desk, pageOf(desk)),
	'composer.page-up': (desk: Desk) => scrollBy(desk, -pageOf(desk)),
};
