import type { Clock } from '../clock.ts';

/** Runs something whenever it is asked to, but no more often than every so many milliseconds; the last time is never lost. */
export class Pace {
	readonly #clock: Clock;
	readonly #pause: number;
	readonly #run: () => void;
	#next = Number.NEGATIVE_INFINITY;
	#cancel: (() => void) | undefined;

	constructor(clock: Clock, pause: number, run: () => void) {
		this.#clock = clock;
		this.#pause = pause;
		this.#run = run;
	}

	ask(): void {
		if (this.#cancel !== undefined) return;
		const wait = this.#next - this.#clock.now();
		if (wait <= 0) this.#now();
		else this.#cancel = this.#clock.after(wait, () => this.#now());
	}

	/** What was asked for and did not run yet never does. */
	end(): void {
		this.#cancel?.();
		this.#cancel = undefined;
	}

	#now(): void {
		this.#cancel = undefined;
		this.#next = this.#clock.now() + this.#pause;
		this.#run();
	}
}
