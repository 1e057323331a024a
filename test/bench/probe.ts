import { readdirSync, readFileSync } from 'node:fs';
import { type IPty, spawn } from 'node-pty';

/** The end of a frame, as programs mark it that paint whole frames. */
const FRAME_END = '\u001b[?2026l';
/** Of a program that does not, output that comes closer together than this is one frame. Milliseconds. */
const BURST = 2;
const QUIET = 250;
const PATIENCE = 30_000;

/** A program in a pseudo-terminal, measured from outside. CPU and memory are Linux’s own figures. */
export class Probe {
	/** Bytes, and when the last one came. */
	bytes = 0;
	lastByte = 0;
	output = '';
	#bursts = 0;
	#marked = 0;
	#tail = '';
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
			if (now - this.lastByte >= BURST) this.#bursts++;
			this.#marked += (this.#tail + data).split(FRAME_END).length - 1;
			this.#tail = data.slice(1 - FRAME_END.length);
			this.lastByte = now;
			this.bytes += Buffer.byteLength(data);
			this.output = (this.output + data).slice(-100_000);
			this.#told();
		});
		this.#ended = new Promise((resolve) => this.#pty.onExit(() => resolve()));
	}

	get frames(): number {
		return this.#marked > 0 ? this.#marked : this.#bursts;
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
