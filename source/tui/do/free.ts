import { pause } from '../../clock.ts';
import { ArboristError } from '../../errors.ts';
import type { Desk } from '../desk.ts';

// Another program may be writing the shard: what can wait, waits, and the screen goes on.

/** How long one waits for it, and how often one looks. Milliseconds. */
const LONGEST = 10_000;
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

/** Writes once no other program does. Throws SHARD_LOCKED when that takes too long, or is waited for no more. */
export async function whenFree<Result>(
	desk: Desk,
	write: () => Result,
	{ onWait, signal }: { onWait(): void; signal: AbortSignal },
): Promise<Result> {
	const end = desk.clock.now() + LONGEST;
	let patience: number | undefined;
	for (;;) {
		try {
			return write();
		} catch (error) {
			if (!isLocked(error) || desk.clock.now() >= end) throw error;
			onWait();
			await pause(desk.clock, LOOK, signal);
			if (signal.aborted) throw error;
		} finally {
			if (patience !== undefined) desk.forest.waitAtMost(patience);
		}
		// From now on a look is only a look.
		patience = desk.forest.waitAtMost(0);
	}
}

function isLocked(error: unknown): boolean {
	return error instanceof ArboristError && error.code === 'SHARD_LOCKED';
}
