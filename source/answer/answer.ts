import { ArboristError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import type { AuditMode, EvidenceRecord, Finish, SentenceVerdict, Turn, TurnMeta } from '../store/types.ts';
import { wellFormed } from '../text.ts';
import { audit } from './audit.ts';
import type { AnswerEngine, EngineEvent, Evidence } from './engine.ts';
import { gather } from './evidence.ts';
import { answers } from './excerpt.ts';
import { cacheKey, evidenceHash } from './key.ts';
import { pointersIn } from './pointer.ts';

/** What is known while an answer is made: the evidence once, then the engine's own events. */
export type AnswerEvent = { kind: 'evidence'; evidence: Evidence } | EngineEvent;

export interface Ask {
	library: Library;
	engine: AnswerEngine;
	question: string;
	/** The turns above the question, root first, without synthetic roots. */
	path: readonly Turn[];
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
	/** All that the engine was given, best first; of a declined question the nearest passages. */
	evidence: AnsweredEvidence[];
	meta: TurnMeta;
}

/** What of an answer is kept in the cache; all else follows from the evidence. */
type Kept = { answer_text: string; usage?: NonNullable<TurnMeta['usage']> };

/**
 * Answers a question from the library: the user's own documents first, the handbook when those do not answer it.
 * An answer that was given before to the same question from the same evidence is given again.
 * @throws ArboristError EMPTY_QUESTION, LIBRARY_DAMAGED
 */
export async function answerQuestion(ask: Ask): Promise<Answered> {
	const { library, engine, path } = ask;
	const question = wellFormed(ask.question);
	if (question.trim() === '') throw new ArboristError('EMPTY_QUESTION', 'There is no question.', 'Type one.');
	const evidence = choose(library, question, path);
	ask.onEvent?.({ kind: 'evidence', evidence });
	const key = cacheKey(question, evidence, engine, []);
	const proof = evidenceHash(evidence);
	const cached = ask.noCache ? undefined : library.recall(key, proof);
	if (cached !== undefined) {
		const { answer_text, usage } = cached.answer as Kept;
		ask.onEvent?.({ kind: 'text', text: answer_text });
		ask.onEvent?.({ kind: 'done', finish: 'complete' });
		const answered = complete(
			{ answer_text, finish: 'complete', ...(usage && { usage }) },
			question,
			evidence,
			engine,
			key,
		);
		return { ...answered, cache_hit: true, cached_at: cached.cached_at };
	}
	const given = await run(ask, question, evidence);
	if (given.finish === 'complete' && given.answer_text !== '') {
		const { answer_text, usage } = given;
		library.remember(key, proof, { answer_text, usage });
	}
	return complete(given, question, evidence, engine, key);
}

/** The own documents, unless they do not answer and the handbook does. */
function choose(library: Library, question: string, path: readonly Turn[]): Evidence {
	const own = gather(library, 'own', question, path);
	if (answers(question, own)) return own;
	const handbook = gather(library, 'handbook', question, path);
	return own.passages.length === 0 || answers(question, handbook) ? handbook : own;
}

type Given = Kept & { finish: Finish };

async function run(ask: Ask, question: string, evidence: Evidence): Promise<Given> {
	const given: Given = { answer_text: '', finish: 'error' };
	const signal = ask.signal ?? new AbortController().signal;
	for await (const event of ask.engine.answer(question, { evidence, history: [], signal })) {
		if (event.kind === 'text') given.answer_text += event.text;
		else {
			given.finish = event.finish;
			if (event.usage !== undefined) given.usage = event.usage;
		}
		ask.onEvent?.(event);
	}
	given.answer_text = wellFormed(given.answer_text);
	return given;
}

function complete(given: Given, question: string, evidence: Evidence, engine: AnswerEngine, key: string): Answered {
	const { answer_text, finish, usage } = given;
	const { mode, verdicts } = audit(question, answer_text, evidence.passages);
	return {
		answer_text,
		audit_mode: mode,
		cited_titles: citedTitles(answer_text, evidence),
		cache_key: key,
		cache_hit: false,
		finish,
		evidence: evidence.passages.map(({ text, ...passage }) => ({ ...record(passage), text })),
		meta: meta(evidence, verdicts, engine, finish, usage),
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
	evidence: Evidence,
	verdicts: SentenceVerdict[],
	engine: AnswerEngine,
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
	};
}
