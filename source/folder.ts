import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those above it that are missing, each for its owner alone whatever the umask. Throws what the disk says.
 * Not by Node's own recursive way: that never ends under /proc, where no folder is and none can be made.
 */
export function makeFolder(path: string): void {
	const missing: string[] = [];
	for (let at = resolve(path); !statSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.unshift(at);
	for (const folder of missing) {
		try {
			mkdirSync(folder, 0o700);
			chmodSync(folder, 0o700);
		} catch (error) {
			// Another program may have made it just now.
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
	}
}
