import { ask } from '../../commands/asking.ts';
import { ArboristError } from '../../errors.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Target } from '../state.ts';
import { reveal } from './place.ts';
import { standOn, stands } from './standing.ts';
import { placeOf } from './target.ts';

/** Asks, shows the answer as it grows, saves the turn and goes there, unless one has gone elsewhere meanwhile. */
export async function sendQuestion(
	desk: Desk,
	target: Target,
	question: string,
	options: { noCache?: boolean },
): Promise<void> {
	const { sid } = desk.state();
	const place = placeOf(target, sid);
	if (desk.running.has(place)) return;
	const controller = new AbortController();
	desk.running.set(place, controller);
	const { moves } = desk.state();
	let text = '';
	const show = () => desk.apply({ type: 'coming', place, coming: { place, question, text } });
	show();
	try {
		const replaced = target.kind === 'beside' ? desk.forest.turn(target.bates) : undefined;
		const { turn } = await ask({
			forest: desk.forest,
			library: await desk.library(),
			engine: desk.engine,
			question,
			sid,
			sessionLabel: desk.standing().saved() ? undefined : desk.sessionLabel,
			parent: target.kind === 'beside' ? (replaced?.parent_bates ?? null) : target.bates,
			noCache: options.noCache ?? false,
			...(target.kind === 'beside' && { replaces: target.bates }),
			onEvent(event) {
				if (event.kind !== 'text') return;
				text += event.text;
				show();
			},
			signal: controller.signal,
			now: desk.now,
		});
		keepDraft(desk, place, '');
		if (sid === desk.state().sid) stands(desk);
		if (desk.state().moves === moves) arrive(desk, turn.bates);
		else desk.apply({ type: 'notice', notice: { text: `Answered: ${question.slice(0, 60)}`, tone: 'good' } });
	} catch (error) {
		if (!(error instanceof ArboristError)) throw error;
		giveBack(desk, target, place, question);
		desk.apply({
			type: 'notice',
			notice: { text: [error.message, error.hint].filter(Boolean).join(' '), tone: 'bad' },
		});
	} finally {
		desk.running.delete(place);
		desk.apply({ type: 'coming', place, coming: null });
	}
}

function arrive(desk: Desk, bates: string): void {
	if (desk.state().here === bates) standOn(desk, bates);
	reveal(desk, bates);
	if (desk.state().focus === 'composer') {
		desk.apply({ type: 'composing', target: { kind: 'under', bates }, draft: draftOf('') });
	}
}

/** The question is never lost: it is in the composer again, or waits as a draft where it was asked. */
function giveBack(desk: Desk, target: Target, place: string, question: string): void {
	const { draft } = desk.state();
	keepDraft(desk, place, question);
	if (draft.text.trim() === '') desk.apply({ type: 'composing', target, draft: draftOf(question) });
}

/** Keeps a draft on disk and in the state. */
export function keepDraft(desk: Desk, place: string, text: string): void {
	desk.aside.keepDraft(place, text);
	desk.apply({ type: 'draft-kept', place, text });
}
