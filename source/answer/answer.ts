import { ArboristError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { pointersIn } from '../pointer.ts';
import type { AuditMode, EvidenceRecord, Finish, SentenceVerdict, Turn, TurnMeta } from '../store/types.ts';
import { wellFormed } from '../text.ts';
import { audit } from './audit.ts';
import { chooseEvidence } from './choice.ts';
import type { AnswerEngine, EngineEvent, Evidence, EvidencePassage, HistoryTurn } from './engine.ts';
import { evidenceOf } from './evidence.ts';
import { cacheKey, evidenceHash } from './key.ts';
import type { Plan } from './prompt.ts';
import { withPointers } from './rendering.ts';

/** What is known while an answer is made: the evidence and what of it is sent once, then the engine's own events. */
export type AnswerEvent = { kind: 'evidence'; evidence: Evidence } | { kind: 'plan'; plan: Plan } | EngineEvent;

export interface Ask {
	library: Library;
	engine: AnswerEngine;
	question: string;
	/** The turns above the question, root first, without synthetic roots. */
	path: readonly Turn[];
	/** What is given along with the question: it stands before what the library has. */
	attached?: readonly EvidencePassage[];
	/** Asked by itself: the turns above lend it no words, and an engine is told of none of them. */
	noHistory?: boolean;
	/** It goes on where the answer above ended: a model is given the same passages again. */
	goesOn?: boolean;
	/** Goes past the cache: a fresh answer, which then replaces the cached one. */
	noCache?: boolean;
	signal?: AbortSignal;
	onEvent?: (event: AnswerEvent) => void;
}

/** One passage of the evidence, with its text. */
type AnsweredEvidence = EvidenceRecord & { text: string };

/** An answer, ready to become a turn. */
export interface Answered {
	answer_text: string;
	audit_mode: AuditMode;
	/** Titles of the passages that the answer points to, each once, in the answer's order. */
	cited_titles: string[];
	cache_key: string;
	cache_hit: boolean;
	/** When a cached answer was first given. */
	cached_at?: string;
	finish: Finish;
	/** What broke the answer, when it had begun. */
	problem?: ArboristError;
	/** What speaks against an answer that is whole. */
	doubt?: string;
	/** What found no room in the prompt. */
	left_out?: Plan['left_out'];
	/** All that the engine was given, best first; of a declined question the nearest passages. */
	evidence: AnsweredEvidence[];
	meta: TurnMeta;
}

/** What of an answer is kept in the cache; all else follows from the evidence. */
type Kept = { answer_text: string };

/**
 * Answers a question from the library: the user's own documents first, the handbook when those do not answer it.
 * An answer that was given before to the same question from the same evidence is given again.
 * @throws ArboristError EMPTY_QUESTION, LIBRARY_DAMAGED, and what the engine throws when there is not a word of an answer
 */
export async function answerQuestion(ask: Ask): Promise<Answered> {
	const { library, engine } = ask;
	const question = wellFormed(ask.question);
	if (question.trim() === '') throw new ArboristError('EMPTY_QUESTION', 'There is no question.', 'Type one.');
	const above = ask.goesOn && engine.plan ? ask.path.at(-1) : undefined;
	const path = ask.noHistory ? [] : ask.path;
	const chosen = above ? evidenceOf(library, above) : chooseEvidence(library, question, path, engine);
	const found = withAttached(chosen, ask.attached ?? []);
	ask.onEvent?.({ kind: 'evidence', evidence: found });
	const plan = engine.plan?.(question, found, path);
	if (plan !== undefined) ask.onEvent?.({ kind: 'plan', plan });
	const evidence = plan?.evidence ?? found;
	const history = plan?.history ?? [];
	const key = cacheKey(question, evidence, engine, history);
	const proof = evidenceHash(evidence);
	const settled = { question, evidence, history, engine, key, left_out: plan?.left_out };
	const cached = ask.noCache ? undefined : library.recall(key, proof);
	if (cached !== undefined) {
		const { answer_text } = cached.answer as Kept;
		ask.onEvent?.({ kind: 'text', text: answer_text });
		ask.onEvent?.({ kind: 'done', finish: 'complete' });
		const answered = complete({ answer_text, finish: 'complete' }, settled);
		return { ...answered, cache_hit: true, cached_at: cached.cached_at };
	}
	const given = await run(ask, { question, evidence, history });
	if (given.finish === 'complete' && given.answer_text !== '') {
		const { answer_text } = given;
		library.remember(key, proof, { answer_text });
	}
	return complete(given, settled);
}

function withAttached(evidence: Evidence, attached: readonly EvidencePassage[]): Evidence {
	if (attached.length === 0) return evidence;
	const passages = [...attached, ...evidence.passages];
	return { ...evidence, passages: passages.map((passage, i) => ({ ...passage, pointer: `E${i + 1}` })) };
}

type Given = Kept & Pick<EngineEvent & { kind: 'done' }, 'finish' | 'usage' | 'problem' | 'doubt'>;

type Sent = Pick<Settled, 'question' | 'evidence' | 'history'>;

async function run(ask: Ask, { question, evidence, history }: Sent): Promise<Given> {
	let text = '';
	let done: EngineEvent & { kind: 'done' } = { kind: 'done', finish: 'error' };
	const signal = ask.signal ?? new AbortController().signal;
	for await (const event of ask.engine.answer(question, { evidence, history, signal })) {
		if (event.kind === 'text') text += event.text;
		else if (event.kind === 'thought') text = '';
		else if (event.kind === 'done') done = event;
		ask.onEvent?.(event);
	}
	const { kind: _, ...ending } = done;
	const answer_text = wellFormed(
		ask.engine.plan === undefined ? text : withPointers(text.trimEnd(), evidence.passages),
	);
	return { ...ending, answer_text };
}

/** All that an answer came from. */
interface Settled {
	question: string;
	evidence: Evidence;
	history: readonly HistoryTurn[];
	engine: Pick<AnswerEngine, 'name' | 'model'>;
	key: string;
	left_out?: Plan['left_out'] | undefined;
}

/** What is known of a question whose answer broke off with its program. */
export interface Left {
	question: string;
	/** The answer as far as it came, and whether that is all of it. */
	text: string;
	isWhole: boolean;
	passages: readonly EvidencePassage[];
	/** Bates of the turns that were sent along. */
	history: readonly string[];
	engine: string;
	model?: string | undefined;
}

/** An answer whose program ended before it was saved, as far as it came, ready to become a turn. */
export function leftAnswer({ question, text, isWhole, passages, history, engine, model }: Left): Answered {
	const answer_text = wellFormed(withPointers(text, passages));
	const given: Given = { answer_text, finish: isWhole ? 'complete' : 'cancelled' };
	return complete(given, {
		question,
		evidence: { passages, terms: [], collection: 0 },
		history: history.map((bates) => ({ bates, question: '', answer_text: '' })),
		engine: { name: engine, ...(model !== undefined && { model }) },
		key: '',
	});
}

function complete({ answer_text, finish, usage, problem, doubt }: Given, settled: Settled): Answered {
	const { question, evidence, key, left_out } = settled;
	const { mode, verdicts } = audit(question, answer_text, evidence.passages);
	return {
		answer_text,
		audit_mode: mode,
		cited_titles: citedTitles(answer_text, evidence),
		cache_key: key,
		cache_hit: false,
		finish,
		...(problem && { problem }),
		...(doubt !== undefined && { doubt }),
		...(left_out && { left_out }),
		evidence: evidence.passages.map(({ text, ...passage }) => ({ ...record(passage), text })),
		meta: meta(settled, verdicts, finish, usage),
	};
}

function record({ pointer, title, source, passage_sha256 }: EvidenceRecord): EvidenceRecord {
	return { pointer, title, source, passage_sha256 };
}

function citedTitles(answer: string, { passages }: Evidence): string[] {
	const titles = new Map(passages.map(({ pointer, title }) => [pointer, title]));
	const cited = pointersIn(answer).flatMap(({ name }) => titles.get(name) ?? []);
	return [...new Set(cited)];
}

function meta(
	{ evidence, history, engine }: Settled,
	verdicts: SentenceVerdict[],
	finish: Finish,
	usage: TurnMeta['usage'],
): TurnMeta {
	const carried = evidence.terms.filter((term) => term.carried).map(({ word }) => word);
	return {
		engine: engine.name,
		finish,
		...(engine.model !== undefined && { model: engine.model }),
		...(usage !== undefined && { usage }),
		...(evidence.passages.length > 0 && { evidence: evidence.passages.map(record) }),
		...(verdicts.length > 0 && { verdicts }),
		...(carried.length > 0 && { carried }),
		...(history.length > 0 && { history: history.map(({ bates }) => bates) }),
	};
}
