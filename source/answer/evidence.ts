import type { Library, Shelf } from '../library/library.ts';
import type { Turn } from '../store/types.ts';
import { demoted, retrievalWords } from './carry.ts';
import type { Evidence } from './engine.ts';
import { ranked } from './ranking.ts';

/** Goes into every cache key. */
export const RETRIEVAL_VERSION = 1;

/** How many passages an answer rests on, and how many are looked at to choose them. */
const SENT = 6;
const CANDIDATES = 30;

/** ln(1 + (N - n + .5) / (n + .5)): how rare a word is that stands in n of N passages. */
function idfOf(size: number, frequency: number): number {
	return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
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
	const idf = (word: string) => idfOf(size, library.frequency(shelf, word));
	const inLibrary = (word: string) => (library.frequency(shelf, word) === 0 ? 0 : idf(word));
	const words = retrievalWords(question, path, inLibrary);
	const terms = words.map(({ word, weight, carried }) => ({ word, weight, carried, idf: idf(word) }));
	const found = ranked(library.search(shelf, words, CANDIDATES), terms);
	const carried = words.filter((word) => word.carried).map(({ word }) => word);
	const ordered = path.length === 0 ? found : demoted(found, path, carried);
	return {
		passages: ordered.slice(0, sent).map((passage, i) => ({ pointer: `E${i + 1}`, ...passage })),
		terms,
		collection: size,
	};
}
