import { type Clock, pause } from '../clock.ts';
import { ArboristError } from '../errors.ts';
import type { Forest } from './forest.ts';

// Another program may be writing the shard: what can wait, waits, and whoever waits goes on.

/** How long the first try waits for another program, and how long it is between the next ones. Milliseconds. */
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

/** Writes once no other program does, however long that takes. Throws SHARD_LOCKED when that is waited for no more. */
export async function whenFree<Result>(
	forest: Forest,
	clock: Clock,
	write: () => Result,
	{ onWait, signal }: { onWait(): void; signal: AbortSignal },
): Promise<Result> {
	for (let patience = LOOK; ; patience = 0) {
		try {
			return within(forest, patience, write);
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
	return within(forest, 0, act);
}

function within<Result>(forest: Forest, milliseconds: number, act: () => Result): Result {
	const patience = forest.waitAtMost(milliseconds);
	try {
		return act();
	} finally {
		forest.waitAtMost(patience);
	}
}

function isLocked(error: unknown): boolean {
	return error instanceof ArboristError && error.code === 'SHARD_LOCKED';
}
