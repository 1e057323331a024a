import { ArboristError } from '../errors.ts';
import type { Context } from './command.ts';

// What a verb cannot do without.

/** Where the shard is. Throws FILE_NOT_FOUND when there is none yet. */
export function neededShard(context: Pick<Context, 'existingShard'>): string {
	const shard = context.existingShard();
	if (shard !== undefined) return shard;
	throw new ArboristError('FILE_NOT_FOUND', 'There is no shard yet.', 'Ask a first question to make one.');
}

/** An empty path would stand for the folder one happens to be in, which nobody means who types `add "$NOTES"`. Throws USAGE. */
export function neededPaths(words: readonly string[]): readonly string[] {
	if (words.every((word) => word.trim() !== '')) return words;
	throw new ArboristError('USAGE', 'A path is empty.', 'Name a file or a folder; `.` is the one you are in.');
}

/** Words that are one path, with the blanks that stood between them. Throws USAGE for none. */
export function neededPath(words: readonly string[]): string {
	return neededPaths([words.join(' ')]).join();
}
