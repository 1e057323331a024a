import { stem } from '../library/porter.ts';
import { sentences } from '../library/sentences.ts';
import { countWords, stems } from '../library/words.ts';
import type { Evidence, EvidencePassage, EvidenceTerm } from './engine.ts';

/** A sentence, or two neighbours, of a passage, with how well it fits the question. */
export interface Quote {
	passage: EvidencePassage;
	text: string;
	score: number;
}

interface Candidate {
	passage: EvidencePassage;
	index: number;
	cover: number;
	score: number;
}

/** A passage taken apart. */
interface Parts {
	passage: EvidencePassage;
	spans: { text: string; words: Set<string>; size: number }[];
	title: Set<string>;
	all: Set<string>;
}

function partsOf(passage: EvidencePassage): Parts {
	const spans = sentences(passage.text).map(({ start, end }) => {
		const text = passage.text.slice(start, end);
		return { text, words: new Set(stems(text)), size: countWords(text) };
	});
	const title = new Set(stems(passage.title));
	return { passage, spans, title, all: new Set([...title, ...spans.flatMap(({ words }) => [...words])]) };
}

const PRONOUN = /^\W*(?:he|she|it|they|his|her|its|their|this|these|that|those|such)\b/i;
const MOST_WORDS = 70;

function creditOf(word: string, parts: Parts, index: number): number {
	const span = parts.spans[index];
	if (span?.words.has(word)) return 1;
	const before = parts.spans[index - 1];
	if (before?.words.has(word)) return PRONOUN.test(span?.text ?? '') ? 0.85 : 0.4;
	if (parts.title.has(word)) return 0.5;
	return parts.all.has(word) ? 0.2 : 0;
}

const weightOf = ({ idf, carried }: EvidenceTerm) => (carried ? 0.3 : 1) * idf;

/** How much of the question's weight a sentence carries, 0 to 1. */
function coverOf(terms: readonly (EvidenceTerm & { stem: string })[], parts: Parts, index: number): number {
	let all = 0;
	let found = 0;
	for (const term of terms) {
		all += weightOf(term);
		found += weightOf(term) * creditOf(term.stem, parts, index);
	}
	return all === 0 ? 0 : found / all;
}

/** The best quotes for a question, best first, at most one of a neighbourhood. */
export function bestQuotes(_question: string, evidence: Evidence, count: number): Quote[] {
	const terms = evidence.terms.map((term) => ({ ...term, stem: stem(term.word) }));
	const taken = evidence.passages.map(partsOf);
	const candidates: Candidate[] = taken.flatMap((parts, rank) =>
		parts.spans.map((_, index) => {
			const cover = coverOf(terms, parts, index);
			return { passage: parts.passage, index, cover, score: cover - 0.02 * rank };
		}),
	);
	candidates.sort((a, b) => b.score - a.score);
	const chosen: Quote[] = [];
	const used = new Set<string>();
	for (const candidate of candidates) {
		if (chosen.length >= count) break;
		const parts = taken.find(({ passage }) => passage === candidate.passage) as Parts;
		let from = candidate.index;
		const span = parts.spans[from];
		if (span === undefined || used.has(span.text)) continue;
		const before = parts.spans[from - 1];
		if (before !== undefined && PRONOUN.test(span.text) && before.size + span.size <= MOST_WORDS) from -= 1;
		const pieces = parts.spans.slice(from, candidate.index + 1);
		for (const piece of pieces) used.add(piece.text);
		chosen.push({ passage: candidate.passage, text: pieces.map(({ text }) => text).join(' '), score: candidate.score });
	}
	return chosen;
}

/** How sure it is that the evidence answers the question; 0 is the threshold. */
export function confidence(evidence: Evidence, quotes: readonly Quote[]): number {
	const best = quotes[0];
	if (best === undefined) return Number.NEGATIVE_INFINITY;
	return best.score - 0.5 - 0.05 * Math.log(Math.max(1, evidence.collection / 240));
}
