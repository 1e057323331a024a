import { EventEmitter } from 'node:events';
import { type Clock, REAL_CLOCK } from '../../clock.ts';
import { repaint } from './diff.ts';

/** The part of `process.stdout` that is needed. */
export interface Output {
	readonly columns?: number;
	readonly rows?: number;
	write(bytes: string): boolean;
	on(event: 'resize' | 'drain', listener: () => void): unknown;
	off(event: 'resize' | 'drain', listener: () => void): unknown;
}

export interface Caret {
	readonly row: number;
	readonly column: number;
}

const INTERVAL = 1000 / 60;
/** Columns and rows: who claims more is no screen, and every row of it would be painted. */
const LARGEST = 1000;

/**
 * What Ink takes for its stdout. It is given whole frames and sends the terminal only the rows that changed. Frames within
 * one tick are one frame; a frame after a pause, and one more, go out at once, and beyond that 60 a second, the newest winning.
 * While the terminal does not keep up nothing is queued.
 *
 * In `render` give it as `stdout` together with `debug: true`, which makes Ink hand over every frame, whole and at once.
 */
export class Sink extends EventEmitter {
	// Not a terminal to Ink's helpers: they would write the cursor's modes themselves.
	readonly isTTY = false;
	readonly #out: Output;
	readonly #clock: Clock;
	#frame: readonly string[] = [];
	#shown: readonly string[] = [];
	#caret: Caret | null = null;
	#caretShown = '';
	#erase = false;
	#due = 0;
	#planned: (() => void) | undefined;
	#waiting = false;
	#paused = false;

	constructor(out: Output, clock: Clock = REAL_CLOCK) {
		super();
		this.setMaxListeners(0);
		this.#out = out;
		this.#clock = clock;
		out.on('resize', this.#resized);
		out.on('drain', this.#drained);
	}

	get columns(): number {
		return Math.min(LARGEST, this.#out.columns || 80);
	}

	get rows(): number {
		return Math.min(LARGEST, this.#out.rows || 24);
	}

	/** Takes a frame from Ink. */
	write(frame: string): boolean {
		this.#frame = frame.split('\n');
		this.#plan();
		return true;
	}

	/** The rows that were drawn last. */
	get drawn(): readonly string[] {
		return this.#frame;
	}

	/** Where the terminal's own cursor stands, or null while it is hidden. Counted from 0. */
	get caret(): Caret | null {
		return this.#caret;
	}

	set caret(caret: Caret | null) {
		this.#caret = caret;
		this.#plan();
	}

	/** Paints everything again: after a suspend, after another program had the screen. */
	redraw(): void {
		this.#erase = true;
		this.#plan();
	}

	/** Paints nothing until `resume`, while another program has the screen. */
	pause(): void {
		this.#paused = true;
	}

	resume(): void {
		this.#paused = false;
		this.redraw();
	}

	/** No more painting: Ink hands over a last frame when it unmounts, which belongs nowhere once the screen is left. */
	close(): void {
		this.#paused = true;
		this.#planned?.();
		this.#out.off('resize', this.#resized);
		this.#out.off('drain', this.#drained);
	}

	readonly #resized = () => {
		this.redraw();
		this.emit('resize');
	};

	readonly #drained = () => {
		this.#waiting = false;
		this.#plan();
	};

	#plan(): void {
		if (this.#planned !== undefined || this.#waiting) return;
		const wait = this.#due - INTERVAL - this.#clock.now();
		if (wait > 0) {
			this.#planned = this.#clock.after(wait, this.#paint);
			return;
		}
		// At the end of this tick, when the layout effects that place the caret have run too.
		let cancelled = false;
		this.#planned = () => {
			cancelled = true;
		};
		queueMicrotask(() => {
			if (!cancelled) this.#paint();
		});
	}

	readonly #paint = () => {
		this.#planned = undefined;
		if (this.#paused || this.#waiting) return;
		const bytes = this.#bytes();
		if (bytes === '') return;
		this.#due = Math.max(this.#due, this.#clock.now()) + INTERVAL;
		this.#waiting = !this.#out.write(`\u001b[?2026h${bytes}\u001b[?2026l`);
	};

	#bytes(): string {
		const rows = this.rows;
		const frame = this.#frame.slice(0, rows);
		let bytes = this.#erase ? '\u001b[?25l\u001b[2J' : '';
		if (this.#erase) {
			this.#shown = [];
			this.#caretShown = '';
		}
		const painted = repaint(this.#shown, frame, rows);
		if (painted !== '' && this.#caretShown !== '' && bytes === '') bytes = '\u001b[?25l';
		bytes += painted;
		const caret = this.#caretBytes(rows);
		if (bytes !== '' || caret !== this.#caretShown) bytes += caret === '' ? '\u001b[?25l' : caret;
		this.#shown = frame;
		this.#caretShown = caret;
		this.#erase = false;
		return bytes;
	}

	#caretBytes(rows: number): string {
		if (this.#caret === null) return '';
		const row = Math.min(rows - 1, Math.max(0, this.#caret.row));
		const column = Math.min(this.columns - 1, Math.max(0, this.#caret.column));
		return `\u001b[${row + 1};${column + 1}H\u001b[?25h`;
	}
}
