import { ArboristError } from '../../errors.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { sendQuestion } from './answer.ts';
import { openRun, toggleGroup } from './fold.ts';
import { jumpTo, reveal, rowAtCursor, turnAtCursor } from './place.ts';
import { resumeSession, standOn, stands } from './standing.ts';
import { compose, targetHere } from './target.ts';

// Standing, asking, editing: what makes branches.

function stand(desk: Desk): void {
	const row = rowAtCursor(desk.state());
	if (row?.kind === 'session') resumeSession(desk, row.session.sid);
	else if (row?.kind === 'group') toggleGroup(desk, row.tool);
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

/** Opens the composer for a question under what is shown; on a session's row that one is in use from then on. */
export function askHere(desk: Desk): void {
	const row = rowAtCursor(desk.state());
	if (row?.kind === 'session' && row.session.sid !== desk.state().sid) resumeSession(desk, row.session.sid);
	compose(desk, targetHere(desk));
}

function editHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (turn) compose(desk, { kind: 'beside', bates: turn.bates }, turn.question);
}

function askAgain(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (turn) sendQuestion(desk, { kind: 'beside', bates: turn.bates }, turn.question, { noCache: true });
}

function continueHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	if (bates !== null)
		sendQuestion(desk, { kind: 'under', bates }, 'Go on where the answer was cut.', { history: true, goesOn: true });
}

function newSession(desk: Desk): void {
	desk.use(desk.forest.begin());
	stands(desk);
	compose(desk, { kind: 'under', bates: null });
	say(desk, 'A new session: it is kept with its first question.');
}

/** Goes to what a person typed: a bates id, a number, a label. Throws UNKNOWN_REFERENCE. */
export function goTo(desk: Desk, reference: string): void {
	const { turn, others } = desk.forest.resolve(reference, desk.state().sid);
	if (turn.audit_mode === 'ROOT')
		throw new ArboristError(
			'UNKNOWN_REFERENCE',
			'That is the root of a session, and no turn.',
			'Name one of its turns.',
		);
	jumpTo(desk, turn.bates);
	if (others > 0) say(desk, `${others} more with this label`);
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
