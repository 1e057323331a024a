import type { ArboristError } from '../errors.ts';
import type { CanonicalObject, EvidenceRecord, Finish, TurnMeta } from '../store/types.ts';
import type { Plan } from './prompt.ts';

/** One passage as an engine is given it. */
export interface EvidencePassage extends EvidenceRecord {
	/** Where it begins, in words: `line 14`. */
	where: string;
	text: string;
	document_sha256: string;
	/** BM25, higher is better. */
	score: number;
}

/** A word of the question, or one that the turns above lent to it. */
export interface EvidenceTerm {
	/** Folded, not stemmed. */
	word: string;
	/** How rare the word is among the passages: ln(1 + (N - n + .5) / (n + .5)). */
	idf: number;
	/** How often it counts; a whole number. */
	weight: number;
	carried: boolean;
}

/** What an answer is to rest on. */
export interface Evidence {
	/** Best first. */
	passages: readonly EvidencePassage[];
	terms: readonly EvidenceTerm[];
	/** How many passages these were chosen from. */
	collection: number;
	/** Set when the question asks for more of what stands above it: the sentences of the passages that were quoted there. */
	heard?: readonly string[];
}

/** An earlier turn of the path, for engines that are told of it; root first. */
export interface HistoryTurn {
	bates: string;
	question: string;
	answer_text: string;
}

interface EngineContext {
	evidence: Evidence;
	history: readonly HistoryTurn[];
	signal: AbortSignal;
}

export type EngineUsage = NonNullable<TurnMeta['usage']>;

/** An answer as it grows: pieces of text, then one `done`. */
export type EngineEvent =
	| { kind: 'text'; text: string }
	/** What a model thinks before it answers: shown folded, never stored, never checked. */
	| { kind: 'reasoning'; text: string }
	/** All text before this was not the answer, but thought too. */
	| { kind: 'thought' }
	/** Something went wrong before the first word; after so many milliseconds it is tried again. */
	| { kind: 'retry'; problem: ArboristError; after_ms: number }
	| {
			kind: 'done';
			finish: Finish;
			usage?: EngineUsage;
			/** What broke an answer that had begun. */
			problem?: ArboristError;
			/** What speaks against an answer that is whole. */
			doubt?: string;
	  };

/** Whatever answers. It sees neither the store nor the library, and writes nothing. */
export interface AnswerEngine {
	readonly name: string;
	readonly model?: string;
	/** Where questions are sent: `127.0.0.1:11434`. None for an engine that stays in the program. */
	readonly host?: string;
	/** What else of its settings decides an answer and goes into the cache key: no key, no timeouts. */
	readonly profile?: CanonicalObject;
	/** What is sent along with a question; an engine without one is given the evidence and no history. */
	plan?(question: string, evidence: Evidence, path: readonly HistoryTurn[]): Plan;
	/** @throws ArboristError when there is not a word of an answer; afterwards `done` says what went wrong */
	answer(question: string, context: EngineContext): AsyncIterable<EngineEvent>;
}
