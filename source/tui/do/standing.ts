import { isRoot } from '../../store/bates.ts';
import type { Desk } from '../desk.ts';
import { opened, regrow, reveal, with_ } from './place.ts';

// Where the session in use stands, and which session that is.

/** Moves the session in use to a turn, of any session, and pins it. */
export function standOn(desk: Desk, bates: string): void {
	const { here, view } = desk.state();
	desk.standing().move(bates);
	standsElsewhere(desk);
	for (const each of [here, bates]) if (each !== null) desk.forester.forget(each);
	regrow(desk, { pinned: new Set([...view.pinned].filter((each) => each !== here).concat(bates)) });
}

/** Tells the state where the session in use stands. */
export function stands(desk: Desk): void {
	const standing = desk.standing();
	desk.apply({ type: 'stands', sid: standing.sid, here: standing.at() });
}

/** The same after a person has moved it, who can jump back to where it stood. */
function standsElsewhere(desk: Desk): void {
	const { sid, here } = desk.state();
	stands(desk);
	const atRoot = here === null || isRoot(here);
	if (desk.state().here !== here) desk.apply({ type: 'jumped', from: atRoot ? `session:${sid}` : here });
}

/** Makes another session the one in use, opens it, and goes to where it stands. */
export function resumeSession(desk: Desk, sid: string): void {
	desk.use(sid);
	standsElsewhere(desk);
	const { view, here } = desk.state();
	const pinned = here === null ? view.pinned : with_(view.pinned, here);
	regrow(desk, { open: opened(desk, sid), pinned });
	if (here !== null) reveal(desk, here);
}
