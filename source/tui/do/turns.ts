import { ArboristError } from '../../errors.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Target } from '../state.ts';
import { sendQuestion } from './answer.ts';
import { openRun } from './fold.ts';
import { jumpTo, regrow, reveal, rowAtCursor, turnAtCursor, with_ } from './place.ts';

// Standing, asking, editing: what makes branches.

/** Moves the session in use to a turn, of any session, and pins it. */
export function standOn(desk: Desk, bates: string): void {
	const { here, view } = desk.state();
	desk.standing().move(bates);
	stands(desk);
	for (const each of [here, bates]) if (each !== null) desk.forester.forget(each);
	regrow(desk, { pinned: new Set([...view.pinned].filter((each) => each !== here).concat(bates)) });
}

/** Tells the state where the session in use stands. */
export function stands(desk: Desk): void {
	const standing = desk.standing();
	desk.apply({ type: 'stands', sid: standing.sid, here: standing.at() });
}

/** Makes another session the one in use, opens it, and goes to where it stands. */
export function useSession(desk: Desk, sid: string): void {
	desk.use(sid);
	stands(desk);
	const { view, here } = desk.state();
	const pinned = here === null ? view.pinned : with_(view.pinned, here);
	regrow(desk, { open: with_(view.open, sid), pinned });
	if (here !== null) reveal(desk, here);
}

function stand(desk: Desk): void {
	const row = rowAtCursor(desk.state());
	if (row?.kind === 'session') useSession(desk, row.session.sid);
	else if (row?.kind === 'link') jumpTo(desk, row.entry);
	else if (row?.kind === 'run') openRun(desk, row.first);
	else if (row?.kind === 'turn') standOn(desk, row.turn.bates);
}

function standOnParent(desk: Desk): void {
	const { here } = desk.state();
	const parent = here === null ? null : (desk.forest.turn(here)?.parent_bates ?? null);
	if (parent === null) return;
	standOn(desk, parent);
	if (desk.forest.turn(parent)?.audit_mode !== 'ROOT') reveal(desk, parent);
}

/** The name under which a draft waits. */
export function placeOf(target: Target, sid: string): string {
	if (target.kind === 'beside') return `beside:${target.bates}`;
	return target.bates ?? `root:${sid}`;
}

/** Opens the composer for a target, with the draft that waits there. */
export function compose(desk: Desk, target: Target, text?: string): void {
	const { drafts, sid } = desk.state();
	const kept = drafts.get(placeOf(target, sid));
	desk.apply({ type: 'composing', target, draft: draftOf(kept ?? text ?? '') }, { type: 'focused', focus: 'composer' });
}

/** Where a question asked from here would land. */
export function targetHere(desk: Desk): Target {
	const state = desk.state();
	const row = rowAtCursor(state);
	if (row?.kind === 'turn') return { kind: 'under', bates: row.turn.bates };
	return { kind: 'under', bates: state.here ?? turnAtCursor(state) };
}

function askHere(desk: Desk): void {
	const row = rowAtCursor(desk.state());
	if (row?.kind === 'session' && row.session.sid !== desk.state().sid) useSession(desk, row.session.sid);
	compose(desk, targetHere(desk));
}

function editHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (turn) compose(desk, { kind: 'beside', bates: turn.bates }, turn.question);
}

async function askAgain(desk: Desk): Promise<void> {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (turn) await sendQuestion(desk, { kind: 'beside', bates: turn.bates }, turn.question, { noCache: true });
}

async function continueHere(desk: Desk): Promise<void> {
	const bates = turnAtCursor(desk.state());
	if (bates !== null) await sendQuestion(desk, { kind: 'under', bates }, 'Go on where the answer was cut.', {});
}

function newSession(desk: Desk): void {
	desk.use(desk.forest.begin());
	stands(desk);
	compose(desk, { kind: 'under', bates: null });
	desk.apply({ type: 'notice', notice: { text: 'A new session: it is kept with its first question.', tone: 'plain' } });
}

/** Goes to what a person typed: a bates id, a number, a label. Throws UNKNOWN_REFERENCE. */
export function goTo(desk: Desk, reference: string): void {
	const { turn, others } = desk.forest.resolve(reference, desk.state().sid);
	if (turn.audit_mode === 'ROOT')
		throw new ArboristError('UNKNOWN_REFERENCE', 'That is the root of a session, and no turn.');
	jumpTo(desk, turn.bates);
	if (others > 0) desk.apply({ type: 'notice', notice: { text: `${others} more with this label`, tone: 'plain' } });
}

export const BRANCHING = {
	'turn.stand': stand,
	'turn.parent': standOnParent,
	'turn.ask': askHere,
	'turn.edit': editHere,
	'turn.again': askAgain,
	'turn.continue': continueHere,
	'session.new': newSession,
};
