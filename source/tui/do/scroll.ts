import { placeOf } from '../conversation/current.ts';
import { HEADER } from '../conversation/pane.tsx';
import { scroll } from '../conversation/scroll.ts';
import type { Desk } from '../desk.ts';
import { panesOf } from '../panes.ts';

/** Moves the conversation by some rows, down when positive. */
export function scrollBy(desk: Desk, rows: number): void {
	const state = desk.state();
	const panes = panesOf(state);
	const path = desk.path();
	if (!path) return;
	const height = Math.max(1, panes.height - HEADER);
	desk.apply({ type: 'scrolled', scroll: scroll(path, placeOf(state, path), rows, height) });
}
