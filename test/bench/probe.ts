import { readdirSync, readFileSync } from 'node:fs';
import { type IPty, spawn } from 'node-pty';

/** Output that comes closer together than this is one frame, milliseconds. */
const BURST = 2;
const QUIET = 250;
const PATIENCE = 30_000;

/** A program in a pseudo-terminal, measured from outside. CPU and memory are Linux’s own figures. */
export class Probe {
	/** Frames, bytes, and when the last byte came. */
	frames = 0;
	bytes = 0;
	lastByte = 0;
	output = '';
	readonly #pty: IPty;
	readonly #ended: Promise<void>;
	#told: () => void = () => undefined;

	constructor(argv: readonly string[], env: Record<string, string>, columns: number, rows: number) {
		this.#pty = spawn(process.execPath, [...argv], {
			cols: columns,
			rows,
			env: { ...process.env, TERM: 'xterm-256color', ...env },
		});
		this.#pty.onData((data) => {
			const now = performance.now();
			if (now - this.lastByte >= BURST) this.frames++;
			this.lastByte = now;
			this.bytes += Buffer.byteLength(data);
			this.output = (this.output + data).slice(-100_000);
			this.#told();
		});
		this.#ended = new Promise((resolve) => this.#pty.onExit(() => resolve()));
	}

	type(keys: string): void {
		this.#pty.write(keys);
	}

	/** Milliseconds of CPU since it was started, all threads. */
	cpu(): number {
		const tasks = `/proc/${this.#pty.pid}/task`;
		return readdirSync(tasks).reduce((sum, task) => {
			const [spent = '0'] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ');
			return sum + Number(spent) / 1e6;
		}, 0);
	}

	/** Megabytes in memory. */
	memory(): number {
		const [, pages = '0'] = readFileSync(`/proc/${this.#pty.pid}/statm`, 'utf8').split(' ');
		return (Number(pages) * 4096) / 1e6;
	}

	until(holds: () => boolean): Promise<void> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`nothing came:\n${this.output.slice(-500)}`)), PATIENCE);
			this.#told = () => {
				if (!holds()) return;
				clearTimeout(timer);
				this.#told = () => undefined;
				resolve();
			};
			this.#told();
		});
	}

	/** Until something was shown and nothing more comes. */
	async quiet(): Promise<void> {
		await this.until(() => this.bytes > 0);
		do await pause(QUIET);
		while (performance.now() - this.lastByte < QUIET);
	}

	/** Presses a key so many times a second. */
	async hold(key: string, count: number, rate: number): Promise<void> {
		const start = performance.now();
		for (let i = 0; i < count; i++) {
			const wait = start + (i * 1000) / rate - performance.now();
			if (wait > 0) await pause(wait);
			this.type(key);
		}
		await pause(100);
	}

	async end(): Promise<void> {
		this.#pty.kill('SIGKILL');
		await this.#ended;
	}
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
