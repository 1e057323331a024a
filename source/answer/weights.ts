import { stem } from '../library/porter.ts';
import type { EvidenceTerm } from './engine.ts';

/** A word of the question, stemmed, with what it counts when a sentence is weighed. */
export interface WeighedTerm {
	stem: string;
	weight: number;
	/** Whether it says little of what is asked. */
	empty: boolean;
}

/** Words of questions that say little of what is asked. */
const EMPTY_WORDS = new Set(
	(
		'name named call called kind type term known refer referred consider considered give given example many much number ' +
		'people thing year main happen happened use used make made want need tell explain mean means long old far tall big ' +
		'often list value'
	)
		.split(' ')
		.map(stem),
);
const EMPTY_WORD = 0.35;

/** All that the turns above lent counts so much of what the question's own words do, however many they lent. */
const CARRIED = 0.3;

/** What the words of a question count among its sentences. */
export function weighed(terms: readonly EvidenceTerm[]): WeighedTerm[] {
	const own = terms.filter(({ carried }) => !carried).map(({ word, idf }) => termOf(word, idf));
	const lent = terms.filter(({ carried }) => carried).map(({ word, idf, weight }) => termOf(word, idf * weight));
	const share = own.length === 0 ? 1 : (CARRIED * total(own)) / (total(lent) || 1);
	return [...own, ...lent.map((term) => ({ ...term, weight: term.weight * share }))];
}

function termOf(word: string, value: number): WeighedTerm {
	const key = stem(word);
	const empty = EMPTY_WORDS.has(key);
	return { stem: key, weight: value * (empty ? EMPTY_WORD : 1), empty };
}

export function total(terms: readonly WeighedTerm[]): number {
	return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/** A word that only begins like the one asked for. */
const NEAR_FORM = 0.75;
const NEAR_LETTERS = 5;

/** 1 when the words hold it, less when they hold another form of it (the same beginning, as long within three letters). */
export function held(word: string, words: ReadonlySet<string>): number {
	if (words.has(word)) return 1;
	if (word.length < NEAR_LETTERS) return 0;
	const beginning = word.slice(0, Math.max(NEAR_LETTERS, word.length - 3));
	for (const other of words)
		if (other.startsWith(beginning) && Math.abs(other.length - word.length) <= 3) return NEAR_FORM;
	return 0;
}
