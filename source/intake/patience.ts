import { pause, REAL_CLOCK } from '../clock.ts';
import { ArboristError } from '../errors.ts';
import type { Forest } from '../store/forest.ts';

/** How long a try waits for another program, and how long it is until the next. Milliseconds. */
const TRY = 200;
const BETWEEN = 50;

/** One transaction of an import. */
export type Write = (act: () => void) => Promise<void>;

/**
 * Writes as soon as no other program does, however long that takes: an import is long work, and half of it may be in. Throws
 * SHARD_LOCKED once nobody waits for it any more.
 */
export function patientWrites(forest: Forest, onWait: () => void, signal: AbortSignal): Write {
	return async (act) => {
		const before = forest.waitAtMost(TRY);
		try {
			for (;;) {
				try {
					forest.together(act);
					return;
				} catch (error) {
					if (!(error instanceof ArboristError) || error.code !== 'SHARD_LOCKED' || signal.aborted) throw error;
				}
				onWait();
				await pause(REAL_CLOCK, BETWEEN, signal);
			}
		} finally {
			forest.waitAtMost(before);
		}
	};
}
