/** Time that passes; a test gives its own. */
export interface Clock {
	/** Milliseconds, never going back. */
	now(): number;
	/** Runs something later, unless the function given back is called first. */
	after(milliseconds: number, run: () => void): () => void;
}

/** Waits, unless the signal says that nobody does any more. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			cancel();
			signal.removeEventListener('abort', end);
			resolve();
		};
		const cancel = clock.after(milliseconds, end);
		if (signal.aborted) end();
		else signal.addEventListener('abort', end);
	});
}

export const REAL_CLOCK: Clock = {
	now: () => performance.now(),
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		return () => clearTimeout(timer);
	},
};
