import { type Span, sentences } from '../library/sentences.ts';
import { countWords, stems } from '../library/words.ts';
import type { EvidencePassage } from './engine.ts';

/** A quote has at most this many words, as far as sentences allow. */
export const MOST_QUOTED = 70;

/** A sentence of a passage, its words stemmed. */
export interface Sentence extends Span {
	text: string;
	words: ReadonlySet<string>;
	/** In words. */
	size: number;
	/** Whether it opens with a word that stands for something said before. */
	opensWithPronoun: boolean;
}

/** A passage taken apart. */
export interface Parts {
	passage: EvidencePassage;
	/** Best passage first. */
	rank: number;
	sentences: readonly Sentence[];
	title: ReadonlySet<string>;
	/** Words of the title and of all sentences. */
	all: ReadonlySet<string>;
}

const PRONOUN = /^\W{0,3}(?:he|she|it|they|his|her|its|their|this|these|that|those|such)\b/i;

/** What can be quoted: sentences; and lines, where a sentence is so long that it is source code or a table. */
function spansOf(text: string): Span[] {
	return sentences(text).flatMap((span) =>
		countWords(text, span.start, span.end) > MOST_QUOTED ? sentences(text, span.start, span.end, true) : [span],
	);
}

export function partsOf(passage: EvidencePassage, rank: number): Parts {
	const found = spansOf(passage.text).map(({ start, end }) => {
		const text = passage.text.slice(start, end);
		const words = new Set(stems(text));
		return { start, end, text, words, size: countWords(text), opensWithPronoun: PRONOUN.test(text) };
	});
	const title = new Set(stems(passage.title));
	const all = new Set([...title, ...found.flatMap(({ words }) => [...words])]);
	return { passage, rank, sentences: found, title, all };
}
