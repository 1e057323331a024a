import { type AnswerEvent, type Answered, answerQuestion } from '../answer/answer.ts';
import type { AnswerEngine, EvidencePassage } from '../answer/engine.ts';
import { secretIn, secretWarning } from '../answer/guard.ts';
import { ArboristError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import type { Forest } from '../store/forest.ts';
import { checkedLabel } from '../store/labels.ts';
import type { Turn } from '../store/types.ts';

// Asking is one thing everywhere: the command line, the line-based session and the screen.

/** Longer than this is a document, not a question. Characters. */
export const LONGEST_QUESTION = 1024 * 1024;

export interface Question {
	forest: Forest;
	library: Library;
	engine: AnswerEngine;
	question: string;
	/** The session that mints the turn. */
	sid: string;
	/** The turn it hangs under; null for the session's root. */
	parent: string | null;
	/** The name of a session that this question makes. */
	sessionLabel?: string | undefined;
	noCache?: boolean;
	/** It goes on where the answer above ended: a model is given the same passages again. */
	goesOn?: boolean;
	/** Sends none of the turns above. */
	noHistory?: boolean;
	/** Given along with the question, before what the library has. */
	attached?: readonly EvidencePassage[];
	/** The part of an answer that was stopped becomes no turn. */
	dropStopped?: boolean;
	/** The sibling that this turn is edited or asked again from. */
	replaces?: string;
	/** Told of the answer as it grows. */
	onEvent?: (event: AnswerEvent) => void;
	/** A person has seen that it looks to hold a secret, and wants it asked. */
	evenSecret?: boolean;
	/** How the turn is added, where one does not stand still while another program writes. */
	save?: (add: () => Turn) => Promise<Turn>;
	signal: AbortSignal;
	now(): number;
}

export interface Asked {
	turn: Turn;
	answered: Answered;
}

/**
 * Answers a question and saves the turn; an answer that broke off is saved as far as it came.
 * @throws ArboristError EMPTY_QUESTION, QUESTION_TOO_LONG, LOOKS_SECRET, BAD_LABEL, ABORTED, and what the store and the engine throw
 */
export async function ask(asking: Question): Promise<Asked> {
	const { forest, library, engine, sid, parent, signal } = asking;
	const question = checkedQuestion(asking.question);
	if (!asking.evenSecret) refuseSecret(question);
	if (asking.sessionLabel !== undefined) checkedLabel(asking.sessionLabel, 'session');
	const askedAt = new Date(asking.now()).toISOString();
	const path = parent === null ? [] : forest.path(parent);
	const { onEvent, replaces, attached, noCache = false, noHistory = false, goesOn = false } = asking;
	const answered = await answerQuestion({
		library,
		engine,
		question,
		path,
		noCache,
		noHistory,
		goesOn,
		signal,
		...(attached && { attached }),
		...(onEvent && { onEvent }),
	});
	if (answered.finish === 'cancelled' && asking.dropStopped)
		throw new ArboristError(
			'ABORTED',
			'Stopped; the settings say that the part which came is not kept.',
			'Set keep_stopped = true to keep it.',
		);
	const add = () =>
		forest.add({
			sid,
			parent_bates: parent,
			session_label: asking.sessionLabel ?? null,
			question,
			answer_text: answered.answer_text,
			cache_key: answered.cache_key,
			audit_mode: answered.audit_mode,
			cited_titles: answered.cited_titles,
			meta: replaces === undefined ? answered.meta : { ...answered.meta, replaces },
			created_at: askedAt,
		});
	return { turn: await (asking.save ?? addNow)(add), answered };
}

async function addNow(add: () => Turn): Promise<Turn> {
	return add();
}

function checkedQuestion(typed: string): string {
	if (typed.length > LONGEST_QUESTION) {
		throw new ArboristError(
			'QUESTION_TOO_LONG',
			`The question is longer than ${LONGEST_QUESTION.toLocaleString('en')} characters.`,
			'Save it to a file, add that with `arborist add FILE`, and ask about it.',
		);
	}
	return typed;
}

/** Before anything is stored or sent. */
function refuseSecret(question: string): void {
	const kind = secretIn(question);
	if (kind !== undefined)
		throw new ArboristError('LOOKS_SECRET', secretWarning(kind), 'Take it out. To ask it as it is: --yes.');
}
