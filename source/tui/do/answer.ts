import type { Answered } from '../../answer/answer.ts';
import { ask } from '../../commands/asking.ts';
import { oneLine } from '../../commands/phrases.ts';
import { ArboristError } from '../../errors.ts';
import { shownKeys } from '../../keymap/names.ts';
import { ifFree, whenFree } from '../../store/when-free.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Notice, Target } from '../state.ts';
import { guard, tellTrouble, troubleText } from '../trouble.ts';
import { waysOut } from '../ways.ts';
import { dropUnsent, keepDraft, waitAgain } from './drafts.ts';
import { Flight } from './flight.ts';
import { offerLeftSoon } from './left.ts';
import { reveal } from './place.ts';
import { keepSeen } from './scroll.ts';
import { standOn, stands } from './standing.ts';
import { placeOf } from './target.ts';

export interface Options {
	readonly noCache?: boolean;
	/** Whether the turns above go along, whatever is set. */
	readonly history?: boolean;
	/** It goes on with what the turn above was given. */
	readonly goesOn?: boolean;
}

/** Asks, shows the answer as it grows, saves the turn and goes there, unless one has gone elsewhere meanwhile. */
export function sendQuestion(desk: Desk, target: Target, question: string, options: Options): void {
	const { sid } = desk.state();
	const place = placeOf(target, sid);
	if (desk.running.has(place)) return;
	const controller = new AbortController();
	const ended = answer(desk, { target, place, question, ...options }, controller.signal)
		.catch((error) => {
			// That its session was pruned meanwhile has been said.
			const isTold = wasPruned(desk, sid);
			const waits = giveBack(desk, target, place, question);
			if (!isTold) tellTrouble(desk, error, waits);
		})
		.finally(() => desk.running.delete(place));
	desk.running.set(place, { stop: () => controller.abort(), ended });
}

interface Sent extends Options {
	readonly target: Target;
	readonly place: string;
	readonly question: string;
}

async function answer(desk: Desk, sent: Sent, signal: AbortSignal): Promise<void> {
	const { target, place, question, noCache = false, goesOn = false } = sent;
	const { sid, moves } = desk.state();
	const { history = desk.state().history } = sent;
	const { engine } = desk;
	const replaced = target.kind === 'beside' ? desk.forest.turn(target.bates) : undefined;
	const parent = target.kind === 'beside' ? (replaced?.parent_bates ?? null) : target.bates;
	const flight = new Flight(desk, place, question, {
		sid,
		parent,
		replaces: target.kind === 'beside' ? target.bates : null,
		engine: engine.name,
		model: engine.model ?? null,
		asked_at: new Date(desk.now()).toISOString(),
	});
	try {
		// What cannot be put down as a question on its way stays as a draft, until it is saved.
		const cleared = flight.kept && ifFree(() => keepDraft(desk, place, ''));
		if (!cleared) desk.apply({ type: 'draft-kept', place, text: '' });
		const { turn, answered } = await ask({
			forest: desk.forest,
			library: await desk.library(),
			engine,
			question,
			sid,
			sessionLabel: desk.standing().saved() ? undefined : desk.sessionLabel,
			parent,
			noCache,
			// The composer has pointed it out.
			evenSecret: true,
			goesOn,
			noHistory: !history,
			dropStopped: !desk.answering.keep_stopped,
			...(target.kind === 'beside' && { replaces: target.bates }),
			onEvent: (event) => flight.take(event),
			save: (add) => whenFree(desk.forest, desk.clock, add, { onWait: () => flight.waits(), signal }),
			signal,
			now: desk.now,
		});
		guard(desk, () => {
			if (!cleared && !desk.state().drafts.has(place)) keepDraft(desk, place, '');
			dropUnsent(desk, question);
			if (sid === desk.state().sid) stands(desk);
			const arrives = desk.state().moves === moves;
			if (arrives) arrive(desk, turn.bates, place);
			const notice = noticeOf(desk, answered, flight.leftOut) ?? (arrives ? undefined : answeredNotice(question));
			if (notice) desk.apply({ type: 'notice', notice });
		});
	} catch (error) {
		if (!flight.hasText || isStopped(error) || wasPruned(desk, sid)) throw error;
		flight.leave(() => offerLeftSoon(desk));
		tellTrouble(desk, error, ` The answer to “${oneLine(question, 40)}” is kept, and offered once it can be saved.`);
	} finally {
		desk.running.delete(place);
		flight.end();
	}
}

function answeredNotice(question: string): Notice {
	return { text: `Answered: ${question.slice(0, 60)}`, tone: 'good' };
}

/** What is to be known of an answer beside what it says. */
function noticeOf(desk: Desk, { problem, doubt }: Answered, leftOut: string): Notice | undefined {
	if (problem) return { text: `${troubleText(problem)}${waysOut(desk, problem)}`, tone: 'bad' };
	if (doubt !== undefined) return { text: doubt, tone: 'bad' };
	return leftOut === '' ? undefined : { text: `${leftOut}: there was no room for more`, tone: 'plain' };
}

function arrive(desk: Desk, bates: string, place: string): void {
	const show = keepSeen(desk, place);
	if (desk.state().here === bates) standOn(desk, bates);
	reveal(desk, bates);
	const { focus, draft, target, sid } = desk.state();
	if (focus === 'composer' && placeOf(target, sid) === place) {
		// What was written meanwhile goes on under the answer.
		desk.apply({ type: 'composing', target: { kind: 'under', bates }, draft });
		keepDraft(desk, place, '');
	}
	show(bates);
}

/** The question is never lost: it is in the composer again where nothing else is written, else it waits; a sentence says where. */
function giveBack(desk: Desk, target: Target, place: string, question: string): string {
	const { draft, drafts, here, sid, target: composed } = desk.state();
	const { bates } = target;
	const isGone = bates !== null && isSo(() => !desk.forest.turn(bates));
	const landing: Target = isGone ? { kind: 'under', bates: here } : target;
	const at = isGone ? placeOf(landing, sid) : place;
	const isFree = draft.text.trim() === '' && (placeOf(composed, sid) === at || !drafts.has(at));
	if (isFree && placeOf(landing, sid) === at) desk.apply({ type: 'composing', target: landing, draft: draftOf('') });
	const where = waitAgain(desk, at, question);
	if (placeOf(desk.state().target, sid) === at && where === 'there') return '';
	const asked = `Your question “${oneLine(question, 40)}”`;
	if (where === 'there') return ` ${asked} waits where it was asked.`;
	return ` ${asked} is kept: ${shownKeys(desk.keymap.keysOf('composer.up'))} in the composer recalls it.`;
}

function wasPruned({ forest }: Desk, sid: string): boolean {
	return isSo(() => !forest.session(sid) && forest.wasMinted(sid));
}

function isStopped(error: unknown): boolean {
	return error instanceof ArboristError && error.code === 'ABORTED';
}

/** What the store says; no where it cannot be read now. */
function isSo(look: () => boolean): boolean {
	try {
		return look();
	} catch {
		return false;
	}
}
