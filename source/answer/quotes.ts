import type { EvidencePassage } from './engine.ts';
import { MOST_QUOTED } from './parts.ts';
import type { Relevant } from './relevance.ts';

/** A sentence of a passage, or neighbouring ones, as they stand in it. */
export interface Quote {
	passage: EvidencePassage;
	text: string;
}

/** A neighbour that fits nearly as well is quoted along. */
const NEARLY = 0.9;
/** What fits far worse than the best is not worth quoting. */
const FAR_WORSE = 0.5;
const MOST_CHARACTERS = 600;

/** The best quotes, best first; no sentence stands in two of them. `ranked` is every sentence, best first. */
export function bestQuotes(ranked: readonly Relevant[], count: number): Quote[] {
	const quotes: Quote[] = [];
	const used = new Set<string>();
	for (const best of ranked) {
		if (quotes.length >= count || best.score < FAR_WORSE * (ranked[0]?.score ?? 0)) break;
		if (used.has(best.sentence.text)) continue;
		const { parts } = best;
		const { from, to } = extent(best, ranked, used);
		const quoted = parts.sentences.slice(from, to + 1);
		for (const { text } of quoted) used.add(text);
		quotes.push({
			passage: parts.passage,
			text: trimmed(parts.passage.text.slice(quoted[0]?.start, quoted.at(-1)?.end)),
		});
	}
	return quotes;
}

/** Without the mark of a list item or a quotation, and cut at a space when it is one endless line. */
function trimmed(text: string): string {
	const bare = text.replace(/^(?:[-*+•>#|]+\s+)+/, '');
	if (bare.length <= MOST_CHARACTERS) return bare;
	const cut = bare.lastIndexOf(' ', MOST_CHARACTERS);
	return `${bare.slice(0, cut > 0 ? cut : MOST_CHARACTERS).toWellFormed()} …`;
}

/** Which sentences of the passage belong to the quote around its best one: the first and the last. */
function extent(
	{ parts, index, score, sentence }: Relevant,
	ranked: readonly Relevant[],
	used: ReadonlySet<string>,
): { from: number; to: number } {
	let from = index;
	let to = index;
	let size = sentence.size;
	const fits = (text: string, words: number) => size + words <= MOST_QUOTED && !used.has(text);
	for (const other of ranked) {
		const beside = other.parts === parts && Math.abs(other.index - index) === 1;
		if (!beside || other.score < NEARLY * score || !fits(other.sentence.text, other.sentence.size)) continue;
		size += other.sentence.size;
		from = Math.min(from, other.index);
		to = Math.max(to, other.index);
	}
	// "He was born there" says nothing without the sentence that says who.
	const before = parts.sentences[from - 1];
	if (before !== undefined && parts.sentences[from]?.opensWithPronoun && fits(before.text, before.size)) from -= 1;
	return { from, to };
}
