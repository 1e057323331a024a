import type { Library, Shelf } from '../library/library.ts';
import type { Passage } from '../library/retrieval.ts';
import { handbookFileOf } from '../library/source-name.ts';
import type { Turn } from '../store/types.ts';
import { retrievalWords, withoutNeedless } from './carry.ts';
import { demoted } from './demotion.ts';
import type { Evidence, EvidencePassage } from './engine.ts';
import { ranked } from './ranking.ts';

/** Goes into every cache key. */
export const RETRIEVAL_VERSION = 2;

/** How many passages an answer rests on, and how many are looked at to choose them. */
export const SENT = 6;
const CANDIDATES = 30;

/** In fewer passages than this nothing can be told of how rare a word is: a word that stands in one of two is not common. */
const SMALL_COLLECTION = 200;

/** ln(1 + (N - n + .5) / (n + .5)): how rare a word is that stands in n of N passages. */
function idfOf(size: number, frequency: number): number {
	return Math.log(1 + (Math.max(size, SMALL_COLLECTION) - frequency + 0.5) / (frequency + 0.5));
}

/** Words beyond these add nothing but time: a question may be a whole book. */
const MOST_TERMS = 64;

/** The index reads about a million of a word's occurrences a second, so only so many passages are read for one question. */
const MOST_READ = 5_000;
const FEWEST_SEARCHED = 3;

/** The rarest words, as many as can be read in time; all of them still count when the passages found are scored. */
function affordable(terms: readonly { word: string; frequency: number }[]): string[] {
	let read = 0;
	return terms
		.toSorted((a, b) => a.frequency - b.frequency)
		.filter(({ frequency }, i) => {
			read += frequency;
			return read <= MOST_READ || i < FEWEST_SEARCHED;
		})
		.map(({ word }) => word);
}

/** The shelf that a source stands on. */
export function shelfOf(source: string): Shelf {
	return handbookFileOf(source) === undefined ? 'own' : 'handbook';
}

/** Whether a turn's answer cites documents of the shelf. */
function restsOn(shelf: Shelf, { cited_titles, meta }: Turn): boolean {
	const [first] = meta.evidence ?? [];
	return cited_titles.length > 0 && first !== undefined && shelfOf(first.source) === shelf;
}

/** Passages as evidence: E1, E2, ... */
export function pointed(passages: readonly Passage[]): EvidencePassage[] {
	return passages.map((passage, i) => ({ pointer: `E${i + 1}`, ...passage }));
}

/** The passages of one shelf for a question under the turns above it (root first), with the words that found them. */
export function gather(
	library: Pick<Library, 'search' | 'frequency' | 'size'>,
	shelf: Shelf,
	question: string,
	path: readonly Turn[],
	sent: number = SENT,
): Evidence {
	const size = library.size(shelf);
	const frequencies = new Map<string, number>();
	const frequencyOf = (word: string) => {
		const frequency = frequencies.get(word) ?? library.frequency(shelf, word);
		frequencies.set(word, frequency);
		return frequency;
	};
	const rarity = (word: string) => (frequencyOf(word) === 0 ? 0 : idfOf(size, frequencyOf(word)));
	const answered = path.filter((turn) => restsOn(shelf, turn));
	const words = withoutNeedless(retrievalWords(question, path, rarity), answered, rarity);
	const terms = words
		.map((word) => ({ ...word, frequency: frequencyOf(word.word), idf: idfOf(size, frequencyOf(word.word)) }))
		.sort((a, b) => b.weight * b.idf - a.weight * a.idf)
		.slice(0, MOST_TERMS);
	const present = terms.filter(({ frequency }) => frequency > 0);
	const found = ranked(library.search(shelf, affordable(present), CANDIDATES), terms);
	const carried = terms.filter((term) => term.carried).map(({ word }) => word);
	const ordered = path.length === 0 ? found : demoted(found, path, carried);
	return {
		passages: pointed(ordered.slice(0, sent)),
		terms,
		collection: size,
	};
}

/** The passages that a turn was given, as far as the library holds them still. */
export function evidenceOf(library: Pick<Library, 'onward'>, { meta }: Turn): Evidence {
	const passages = (meta.evidence ?? []).flatMap(({ pointer, source, passage_sha256 }) =>
		library.onward(source, passage_sha256, 1).map((passage) => ({ pointer, ...passage })),
	);
	return { passages, terms: [], collection: 0 };
}
