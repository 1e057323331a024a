import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the user's data lies. */
export interface Paths {
	/** The folder of everything, `~/.arborist` unless told otherwise. */
	home: string;
	/** The shard: the forest, one file. */
	shard: string;
	/** The user's documents, their passages and the answer cache. */
	library: string;
}

export function dataPaths(options: { home?: string | undefined; shard?: string | undefined }): Paths {
	const home = resolve(options.home || process.env['ARBORIST_HOME'] || join(homedir(), '.arborist'));
	return {
		home,
		shard: options.shard ? resolve(options.shard) : join(home, 'sessions.db'),
		library: join(home, 'library.db'),
	};
}
