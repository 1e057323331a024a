import { type Action, reduce, type State } from './state.ts';

/** The state as it is now: the one thing that changes. Within a batch those who watch are told once. */
export class Holder {
	#state: State;
	#batches = 0;
	#changed = false;
	readonly #listeners = new Set<() => void>();

	constructor(first: State) {
		this.#state = first;
	}

	readonly state = (): State => this.#state;

	readonly apply = (...actions: readonly Action[]): void => {
		const next = actions.reduce(reduce, this.#state);
		if (next === this.#state) return;
		this.#state = next;
		this.#changed = true;
		this.#tell();
	};

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	batch(run: () => void): void {
		this.#batches++;
		try {
			run();
		} finally {
			this.#batches--;
			this.#tell();
		}
	}

	/** Tells those who watch now, though a batch is not over. */
	flush(): void {
		const batches = this.#batches;
		this.#batches = 0;
		this.#tell();
		this.#batches = batches;
	}

	#tell(): void {
		if (this.#batches > 0 || !this.#changed) return;
		this.#changed = false;
		for (const listener of this.#listeners) listener();
	}
}
