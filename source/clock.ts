/** Time that passes; a test gives its own. */
export interface Clock {
	/** Milliseconds, never going back. */
	now(): number;
	/** Runs something later, unless the function given back is called first. */
	after(milliseconds: number, run: () => void): () => void;
}

export const REAL_CLOCK: Clock = {
	now: () => performance.now(),
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		return () => clearTimeout(timer);
	},
};
