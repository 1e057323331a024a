import { stem } from '../library/porter.ts';
import { sentences } from '../library/sentences.ts';
import { fold, isStopWord, words } from '../library/words.ts';
import { type Fact, factsIn, wordsAndNumbers } from './facts.ts';

/** A sentence of what a claim points to. */
interface SourceSentence {
	text: string;
	stems: ReadonlySet<string>;
	/** Folded, not stemmed. */
	plain: ReadonlySet<string>;
	facts: ReadonlySet<string>;
}

/** All passages a claim points to. */
export interface Source {
	sentences: readonly SourceSentence[];
	/** Values of the numbers and names in it. */
	facts: ReadonlySet<string>;
	/** Its folded words, titles included. */
	words: ReadonlySet<string>;
	stems: ReadonlySet<string>;
}

const PRONOUN = /^\W{0,3}(?:he|she|it|they|his|her|its|their)\b/i;

/** A sentence that opens with a pronoun holds, as its own, the name that the one before it opens with. */
function sentencesOf(title: string, text: string): SourceSentence[] {
	const titled = words(title);
	let subjectNames: string[] = [];
	return sentences(text).map(({ start, end }) => {
		const sentence = text.slice(start, end);
		const plain = new Set(words(sentence));
		const found = factsIn(sentence);
		if (!PRONOUN.test(sentence)) subjectNames = openingNames(sentence, found);
		const facts = new Set([...titled, ...subjectNames, ...found.map(({ value }) => value)]);
		return { text: sentence, plain, facts, stems: new Set([...plain].map(stem)) };
	});
}

/** The names next to each other that stand first in a sentence. */
function openingNames(sentence: string, facts: readonly Fact[]): string[] {
	const opening = /^\P{L}*(\p{Lu}\p{L}*)/u.exec(sentence)?.[1];
	const names = facts.filter(({ kind }) => kind === 'name');
	const run = names.filter(({ at }, i) => at - (names[0]?.at ?? 0) === i).map(({ value }) => value);
	return opening === undefined ? run : [fold(opening), ...run];
}

export function sourceOf(passages: readonly { title: string; text: string }[]): Source {
	const found = passages.flatMap(({ title, text }) => sentencesOf(title, text));
	const titles = words(passages.map(({ title }) => title).join(' '));
	return {
		sentences: found,
		facts: new Set(found.flatMap(({ facts }) => [...facts])),
		words: new Set([...titles, ...found.flatMap(({ plain }) => [...plain])]),
		stems: new Set([...titles.map(stem), ...found.flatMap(({ stems }) => [...stems])]),
	};
}

/** The stems of a claim that carry its subject, each once. */
function subject(claimWords: readonly string[]): string[] {
	return [
		...new Set(
			claimWords
				.map(fold)
				.filter((word) => !isStopWord(word))
				.map(stem),
		),
	];
}

function overlap(context: readonly string[], { stems }: SourceSentence): number {
	return context.filter((word) => stems.has(word)).length;
}

/** The share of a claim's words that stand in the source, and the sentence that holds most of them. */
export function supportOf(claim: string, source: Source): { share: number; best: SourceSentence | undefined } {
	const own = subject(wordsAndNumbers(claim));
	let best: SourceSentence | undefined;
	for (const sentence of source.sentences)
		if (best === undefined || overlap(own, sentence) > overlap(own, best)) best = sentence;
	const held = own.filter((word) => source.stems.has(word)).length;
	return { share: own.length === 0 ? 0 : held / own.length, best };
}

const NEIGHBOURS = 5;

/**
 * The first fact of a kind that stands among other words than in the source: the words to either side of it fit the source's
 * sentences that hold it less than `ratio` times as well as the best other sentence. This finds facts swapped in a passage.
 */
export function worstPlaced(
	claim: string,
	facts: readonly Fact[],
	kind: Fact['kind'],
	source: Source,
	ratio: number,
): Fact | undefined {
	const claimWords = wordsAndNumbers(claim);
	return facts.find((fact) => {
		if (fact.kind !== kind) return false;
		const around = claimWords.slice(Math.max(0, fact.at - NEIGHBOURS), fact.at + NEIGHBOURS + 1);
		const context = subject(around.filter((word) => fold(word) !== fold(fact.word)));
		let holding = -1;
		let other = 0;
		for (const sentence of source.sentences) {
			const fit = overlap(context, sentence);
			if (sentence.facts.has(fact.value) || sentence.plain.has(fact.value)) holding = Math.max(holding, fit);
			else other = Math.max(other, fit);
		}
		return holding >= 0 && holding < ratio * other;
	});
}
