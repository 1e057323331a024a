import type { EvidencePassage } from './engine.ts';
import type { Relevant, Sentence } from './parts.ts';
import { MOST_QUOTED } from './pieces.ts';

/** A sentence of a passage, or neighbouring ones, as they read without their markup. */
export interface Quote {
	passage: EvidencePassage;
	text: string;
	/** Where in the passage's text it begins. */
	start: number;
	/** Whole lines of code, to be shown as such. */
	code: boolean;
}

/** A neighbour that fits nearly as well is quoted along. */
const NEARLY = 0.9;
/** What fits worse than this share of the best adds nothing. */
const WITHIN_REACH = 0.7;
/** A passage that fits worse than this share of the best one's is hardly about what was asked. */
const SAME_SUBJECT = 0.7;
/**
 * Of what the best quote holds of the question in its own words, a further one holds this share; nearly all when there are
 * few: of the oaks nothing is to be said when it is asked when cherries are pruned.
 */
const IN_ITSELF = 0.4;
const IN_ITSELF_OF_FEW = 0.8;
const FEW_WORDS = 2;
/** What has this share of its words in a better quote says it again. */
const REPEATS = 0.8;
const MOST_CHARACTERS = 600;

/**
 * The best quotes, best first; no sentence stands in two of them. After the first, only what fits nearly as well and says
 * something more.
 * @param ranked Every sentence, best first.
 * @param reach The share of the best score that a further quote must have.
 */
export function bestQuotes(ranked: readonly Relevant[], count: number, reach = WITHIN_REACH): Quote[] {
	const quotes: Quote[] = [];
	const used = new Set<string>();
	const said: ReadonlySet<string>[] = [];
	const take = (parts: Relevant['parts'], quoted: readonly Sentence[]) => {
		for (const { text, words } of quoted) {
			used.add(text);
			said.push(words);
		}
		quotes.push(quoteOf(parts.passage, quoted));
	};
	const best = ranked[0];
	const sameSubject = Math.min(reach, SAME_SUBJECT);
	const inItself = Math.min(reach, (best?.asked ?? 0) > FEW_WORDS ? IN_ITSELF : IN_ITSELF_OF_FEW);
	for (const next of ranked) {
		if (best === undefined || quotes.length >= count || next.score < reach * best.score) break;
		if (next.parts.passage.score < sameSubject * best.parts.passage.score) continue;
		const { parts, sentence } = next;
		if (used.has(sentence.text) || said.some((words) => repeats(sentence.words, words))) continue;
		if (!alike(sentence, best.sentence)) continue;
		if (next.own < inItself * best.own) continue;
		const { from, to } = extent(next, ranked, used);
		take(parts, parts.sentences.slice(from, to + 1));
		// "To sharpen it:" leads to the code below it.
		const below = parts.sentences[to + 1];
		const leads = parts.sentences[to]?.text.endsWith(':') && below?.manner === 'code' && !used.has(below.text);
		if (leads && quotes.length < count) take(parts, [below]);
	}
	return quotes;
}

/** Rows and code add to what is of their kind; to prose only the code that it leads to. */
function alike({ manner }: Sentence, best: Sentence): boolean {
	return manner === best.manner || (manner !== 'row' && manner !== 'code');
}

function repeats(words: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
	let shared = 0;
	for (const word of words) if (said.has(word)) shared += 1;
	return shared >= REPEATS * words.size;
}

function quoteOf(passage: EvidencePassage, quoted: readonly Sentence[]): Quote {
	const [first] = quoted;
	const from = first?.start ?? 0;
	if (first?.manner !== 'code')
		return { passage, text: shortened(quoted.map(({ text }) => text).join(' ')), start: from, code: false };
	const start = passage.text.lastIndexOf('\n', from) + 1;
	return { passage, text: passage.text.slice(start, quoted.at(-1)?.end), start, code: true };
}

/** Cut at a space when it is one endless line. */
function shortened(text: string): string {
	if (text.length <= MOST_CHARACTERS) return text;
	const cut = text.lastIndexOf(' ', MOST_CHARACTERS);
	return `${text.slice(0, cut > 0 ? cut : MOST_CHARACTERS).toWellFormed()} …`;
}

/** Which sentences of the passage belong to the quote around its best one: the first and the last. Code and rows stand alone. */
function extent(
	{ parts, index, score, sentence }: Relevant,
	ranked: readonly Relevant[],
	used: ReadonlySet<string>,
): { from: number; to: number } {
	let from = index;
	let to = index;
	let size = sentence.size;
	const joins = ({ manner }: Sentence) => manner === sentence.manner && manner !== 'row' && manner !== 'code';
	const fits = (other: Sentence, later: Sentence | undefined) =>
		joins(other) && !later?.opensBlock && size + other.size <= MOST_QUOTED && !used.has(other.text);
	for (const other of ranked) {
		const beside = other.parts === parts && Math.abs(other.index - index) === 1;
		const later = other.index > index ? other.sentence : sentence;
		if (!beside || other.score < NEARLY * score || !fits(other.sentence, later)) continue;
		size += other.sentence.size;
		from = Math.min(from, other.index);
		to = Math.max(to, other.index);
	}
	// "He was born there" says nothing without the sentence that says who.
	const before = parts.sentences[from - 1];
	const opening = parts.sentences[from];
	if (before !== undefined && opening?.opensWithPronoun && fits(before, opening)) from -= 1;
	return { from, to };
}
