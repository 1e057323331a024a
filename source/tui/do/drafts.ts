import { secretIn } from '../../answer/guard.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { State } from '../state.ts';
import { guard } from '../trouble.ts';
import { placeOf } from './target.ts';

// What was written and has no answer yet is never lost.

/** Begins the places of questions that got no answer, and where they were asked something else was written by then. */
const UNSENT = 'unsent:';

/** Keeps a draft in the state, and on disk. Throws where it cannot be written now; it is as soon as it can. */
export function keepDraft(desk: Desk, place: string, text: string): void {
	desk.apply({ type: 'draft-kept', place, text });
	// What looks like a key stays on the screen and off the disk.
	const kept = secretIn(text) === undefined ? text : '';
	desk.unsaved.write(place, {
		what: 'What was written',
		text: () => kept,
		write: () => desk.aside.keepDraft(place, kept),
	});
}

export function keepDraftHere(desk: Desk): void {
	const { draft, target, sid, drafts } = desk.state();
	const place = placeOf(target, sid);
	// A recalled question is kept where it is from.
	const text = draft.recalled?.draft || draft.text;
	if ((drafts.get(place) ?? '') !== text) keepDraft(desk, place, text);
}

/**
 * A question that got no answer waits where it was asked; where something else is written there, it is what `up` recalls
 * first. Says where.
 */
export function waitAgain(desk: Desk, place: string, question: string): 'there' | 'recalled' {
	const { draft, drafts, target, sid } = desk.state();
	const isHere = placeOf(target, sid) === place;
	// At the start the composer is still empty.
	const written = [isHere ? draft.text : '', drafts.get(place) ?? ''].find((text) => text.trim() !== '');
	const isThere = written === undefined || written === question;
	if (isHere && isThere) desk.apply({ type: 'composing', target, draft: draftOf(question) });
	const at = isThere ? place : recallPlace(desk.state(), place, question);
	guard(desk, () => keepDraft(desk, at, question));
	return isThere ? 'there' : 'recalled';
}

function recallPlace({ drafts }: State, place: string, question: string): string {
	const waiting = [...drafts].filter(([at]) => at.startsWith(UNSENT));
	const same = waiting.find(([, text]) => text === question);
	return same ? same[0] : `${UNSENT}${1 + Math.max(0, ...waiting.map(([at]) => order(at)))}:${place}`;
}

const order = (place: string) => Number(place.slice(UNSENT.length).split(':')[0]);

/** Questions that wait to be recalled: the latest last. */
export function unsent({ drafts }: State): string[] {
	return [...drafts]
		.filter(([place]) => place.startsWith(UNSENT))
		.sort(([a], [b]) => order(a) - order(b))
		.map(([, text]) => text);
}

/** It has an answer, and waits to be recalled no more. */
export function dropUnsent(desk: Desk, question: string): void {
	for (const [place, text] of desk.state().drafts)
		if (place.startsWith(UNSENT) && text === question) keepDraft(desk, place, '');
}
