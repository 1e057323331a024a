import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Terminal } from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import { onTestFinished } from 'vitest';
import { PROGRAM } from '../cli/program.ts';

/** A home of its own for one test. */
export function home(): string {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-screen-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

interface End {
	readonly exitCode: number;
	readonly signal: number | undefined;
}

const PATIENCE = 20_000;

/** A terminal window with the built program in it. */
export class Window {
	/** All that the program wrote. */
	output = '';
	readonly ended: Promise<End>;
	readonly #terminal: Terminal;
	readonly #pty: IPty;
	#looking: () => void = () => undefined;

	constructor(folder: string, argv: readonly string[] = [], columns = 80, rows = 24, env: Record<string, string> = {}) {
		this.#terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
		this.#pty = spawn(process.execPath, [PROGRAM, ...argv], {
			cols: columns,
			rows,
			cwd: folder,
			env: { ...process.env, ARBORIST_HOME: folder, TERM: 'xterm-256color', EDITOR: '', VISUAL: '', ...env },
		});
		// A terminal answers what it is asked.
		this.#terminal.onData((data) => this.#pty.write(data));
		this.#pty.onData((data) => {
			this.output += data;
			this.#terminal.write(data, () => this.#looking());
		});
		this.ended = new Promise((resolve) => this.#pty.onExit(({ exitCode, signal }) => resolve({ exitCode, signal })));
		onTestFinished(() => {
			try {
				this.#pty.kill('SIGKILL');
			} catch {
				// It has ended already.
			}
		});
	}

	type(text: string): void {
		this.#pty.write(text);
	}

	resize(columns: number, rows: number): void {
		this.#terminal.resize(columns, rows);
		this.#pty.resize(columns, rows);
	}

	kill(signal: string): void {
		this.#pty.kill(signal);
	}

	/** Closes the window while the program runs in it. */
	close(): void {
		(this.#pty as IPty & { destroy(): void }).destroy();
	}

	get pid(): number {
		return this.#pty.pid;
	}

	text(): string {
		const { active } = this.#terminal.buffer;
		const line = (row: number) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '';
		return Array.from({ length: this.#terminal.rows }, (_, row) => line(row)).join('\n');
	}

	/** Waits until the screen shows something. */
	async shows(wanted: RegExp | string): Promise<string> {
		return this.until(
			(text) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)),
			String(wanted),
		);
	}

	until(holds: (text: string) => boolean, what: string): Promise<string> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`never seen: ${what}\n${this.text()}`)), PATIENCE);
			this.#looking = () => {
				const text = this.text();
				if (!holds(text)) return;
				clearTimeout(timer);
				this.#looking = () => undefined;
				resolve(text);
			};
			this.#looking();
		});
	}

	/** The modes the program left the terminal in. */
	modes(): Record<string, string> {
		return Object.fromEntries([...this.output.matchAll(/\u001b\[\?(\d+)([hl])/g)].map(([, mode, set]) => [mode, set]));
	}
}

export const RESTORED = { 25: 'h', 7: 'h', 1007: 'l', 1049: 'l', 2004: 'l', 2026: 'l' };
