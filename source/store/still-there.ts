import { statSync } from 'node:fs';
import { ArboristError } from '../errors.ts';

/**
 * Tells whether the file that was opened still lies at its path. SQLite goes on writing into a file that was removed or
 * replaced, and says that all is well: what it saves there is gone when the program ends.
 */
export function stillThere(path: string): () => void {
	if (path === ':memory:') return () => undefined;
	const opened = statSync(path);
	return () => {
		const found = statSync(path, { throwIfNoEntry: false });
		if (found?.ino === opened.ino && found.dev === opened.dev) return;
		throw new ArboristError(
			'SHARD_GONE',
			`${path} was ${found ? 'replaced' : 'removed'} while it was open; nothing was saved.`,
			'Put it back, or start again to go on with what is there now.',
		);
	};
}
