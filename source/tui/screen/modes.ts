import { type Clock, REAL_CLOCK } from '../../clock.ts';
import { displayLine } from '../../text.ts';

// Alternate screen; title kept; cursor hidden (the sink shows it); pastes marked; the wheel sends arrows there instead of
// scrolling what is not there; a line that turns out too wide is cut instead of breaking the rows below.
const ENTER = '\u001b[?1049h\u001b[22;2t\u001b[?25l\u001b[?2004h\u001b[?1007h\u001b[?7l';
const LEAVE = '\u001b[?2026l\u001b[r\u001b[0m\u001b[?7h\u001b[?1007l\u001b[?2004l\u001b[?25h\u001b[23;2t\u001b[?1049l';

/** The parts of `process` that are needed. */
export interface Machine {
	readonly pid: number;
	readonly stdin: { readonly destroyed?: boolean; setRawMode?(raw: boolean): unknown };
	readonly stdout: { write(bytes: string): boolean };
	kill(pid: number, signal: string): unknown;
	on(event: string, listener: () => void): unknown;
	off(event: string, listener: () => void): unknown;
}

/** Told when the screen goes to somebody else and when it is ours again; the sink is one. */
interface Painter {
	pause(): void;
	resume(): void;
}

/**
 * The one place that changes the terminal's modes, and the one that puts them back: when asked, at exit, which signals
 * come to as well (ending.ts), on an uncaught error (Node prints it afterwards, on the restored screen), and around a
 * suspend.
 */
export class Terminal {
	readonly #painter: Painter;
	readonly #machine: Machine;
	readonly #clock: Clock;
	readonly #listeners: readonly (readonly [event: string, listener: () => void])[];
	#inside = false;
	#title = '';

	constructor(painter: Painter, machine: Machine = process, clock: Clock = REAL_CLOCK) {
		this.#painter = painter;
		this.#machine = machine;
		this.#clock = clock;
		this.#listeners = [
			['exit', () => this.#restore()],
			['uncaughtExceptionMonitor', () => this.#restore()],
			['SIGTSTP', () => this.#stop()],
			['SIGCONT', () => this.#continue()],
		];
	}

	/** Takes the screen, until `leave` or the end of the process. */
	enter(): void {
		for (const [event, listener] of this.#listeners) this.#machine.on(event, listener);
		this.#take();
	}

	leave(): void {
		for (const [event, listener] of this.#listeners) this.#machine.off(event, listener);
		this.#restore();
	}

	/** What ctrl-z does elsewhere: stops the program and the rest of its job (npm, make); `fg` brings it back. */
	suspend(): void {
		this.#machine.kill(0, 'SIGTSTP');
	}

	/** Lends the screen, as it was before, to another program, an editor say, whose signals are its own. */
	lend<Result>(run: () => Result): Result {
		this.#painter.pause();
		this.leave();
		try {
			return run();
		} finally {
			this.enter();
			this.#painter.resume();
		}
	}

	title(text: string): void {
		const title = `\u001b]2;${displayLine(text).slice(0, 200)}\u0007`;
		if (title === this.#title) return;
		this.#title = title;
		if (this.#inside) this.#machine.stdout.write(this.#title);
	}

	/** Sends a question whose answer arrives as a reply on stdin. */
	ask(question: string): void {
		if (this.#inside) this.#machine.stdout.write(question);
	}

	#take(): void {
		this.#inside = true;
		this.#machine.stdin.setRawMode?.(true);
		this.#machine.stdout.write(ENTER + this.#title);
	}

	#restore(): void {
		if (!this.#inside) return;
		this.#inside = false;
		// The terminal is gone, and its modes with it.
		if (this.#machine.stdin.destroyed) return;
		try {
			this.#machine.stdout.write(LEAVE);
			this.#machine.stdin.setRawMode?.(false);
		} catch {
			// It has gone just now.
		}
	}

	// With the listener away the signal does what it does to any program: stops it under a shell, nothing where no shell could
	// continue it. In that case, and should SIGCONT come to nobody, the timer takes the screen back; it runs when we do.
	#stop(): void {
		this.#painter.pause();
		this.leave();
		this.#machine.kill(this.#machine.pid, 'SIGTSTP');
		this.#clock.after(50, () => {
			this.enter();
			this.#painter.resume();
		});
	}

	// Somebody stopped us without a word (SIGSTOP) and the shell has set its own modes since: raw mode is set anew too.
	#continue(): void {
		this.#machine.stdin.setRawMode?.(false);
		this.#take();
		this.#painter.resume();
	}
}
