import { EventEmitter } from 'node:events';
import type { Clock } from '../../../source/clock.ts';

/** Time that passes when it is told to. */
export class FakeClock implements Clock {
	#now = 0;
	#waiting: { at: number; run: () => void }[] = [];

	now(): number {
		return this.#now;
	}

	after(milliseconds: number, run: () => void): () => void {
		const entry = { at: this.#now + milliseconds, run };
		this.#waiting.push(entry);
		return () => {
			this.#waiting = this.#waiting.filter((one) => one !== entry);
		};
	}

	pass(milliseconds: number): void {
		const until = this.#now + milliseconds;
		for (;;) {
			const next = this.#waiting.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
			if (next === undefined) break;
			this.#waiting = this.#waiting.filter((one) => one !== next);
			this.#now = Math.max(this.#now, next.at);
			next.run();
		}
		this.#now = until;
	}
}

/** A stdout that keeps what it is given. */
export class FakeOutput extends EventEmitter {
	columns: number;
	rows: number;
	writes: string[] = [];
	full = false;

	constructor(columns = 80, rows = 24) {
		super();
		this.columns = columns;
		this.rows = rows;
	}

	write(bytes: string): boolean {
		this.writes.push(bytes);
		return !this.full;
	}

	taken(): string {
		const all = this.writes.join('');
		this.writes = [];
		return all;
	}

	resize(columns: number, rows: number): void {
		this.columns = columns;
		this.rows = rows;
		this.emit('resize');
	}
}

/** Until the microtasks that are waiting have run. */
export async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}
