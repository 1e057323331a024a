import { pause } from '../../clock.ts';
import { ArboristError } from '../../errors.ts';
import type { Forest } from '../../store/forest.ts';
import type { Desk } from '../desk.ts';

// Another program may be writing the shard: what can wait, waits, and the screen goes on.

/** How often one looks, milliseconds. */
const LOOK = 200;

/** Does it, unless another program is writing: then false. */
export function ifFree(act: () => void): boolean {
	try {
		act();
		return true;
	} catch (error) {
		if (!isLocked(error)) throw error;
		return false;
	}
}

/** Writes once no other program does. Throws SHARD_LOCKED when that is waited for no more. */
export async function whenFree<Result>(
	{ clock, forest }: Desk,
	write: () => Result,
	{ onWait, signal }: { onWait(): void; signal: AbortSignal },
): Promise<Result> {
	for (let looks = 0; ; looks++) {
		try {
			return looks === 0 ? write() : atOnce(forest, write);
		} catch (error) {
			if (!isLocked(error)) throw error;
			onWait();
			await pause(clock, LOOK, signal);
			if (signal.aborted) throw error;
		}
	}
}

/** Does something without waiting for other programs. */
export function atOnce<Result>(forest: Forest, act: () => Result): Result {
	const patience = forest.waitAtMost(0);
	try {
		return act();
	} finally {
		forest.waitAtMost(patience);
	}
}

function isLocked(error: unknown): boolean {
	return error instanceof ArboristError && error.code === 'SHARD_LOCKED';
}
