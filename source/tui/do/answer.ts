import { ask } from '../../commands/asking.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Target } from '../state.ts';
import { guard, tellTrouble } from '../trouble.ts';
import { reveal } from './place.ts';
import { standOn, stands } from './standing.ts';
import { placeOf } from './target.ts';

/** Asks, shows the answer as it grows, saves the turn and goes there, unless one has gone elsewhere meanwhile. */
export function sendQuestion(desk: Desk, target: Target, question: string, options: { noCache?: boolean }): void {
	const place = placeOf(target, desk.state().sid);
	if (desk.running.has(place)) return;
	const controller = new AbortController();
	const ended = answer(desk, { target, place, question, ...options }, controller.signal)
		.catch((error) => {
			tellTrouble(desk, error);
			giveBack(desk, target, place, question);
		})
		.finally(() => {
			desk.running.delete(place);
			desk.apply({ type: 'coming', place, coming: null });
		});
	desk.running.set(place, { stop: () => controller.abort(), ended });
}

/** Questions on their way are kept apart from drafts: at their place one may be writing the next. */
export const SENT = 'sent:';

interface Sent {
	readonly target: Target;
	readonly place: string;
	readonly question: string;
	readonly noCache?: boolean;
}

async function answer(desk: Desk, sent: Sent, signal: AbortSignal): Promise<void> {
	const { target, place, question, noCache = false } = sent;
	const { sid, moves } = desk.state();
	// Until the turn is saved, so that the question is there again after a kill.
	desk.aside.keepDraft(SENT + place, question);
	keepDraft(desk, place, '');
	let text = '';
	const show = () => desk.apply({ type: 'coming', place, coming: { place, question, text } });
	show();
	const replaced = target.kind === 'beside' ? desk.forest.turn(target.bates) : undefined;
	const { turn } = await ask({
		forest: desk.forest,
		library: await desk.library(),
		engine: desk.engine,
		question,
		sid,
		sessionLabel: desk.standing().saved() ? undefined : desk.sessionLabel,
		parent: target.kind === 'beside' ? (replaced?.parent_bates ?? null) : target.bates,
		noCache,
		...(target.kind === 'beside' && { replaces: target.bates }),
		onEvent(event) {
			if (event.kind !== 'text') return;
			text += event.text;
			show();
		},
		signal,
		now: desk.now,
	});
	guard(desk, () => {
		desk.aside.keepDraft(SENT + place, '');
		if (sid === desk.state().sid) stands(desk);
		if (desk.state().moves === moves) arrive(desk, turn.bates, place);
		else desk.apply({ type: 'notice', notice: { text: `Answered: ${question.slice(0, 60)}`, tone: 'good' } });
	});
}

function arrive(desk: Desk, bates: string, place: string): void {
	if (desk.state().here === bates) standOn(desk, bates);
	reveal(desk, bates);
	const { focus, draft, target, sid } = desk.state();
	if (focus !== 'composer' || placeOf(target, sid) !== place) return;
	// What was written meanwhile goes on under the answer.
	desk.apply({ type: 'composing', target: { kind: 'under', bates }, draft });
	keepDraft(desk, place, '');
}

/** The question is never lost: it is in the composer again where nothing else is written, and waits as a draft. */
function giveBack(desk: Desk, target: Target, place: string, question: string): void {
	if (desk.state().draft.text.trim() === '') desk.apply({ type: 'composing', target, draft: draftOf(question) });
	desk.apply({ type: 'draft-kept', place, text: question });
	guard(desk, () => {
		desk.aside.keepDraft(place, question);
		desk.aside.keepDraft(SENT + place, '');
	});
}

/** Keeps a draft on disk and in the state. */
export function keepDraft(desk: Desk, place: string, text: string): void {
	desk.aside.keepDraft(place, text);
	desk.apply({ type: 'draft-kept', place, text });
}
