import { isRoot, sidOf } from '../store/bates.ts';
import type { Desk } from './desk.ts';
import { regrow, reveal } from './do/place.ts';
import { compose, placeOf } from './do/target.ts';
import type { Target } from './state.ts';

/** Opens the screen as it was left, where one writes. */
export function openScreen(desk: Desk): void {
	const { cursorKey } = desk.state();
	regrow(desk);
	const target = written(desk) ?? leftAt(desk, cursorKey) ?? { kind: 'under', bates: desk.state().here };
	const { bates } = target;
	if (bates !== null && !isRoot(bates) && desk.state().path.at(-1) !== bates) reveal(desk, bates);
	compose(desk, target);
}

/** Where something waits that was being written. */
function written({ state, forest }: Desk): Target | undefined {
	const { target, sid, drafts } = state();
	if (!drafts.has(placeOf(target, sid))) return undefined;
	return target.bates === null || forest.outline.row(target.bates) ? target : undefined;
}

/** The turn that the cursor was left on, while it is one of the session in use. */
function leftAt({ state }: Desk, left: string): Target | undefined {
	const { sid, path, cursorKey } = state();
	const bates = path.at(-1);
	return bates !== undefined && cursorKey === left && sidOf(bates) === sid ? { kind: 'under', bates } : undefined;
}
