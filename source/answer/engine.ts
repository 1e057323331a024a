import type { EvidenceRecord, Finish, TurnMeta } from '../store/types.ts';

/** One passage as an engine is given it. */
export interface EvidencePassage extends EvidenceRecord {
	/** The place in words: `line 14`. */
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

/** An answer as it grows: pieces of text, then one `done`. */
export type EngineEvent =
	| { kind: 'text'; text: string }
	| { kind: 'done'; finish: Finish; usage?: NonNullable<TurnMeta['usage']> };

/** Whatever answers. It sees neither the store nor the library, and writes nothing. */
export interface AnswerEngine {
	readonly name: string;
	readonly model?: string;
	answer(question: string, context: EngineContext): AsyncIterable<EngineEvent>;
}
