import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { spawn } from 'node-pty';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'arborist-pty-'));
const program = join(folder, 'program.cjs');

// A program that takes the screen, paints a word, and ends in the way its keys say.
const SOURCE = `
	import { listen } from './listen.ts';
	import { Terminal } from './modes.ts';
	import { Sink } from './sink.ts';
	import { endBy } from '../../ending.ts';
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => endBy(signal));
	const sink = new Sink(process.stdout);
	const terminal = new Terminal(sink);
	terminal.enter();
	sink.write('painted');
	const stop = listen(process.stdin, (events) => {
		for (const event of events) {
			if (event.kind !== 'key') continue;
			if (event.key === 'x') throw new Error('the reason why');
			if (event.key === 'q') { stop(); sink.close(); terminal.leave(); }
			if (event.key === 'e') process.exit(3);
		}
	});
`;

beforeAll(() => {
	const resolveDir = join(import.meta.dirname, '../../../source/tui/screen');
	buildSync({
		stdin: { contents: SOURCE, resolveDir, loader: 'ts' },
		bundle: true,
		platform: 'node',
		outfile: program,
	});
});

afterAll(() => rmSync(folder, { recursive: true }));

interface End {
	readonly output: string;
	readonly exitCode: number;
	readonly signal: number | undefined;
}

/** Runs the program in a terminal, acts once it has painted, and tells how it ended. */
function ended(act: (terminal: ReturnType<typeof spawn>) => void): Promise<End> {
	const terminal = spawn(process.execPath, [program], { cols: 80, rows: 24 });
	let output = '';
	let acted = false;
	return new Promise((done) => {
		terminal.onData((data) => {
			output += data;
			if (acted || !output.includes('painted')) return;
			acted = true;
			act(terminal);
		});
		terminal.onExit(({ exitCode, signal }) => done({ output, exitCode, signal }));
	});
}

function restored(output: string): void {
	const modes = new Map([...output.matchAll(/\x1b\[\?(\d+)([hl])/g)].map(([, mode, state]) => [mode, state]));
	expect(Object.fromEntries(modes)).toEqual({ 25: 'h', 7: 'h', 1007: 'l', 1049: 'l', 2004: 'l', 2026: 'l' });
}

test.each([
	['q', 0],
	['e', 3],
	['x', 1],
])('the terminal is restored when %s ends the program', async (key, status) => {
	const { output, exitCode } = await ended((terminal) => terminal.write(key));
	restored(output);
	expect(exitCode).toBe(status);
	if (key === 'x') expect(output.indexOf('the reason why')).toBeGreaterThan(output.indexOf('\x1b[?1049l'));
});

test.each([
	['SIGTERM', 15],
	['SIGINT', 2],
	['SIGHUP', 1],
	['SIGQUIT', 3],
])('the terminal is restored on %s', async (name, number) => {
	const { output, signal } = await ended((terminal) => terminal.kill(name));
	restored(output);
	expect(signal).toBe(number);
});
