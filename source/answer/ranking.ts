import { stem } from '../library/porter.ts';
import type { Passage } from '../library/retrieval.ts';
import { stems } from '../library/words.ts';
import type { EvidenceTerm } from './engine.ts';

// FTS5 finds the candidates; they are scored once more here. Its own bm25 has k1 and b fixed, and in a library of a few
// passages takes a word that stands in half of them for worth nothing.

const K1 = 3;
const B = 0.5;
/** A word in the title counts as this many in the text. */
const TITLE = 3;
const USUAL_WORDS = 140;

/** The most a passage can score: each word without end. */
export function ceilingOf(terms: readonly EvidenceTerm[]): number {
	return terms.reduce((sum, { idf, weight }) => sum + idf * weight * (K1 + 1), 0) || 1;
}

/** How well a passage fits weighted words. */
export function bm25({ title, text }: Pick<Passage, 'title' | 'text'>, terms: readonly EvidenceTerm[]): number {
	const weights = new Map(terms.map(({ word, idf, weight }) => [stem(word), idf * weight]));
	const counts = new Map<string, number>();
	const count = (words: readonly string[], times: number) => {
		for (const word of words) if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + times);
	};
	const own = stems(text);
	count(own, 1);
	count(stems(title), TITLE);
	const length = 1 - B + B * (own.length / USUAL_WORDS);
	let score = 0;
	for (const [word, times] of counts) score += ((weights.get(word) ?? 0) * times * (K1 + 1)) / (times + K1 * length);
	return score;
}

/** The passages with their scores for weighted words, best first. */
export function ranked<Found extends Passage>(passages: readonly Found[], terms: readonly EvidenceTerm[]): Found[] {
	return passages.map((passage) => ({ ...passage, score: bm25(passage, terms) })).sort((a, b) => b.score - a.score);
}
