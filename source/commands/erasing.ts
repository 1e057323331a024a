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

/** What is said where the file could not be written anew. */
export const NOT_SCRUBBED =
	'The file still holds the erased text: another program is reading it, or the disk is full. The next start clears it away.';
