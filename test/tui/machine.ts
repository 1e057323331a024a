import { EventEmitter } from 'node:events';
import { Terminal } from '@xterm/headless';
import type { ScreenMachine } from '../../source/tui/parts.ts';

/** A process with a terminal of its own: keys go in as bytes, and what comes out is what a terminal makes of it. */
export class FakeMachine extends EventEmitter implements ScreenMachine {
	readonly pid = 1;
	readonly env: Record<string, string>;
	readonly stdin = new FakeInput();
	readonly stdout: FakeOutput;
	readonly stderr = new FakeError();
	/** Signals the program sent, to itself or to others. */
	readonly signals: string[] = [];

	constructor(columns: number, rows: number, env: Record<string, string> = {}) {
		super();
		this.stdout = new FakeOutput(columns, rows);
		this.env = { TERM: 'xterm-256color', LANG: 'C.UTF-8', NO_COLOR: '1', ...env };
	}

	kill(_pid: number, signal: string): void {
		this.signals.push(signal);
	}
}

class FakeError {
	text = '';

	write(text: string): void {
		this.text += text;
	}
}

class FakeInput extends EventEmitter {
	resume(): void {}
	pause(): void {}
}

class FakeOutput extends EventEmitter {
	readonly terminal: Terminal;
	/** Everything that was written, and how often something was. */
	bytes = '';
	writes = 0;
	#drawn: Promise<void> = Promise.resolve();

	constructor(columns: number, rows: number) {
		super();
		this.terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
	}

	get columns(): number {
		return this.terminal.cols;
	}

	get rows(): number {
		return this.terminal.rows;
	}

	write(bytes: string): boolean {
		this.bytes += bytes;
		this.writes++;
		this.#drawn = new Promise((done) => this.terminal.write(bytes, done));
		return true;
	}

	resize(columns: number, rows: number): void {
		this.terminal.resize(columns, rows);
		this.emit('resize');
	}

	/** Until the terminal has drawn what was written. */
	async drawn(): Promise<void> {
		for (let seen: Promise<void> | undefined; seen !== this.#drawn; ) {
			seen = this.#drawn;
			await seen;
		}
	}

	/** The rows of the screen, without the spaces at their ends. */
	lines(): string[] {
		const { active } = this.terminal.buffer;
		return Array.from({ length: this.rows }, (_, row) => active.getLine(row)?.translateToString().trimEnd() ?? '');
	}

	/** Stretches of the screen that are shown in some way, row by row. */
	styled(way: 'isUnderline' | 'isInverse' | 'isBold'): string[] {
		const { active } = this.terminal.buffer;
		const found: string[] = [];
		for (let row = 0; row < this.rows; row++) {
			const line = active.getLine(row);
			let text = '';
			for (let column = 0; column < this.columns; column++) {
				const cell = line?.getCell(column);
				if (cell?.[way]()) text += cell.getChars() || (cell.getWidth() === 0 ? '' : ' ');
				else if (text !== '') found.push(text);
				if (!cell?.[way]()) text = '';
			}
			if (text !== '') found.push(text);
		}
		return found.map((text) => text.trim()).filter((text) => text !== '');
	}
}
