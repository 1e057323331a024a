import { stem } from '../library/porter.ts';
import { contentWords, isStopWord } from '../library/words.ts';
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

/** What a question looks at of the turns above it. */
export type Ancestor = Pick<Turn, 'question' | 'answer_text' | 'cited_titles' | 'audit_mode'>;

/** Whether a turn's answer says anything of its subject: one that cites nothing was declined, or is not from the documents. */
export function lends({ cited_titles, audit_mode }: Ancestor): boolean {
	return cited_titles.length > 0 || audit_mode === 'IMPORTED';
}

const answerOf = ({ answer_text }: Ancestor) => withoutPointers(answer_text);

/** Words of follow-ups that name nothing: "go on", "please continue", "can you give me an example?" */
const MORE_WORDS = new Set(
	(
		'go continue proceed keep going carry next further elaborate explain expand clarify detail details example examples ' +
		'instance give say show mean means happened happens happen come comes came ok okay yes yeah sure thanks thank really ' +
		'anything something rest'
	).split(' '),
);

/** Whether a follow-up has no word of what it is about, and so asks for more of what stands above it. */
export function asksForMore(question: string): boolean {
	return subject(question).every((word) => MORE_WORDS.has(word));
}

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
	const near = path.slice(-1 - OLDER_TURNS);
	const lenders = near.filter(lends).reverse();
	if (!asksForMore(question)) lend(subject(question), QUESTION_WEIGHT, false);
	for (const lender of lenders.slice(0, 1)) lend(keywords(answerOf(lender), idf), PARENT_ANSWER_WEIGHT, true);
	lend(subject(parent.question), OTHER_WEIGHT, true);
	lend(subject(root.question), OTHER_WEIGHT, true);
	for (const older of lenders.slice(1)) lend(keywords(answerOf(older), idf), OTHER_WEIGHT, true);
	// The seed's rule: "who created him?" finds the primary source of the turns above.
	lend(
		near.flatMap(({ cited_titles }) => titleWords(cited_titles[0] ?? '')),
		OTHER_WEIGHT,
		true,
	);
	return [...found.values()];
}

/**
 * "What if it tastes bitter?" below "Why does it taste sour?": that was answered though no document says "taste", so nobody
 * waits for a document that does. Such a word counts as lent, unless the question has no other.
 * @param answered The turns above that were answered from the same documents.
 * @param idf As above.
 */
export function withoutNeedless(
	words: readonly WeightedWord[],
	answered: readonly Ancestor[],
	idf: (word: string) => number,
): readonly WeightedWord[] {
	const asked = new Set(
		answered
			.slice(-1 - OLDER_TURNS)
			.flatMap(({ question }) => subject(question))
			.map(stem),
	);
	const isNeedless = ({ word }: WeightedWord) => asked.has(stem(word)) && idf(word) <= 0;
	if (words.every((word) => word.carried || isNeedless(word))) return words;
	return words.map((word) => (isNeedless(word) ? { ...word, carried: true } : word));
}
