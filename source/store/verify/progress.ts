/** How far a long check is. */
export interface Stage {
	what: string;
	done: number;
	/** Of how many; 0 when that is not known. */
	of: number;
}

/** Asking the clock costs more than a row does. */
const EVERY = 5000;

/** Counts what is done, and tells it now and then. */
export class Progress {
	readonly #tell: ((stage: Stage) => void) | undefined;
	#stage: Stage = { what: '', done: 0, of: 0 };

	constructor(tell: ((stage: Stage) => void) | undefined) {
		this.#tell = tell;
	}

	begin(what: string, of: { get(): unknown }): void {
		if (!this.#tell) return;
		this.#stage = { what, done: 0, of: Number(of.get() ?? 0) };
		this.#tell(this.#stage);
	}

	step(): void {
		this.#stage.done++;
		if (this.#tell && this.#stage.done % EVERY === 0) this.#tell(this.#stage);
	}
}
