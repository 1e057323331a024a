import { isObject, parsed } from '../../json.ts';
import type { Finish } from '../../store/types.ts';
import type { EngineUsage } from '../engine.ts';
import type { Delta, Speech } from './delta.ts';
import { type Problem, problem, problemOf, type Whom } from './problem.ts';
import { type Piece, thinkSplitter } from './think.ts';

/** How a stream ended: as the model meant to, or with what went wrong. */
export interface Ending {
	readonly finish: Finish;
	readonly problem?: Problem;
}

/** An answer longer than this is a model that repeats itself. Characters. */
const LONGEST = 1024 * 1024;

/** What a stream says, record by record; it never throws, and has always one ending. */
export class Hearing {
	readonly usage: EngineUsage = {};
	/** Whether anything was said, and whether any of it was answer. */
	heard = false;
	answered = false;
	readonly #speech: Speech;
	readonly #whom: Whom;
	readonly #think = thinkSplitter();
	#half = '';
	#length = 0;
	#finish: 'complete' | 'truncated' | 'filtered' | undefined;
	#ending: Ending | undefined;

	constructor(speech: Speech, whom: Whom) {
		this.#speech = speech;
		this.#whom = whom;
	}

	/** Set when nothing more is to be read. */
	get over(): boolean {
		return this.#ending !== undefined;
	}

	/** Takes records as they come. */
	take(records: readonly string[]): Piece[] {
		return records.flatMap((record) => {
			if (this.over) return [];
			return this.#record(record.trim());
		});
	}

	#record(text: string): Piece[] {
		if (text === '[DONE]') return this.#delta({ kind: 'over' });
		// Empty data and what servers send to keep the line open.
		if (!text.startsWith('{')) return [];
		const record = parsed(text);
		if (!isObject(record)) return this.#break('what came is not JSON');
		return this.#speech.deltas(record).flatMap((delta) => (this.over ? [] : this.#delta(delta)));
	}

	#delta(delta: Delta): Piece[] {
		switch (delta.kind) {
			case 'text':
				return this.#pieces(this.#think.take(this.#whole(delta.text)));
			case 'reasoning':
				return this.#pieces([delta]);
			case 'usage': {
				const { kind: _, ...counts } = delta;
				Object.assign(this.usage, counts);
				return [];
			}
			case 'finish':
				this.#finish ??= delta.how;
				return [];
			case 'over':
				return this.end();
			case 'error':
				this.#ending = { finish: 'error', problem: problemOf(200, delta.body, this.#whom) };
				return [];
		}
	}

	// Some servers cut a character beyond the first 65,536 into its two halves.
	#whole(text: string): string {
		const all = this.#half + text;
		const cut = /[\ud800-\udbff]$/.test(all);
		this.#half = cut ? all.slice(-1) : '';
		return cut ? all.slice(0, -1) : all;
	}

	#pieces(pieces: readonly Piece[]): Piece[] {
		for (const piece of pieces) {
			this.heard = true;
			if (piece.kind === 'thought') this.answered = false;
			else this.#length += piece.text.length;
			if (piece.kind === 'text' && piece.text.trim() !== '') this.answered = true;
		}
		if (this.#length > LONGEST) this.#ending = { finish: 'truncated' };
		return [...pieces];
	}

	#break(detail: string): Piece[] {
		// What comes after the end of the answer can no longer break it.
		if (this.#finish !== undefined) return this.end();
		this.#ending = { finish: 'error', problem: problem('STREAM_BROKEN', this.#whom, detail) };
		return [];
	}

	/** Nothing more comes, with or without a fault of the line. */
	end(fault?: Problem): Piece[] {
		if (this.over) return [];
		const rest = this.#pieces(this.#think.end());
		this.#ending ??= this.#endingNow(fault);
		return rest;
	}

	#endingNow(fault: Problem | undefined): Ending {
		if (this.#finish === 'filtered') return { finish: 'error', problem: problem('CONTENT_FILTER', this.#whom) };
		if (this.#finish !== undefined)
			return this.answered ? { finish: this.#finish } : { finish: 'error', problem: problem('EMPTY', this.#whom) };
		if (fault) return { finish: 'error', problem: fault };
		return { finish: 'error', problem: problem(this.heard ? 'STREAM_BROKEN' : 'EMPTY', this.#whom) };
	}

	get ending(): Ending {
		return this.#ending ?? { finish: 'error', problem: problem('STREAM_BROKEN', this.#whom) };
	}
}
