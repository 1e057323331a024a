import { type Clock, pause } from '../clock.ts';

/** How soon one tries again, milliseconds. */
const RETRY = 1000;

/** A text that goes into the shard. */
interface Text {
	/** Begins a sentence: what was being written. */
	readonly what: string;
	/** As it is now; empty where nothing would be lost. */
	text(): string;
	write(): void;
}

/** Texts that cannot be written into the shard now: each is tried again until it is written, and can be shown meanwhile. */
export class Unsaved {
	readonly #clock: Clock;
	readonly #atOnce: (act: () => void) => void;
	readonly #texts = new Map<unknown, Text>();
	readonly #end = new AbortController();
	#tries = false;

	/** `atOnce` does something without waiting for other programs. */
	constructor(clock: Clock, atOnce: (act: () => void) => void) {
		this.#clock = clock;
		this.#atOnce = atOnce;
	}

	/** Aborted when nothing more is tried. */
	get ended(): AbortSignal {
		return this.#end.signal;
	}

	/** Writes it in the place of what was to be written by this name. Throws what is in the way; it is tried again then. */
	write(name: unknown, text: Text): void {
		this.#texts.set(name, text);
		try {
			this.#try(name, text);
		} catch (error) {
			void this.#again();
			throw error;
		}
	}

	/** Tries all of them now; what is in the way. */
	retry(): unknown {
		let inTheWay: unknown;
		for (const [name, text] of [...this.#texts]) {
			try {
				this.#try(name, text);
			} catch (error) {
				inTheWay ??= error;
			}
		}
		return inTheWay;
	}

	/** What would be lost now, to be read by a person; empty when nothing would. */
	get told(): string {
		const texts = [...this.#texts.values()].map(({ what, text }) => ({ what, text: text().trim() }));
		return texts
			.filter(({ text }, at) => text !== '' && !texts.some((other, i) => i > at && other.text.includes(text)))
			.map(({ what, text }) => `${what}:\n\n${text}\n`)
			.join('\n');
	}

	end(): void {
		this.#end.abort();
	}

	#try(name: unknown, text: Text): void {
		text.write();
		if (this.#texts.get(name) === text) this.#texts.delete(name);
	}

	async #again(): Promise<void> {
		if (this.#tries) return;
		this.#tries = true;
		while (this.#texts.size > 0) {
			await pause(this.#clock, RETRY, this.ended);
			if (this.ended.aborted) return;
			this.#atOnce(() => this.retry());
		}
		this.#tries = false;
	}
}
