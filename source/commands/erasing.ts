import type { Library } from '../library/library.ts';
import type { Forest } from '../store/forest.ts';
import type { PrunePlan } from '../store/prune.ts';
import type { Erased } from '../store/scrub.ts';
import type { Turn } from '../store/types.ts';

// Erasing on purpose, in all places at once. The answer cache goes first: were the program stopped in between, only an
// answer would have to be given anew, and the turn still names its cache key.

/** Removes sessions for good, as far as nothing keeps them. It cannot be undone. */
export function pruneEverywhere(forest: Forest, library: Library, sids: readonly string[]): Erased & PrunePlan {
	const keys = sids.flatMap((sid) => forest.cacheKeys(sid));
	if (keys.length > 0) library.forget(keys);
	return forest.prune(sids);
}

/** Blanks a turn for good. It cannot be undone. */
export function forgetEverywhere(forest: Forest, library: Library, { bates, cache_key }: Turn): Erased {
	if (cache_key !== '') library.forget([cache_key]);
	return forest.forget(bates);
}

/** How many turns below are looked at. */
const FAR = 10_000;

/** The words of a turn that turns below it took over for their own search, and keep: their hashes cover them. */
export function wordsThatStay(forest: Forest, { bates, question, answer_text }: Turn): string[] {
	const text = `${question} ${answer_text}`.toLowerCase();
	const staying = new Set<string>();
	const waiting = [bates];
	for (let seen = 0; waiting.length > 0 && seen < FAR; seen++) {
		for (const child of forest.children(waiting.pop() as string)) {
			waiting.push(child.bates);
			for (const word of child.meta.carried ?? []) if (text.includes(word.toLowerCase())) staying.add(word);
		}
	}
	return [...staying];
}

/** Says so; empty when none do. */
export function stayingText(words: readonly string[]): string {
	if (words.length === 0) return '';
	const some = words.slice(0, 6).join(', ');
	return `Turns below took words of it over for their search, and keep them: ${some}${words.length > 6 ? ', …' : ''}.`;
}

/** What is said where the file could not be written anew. */
export const NOT_SCRUBBED =
	'The file still holds the erased text: another program is reading it, or the disk is full. The next start clears it away.';
