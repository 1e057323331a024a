import { stem } from '../library/porter.ts';
import { sentences } from '../library/sentences.ts';
import { contentWords, isStopWord, stems } from '../library/words.ts';
import type { Turn } from '../store/types.ts';
import { withoutPointers } from './claims.ts';

// What the turns above lend to a follow-up: "who created him?" has no word of what it is about. Constants as measured on
// CAsT 2022 and 2021 (docs/notes). They augment retrieval only.

const QUESTION_WEIGHT = 3;
const PARENT_ANSWER_WEIGHT = 2;
const OTHER_WEIGHT = 1;
const KEYWORDS = 6;
/** Of a long path, the nearest turns lend words, besides the first. */
const OLDER_TURNS = 8;
/** A long answer's or question's subject stands in its beginning. */
const READ_CHARACTERS = 20_000;

/** A word of the retrieval. */
interface WeightedWord {
	/** Folded, not stemmed. */
	word: string;
	/** How often it counts; a whole number. */
	weight: number;
	/** Whether the turns above lent it. */
	carried: boolean;
}

type Ancestor = Pick<Turn, 'question' | 'answer_text' | 'cited_titles'>;

function subject(text: string): string[] {
	return contentWords(text.slice(0, READ_CHARACTERS)).filter((word) => !isStopWord(word));
}

/** Of a title, its beginning: headings below the document's own say "Notes" and "Version 2.4". */
function titleWords(title: string): string[] {
	return subject(title.split(' › ')[0] ?? '').filter((word) => !/^\p{N}+$/u.test(word));
}

/** The `KEYWORDS` words of a text that tell it most from the library's other passages (tf-idf), best first. */
function keywords(text: string, idf: (word: string) => number): string[] {
	const counts = new Map<string, { word: string; count: number }>();
	for (const word of subject(text)) {
		const seen = counts.get(stem(word));
		if (seen === undefined) counts.set(stem(word), { word, count: 1 });
		else seen.count += 1;
	}
	return [...counts.values()]
		.map(({ word, count }) => ({ word, value: count * idf(word) }))
		.sort((a, b) => b.value - a.value)
		.slice(0, KEYWORDS)
		.map(({ word }) => word);
}

/**
 * The words to look for: the question's own, and those of the turns above it.
 * @param path The turns above the question, root first.
 * @param idf How rare a word is in the library; negative or 0 for one that is nowhere in it.
 */
export function retrievalWords(
	question: string,
	path: readonly Ancestor[],
	idf: (word: string) => number,
): WeightedWord[] {
	const found = new Map<string, WeightedWord>();
	const lend = (words: Iterable<string>, weight: number, carried: boolean) => {
		for (const word of new Set(words)) {
			const key = stem(word);
			const before = found.get(key);
			if (before === undefined) found.set(key, { word, weight, carried });
			else if (carried) before.weight += weight;
		}
	};
	const parent = path.at(-1);
	const root = path[0];
	if (parent === undefined || root === undefined) {
		lend(contentWords(question.slice(0, READ_CHARACTERS)), 1, false);
		return [...found.values()];
	}
	lend(subject(question), QUESTION_WEIGHT, false);
	lend(keywords(withoutPointers(parent.answer_text), idf), PARENT_ANSWER_WEIGHT, true);
	lend(subject(parent.question), OTHER_WEIGHT, true);
	lend(subject(root.question), OTHER_WEIGHT, true);
	for (const older of path.slice(-1 - OLDER_TURNS, -1))
		lend(keywords(withoutPointers(older.answer_text), idf), OTHER_WEIGHT, true);
	// The seed's rule: "who created him?" finds the primary source of the turns above.
	lend(
		path.slice(-1 - OLDER_TURNS).flatMap(({ cited_titles }) => titleWords(cited_titles[0] ?? '')),
		OTHER_WEIGHT,
		true,
	);
	return [...found.values()];
}

/** What was quoted longer ago than so many turns may come first again. */
const REMEMBERED_TURNS = 50;

/** How much a passage that the path has quoted whole keeps of its score. */
const QUOTED_KEEPS = 0.2;

/** The share of a passage's words that stand in sentences the path's answers hold, 0 to 1. */
function quotedShare(text: string, answers: readonly string[]): number {
	let all = 0;
	let quoted = 0;
	for (const { start, end } of sentences(text)) {
		const words = stems(text.slice(start, end));
		all += words.length;
		const line = ` ${words.join(' ')} `;
		if (answers.some((answer) => answer.includes(line))) quoted += words.length;
	}
	return all === 0 ? 0 : quoted / all;
}

/**
 * Orders the passages of a follow-up: one that the path has quoted falls behind others on the same subject, by how much of
 * it was quoted, and never behind a passage that shares no carried word.
 */
export function demoted<Passage extends { text: string; title: string; score: number }>(
	passages: readonly Passage[],
	path: readonly Ancestor[],
	carried: readonly string[],
): Passage[] {
	const answers = path
		.slice(-REMEMBERED_TURNS)
		.map(({ answer_text }) => ` ${stems(withoutPointers(answer_text)).join(' ')} `);
	const subject = new Set(carried.map(stem));
	let floor = Number.POSITIVE_INFINITY;
	return passages
		.map((passage) => {
			const related = stems(`${passage.title} ${passage.text}`).some((word) => subject.has(word));
			if (!related) return { passage, score: Math.min(passage.score, floor) };
			const score = passage.score * (1 - (1 - QUOTED_KEEPS) * quotedShare(passage.text, answers));
			floor = Math.min(floor, score);
			return { passage, score };
		})
		.sort((a, b) => b.score - a.score)
		.map(({ passage, score }) => ({ ...passage, score }));
}
