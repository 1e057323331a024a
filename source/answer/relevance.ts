import { words } from '../library/words.ts';
import type { Evidence } from './engine.ts';
import { asksForCode, expectedKind, holds } from './expected.ts';
import { onwardSentences } from './onward.ts';
import { type Parts, partsOf, type Relevant, type Sentence } from './parts.ts';
import { MANNERS } from './pieces.ts';
import { held, total, type WeighedTerm, weighed } from './weights.ts';

// How well each sentence of the evidence fits the question. The constants are told in docs/notes with how they were found:
// on XQuAD's articles with even index only.

// What a word earns that is not in the sentence itself but in the one before, which a pronoun may stand for; in the title; or
// elsewhere in the passage.
const BEFORE_A_PRONOUN = 0.85;
const BEFORE = 0.4;
const IN_TITLE = 0.5;
const IN_HEADING = 0.8;
const ELSEWHERE = 0.2;

const LOCAL = 0.3;
const RANK = 0.02;
const PASSAGE_SCORE = 0.1;
const EXPECTED_KIND = 0.1;
const RAREST_NOWHERE = 0.1;

/** The question's beginning is enough to know its words by. */
const READ_CHARACTERS = 20_000;

function credit(word: string, { sentences, title, heading, all }: Parts, index: number): number {
	const sentence = sentences[index] as Sentence;
	const before = sentences[index - 1];
	const nearby = sentence.opensWithPronoun ? BEFORE_A_PRONOUN : BEFORE;
	const here = held(word, sentence.words);
	if (here === 1) return 1;
	return Math.max(
		here,
		before === undefined ? 0 : nearby * held(word, before.words),
		IN_TITLE * held(word, title),
		IN_HEADING * held(word, heading),
		ELSEWHERE * held(word, all),
	);
}

/** How rare each word is among these sentences: it tells the sentences on one subject apart. */
function localWeights(terms: readonly WeighedTerm[], taken: readonly Parts[]): number[] {
	const sentences = taken.flatMap((parts) => parts.sentences);
	return terms.map(({ stem, weight }) => {
		if (weight === 0) return 0;
		const count = sentences.filter((sentence) => sentence.words.has(stem)).length;
		return Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5));
	});
}

/** Every sentence of the evidence with how well it fits the question, best first. */
export function relevantSentences(question: string, evidence: Evidence): Relevant[] {
	if (evidence.heard !== undefined) return onwardSentences(question, evidence.passages, evidence.heard);
	const taken = evidence.passages.map(partsOf);
	const terms = weighed(evidence.terms);
	const weights = terms.map(({ weight }) => weight);
	const named = weighed(evidence.terms.filter(({ carried }) => !carried)).filter(({ empty }) => !empty);
	const all = total(terms) || 1;
	const local = localWeights(terms, taken);
	const allLocal = local.reduce((sum, weight) => sum + weight, 0) || 1;
	const rarest = terms[weights.indexOf(Math.max(...weights))];
	const asked = question.slice(0, READ_CHARACTERS);
	const kind = expectedKind(asked);
	const codeAsked = asksForCode(asked);
	const known = new Set(words(asked));
	const topScore = evidence.passages[0]?.score || 1;
	const found = taken.flatMap((parts) => {
		const ofPassage =
			PASSAGE_SCORE * (parts.passage.score / topScore) -
			RANK * parts.rank -
			(rarest !== undefined && held(rarest.stem, parts.all) === 0 ? RAREST_NOWHERE : 0);
		return parts.sentences.map((sentence, index) => {
			const credits = terms.map(({ stem }) => credit(stem, parts, index));
			const cover = dot(credits, weights) / all;
			const own = shareIn(sentence.words, named);
			const ofKind = kind !== undefined && holds(kind, sentence.text, known) ? EXPECTED_KIND : 0;
			const score =
				cover +
				LOCAL * (dot(credits, local) / allLocal) +
				ofKind +
				ofPassage -
				(codeAsked && sentence.manner === 'code' ? 0 : MANNERS[sentence.manner]);
			return { parts, index, sentence, cover, own, asked: named.length, score };
		});
	});
	return found.sort((a, b) => b.score - a.score);
}

/** The share of the words' weight that a sentence holds. */
function shareIn(words: ReadonlySet<string>, terms: readonly WeighedTerm[]): number {
	return terms.reduce((sum, { stem, weight }) => sum + weight * held(stem, words), 0) / (total(terms) || 1);
}

function dot(one: readonly number[], other: readonly number[]): number {
	return one.reduce((sum, value, i) => sum + value * (other[i] as number), 0);
}
