import { ask } from '../../commands/asking.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Target } from '../state.ts';
import { tellTrouble } from '../trouble.ts';
import { reveal } from './place.ts';
import { standOn, stands } from './standing.ts';
import { placeOf } from './target.ts';

/** Asks, shows the answer as it grows, saves the turn and goes there, unless one has gone elsewhere meanwhile. */
export function sendQuestion(desk: Desk, target: Target, question: string, options: { noCache?: boolean }): void {
	const place = placeOf(target, desk.state().sid);
	if (desk.running.has(place)) return;
	// Until the turn is saved the question waits where it was asked, and is there again after a kill.
	keepDraft(desk, place, question);
	const controller = new AbortController();
	const ended = answer(desk, { target, place, question, ...options }, controller.signal)
		.catch((error) => {
			tellTrouble(desk, error);
			giveBack(desk, target, question);
		})
		.finally(() => {
			desk.running.delete(place);
			desk.apply({ type: 'coming', place, coming: null });
		});
	desk.running.set(place, { stop: () => controller.abort(), ended });
}

interface Sent {
	readonly target: Target;
	readonly place: string;
	readonly question: string;
	readonly noCache?: boolean;
}

async function answer(desk: Desk, sent: Sent, signal: AbortSignal): Promise<void> {
	const { target, place, question, noCache = false } = sent;
	const { sid, moves } = desk.state();
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
	keepDraft(desk, place, '');
	if (sid === desk.state().sid) stands(desk);
	if (desk.state().moves === moves) arrive(desk, turn.bates);
	else desk.apply({ type: 'notice', notice: { text: `Answered: ${question.slice(0, 60)}`, tone: 'good' } });
}

function arrive(desk: Desk, bates: string): void {
	if (desk.state().here === bates) standOn(desk, bates);
	reveal(desk, bates);
	if (desk.state().focus === 'composer') {
		desk.apply({ type: 'composing', target: { kind: 'under', bates }, draft: draftOf('') });
	}
}

/** The question is never lost: it waits as a draft, and is in the composer again where nothing else is written. */
function giveBack(desk: Desk, target: Target, question: string): void {
	if (desk.state().draft.text.trim() === '') desk.apply({ type: 'composing', target, draft: draftOf(question) });
}

/** Keeps a draft on disk and in the state. */
export function keepDraft(desk: Desk, place: string, text: string): void {
	desk.apply({ type: 'draft-kept', place, text });
	desk.aside.keepDraft(place, text);
}
