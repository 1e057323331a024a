import { comingAt, inTurn, shownFrom, textRows } from '../conversation/current.ts';
import { type Place, samePlace, scroll, toEnd, toTurn } from '../conversation/scroll.ts';
import type { Desk } from '../desk.ts';

/** Moves the conversation by some rows, down when positive. At the end of an answer that grows it goes on with it. */
export function scrollBy(desk: Desk, rows: number): void {
	const state = desk.state();
	const path = desk.path();
	if (!path) return;
	const height = textRows(state);
	const to = scroll(path, shownFrom(state, path), rows, height);
	const follows = comingAt(state) !== undefined && samePlace(to, toEnd(path, height));
	desk.apply({ type: 'scrolled', scroll: follows ? null : to });
}

/** What is seen of the answer that comes at a place: called when it has become a turn, shows the same of that. */
export function keepSeen(desk: Desk, place: string): (bates: string) => void {
	const state = desk.state();
	const path = desk.path();
	if (!path || comingAt(state)?.place !== place) return () => undefined;
	const seen = shownFrom(state, path);
	if (samePlace(seen, toTurn(path.leaf))) return () => undefined;
	return (bates) => {
		desk.apply({ type: 'coming', place, coming: null });
		const now = desk.path();
		if (!now) return;
		const scrolled: Place = state.scroll === null ? toEnd(now, textRows(desk.state())) : inTurn(seen, bates);
		desk.apply({ type: 'scrolled', scroll: scrolled });
	};
}
