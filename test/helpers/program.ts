import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { tempFolder } from './world.ts';

const LIBRARY = pathToFileURL(createRequire(import.meta.url).resolve('better-sqlite3')).href;

/** Bundles one of helpers/programs, to be run by node as a process of its own. Returns the file. */
export async function bundled(name: string): Promise<string> {
	const outfile = join(tempFolder(), `${name}.mjs`);
	await build({
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node20.19',
		entryPoints: [fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))],
		outfile,
		logLevel: 'error',
		plugins: [
			{
				name: 'the library from where it is installed',
				setup({ onResolve }) {
					onResolve({ filter: /^better-sqlite3$/ }, () => ({ path: LIBRARY, external: true }));
				},
			},
		],
	});
	return outfile;
}

export interface Running {
	process: ChildProcessByStdio<null, Readable, Readable>;
	/** The lines said so far. */
	said: string[];
	/** Resolves when the process has said so many lines, or has ended. */
	saying(lines: number): Promise<void>;
	/** Resolves with the exit code, null when it was killed; rejects with what it complained of. */
	ended: Promise<number | null>;
}

/** Runs a bundled program with node. */
export function run(program: string, args: readonly string[]): Running {
	const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	onTestFinished(() => void child.kill('SIGKILL'));
	const said: string[] = [];
	let unfinished = '';
	let complaint = '';
	let over = false;
	const waiting = new Set<() => void>();
	const look = () => {
		for (const wake of waiting) wake();
	};
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
		const lines = (unfinished + chunk).split('\n');
		unfinished = lines.pop() ?? '';
		said.push(...lines);
		look();
	});
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
		complaint += chunk;
	});
	const ended = new Promise<number | null>((resolve, reject) => {
		child.on('close', (code) => {
			over = true;
			look();
			if (code) reject(new Error(complaint));
			else resolve(code);
		});
	});
	return {
		process: child,
		said,
		ended,
		saying: (lines) =>
			new Promise((resolve) => {
				const wake = () => {
					if (said.length < lines && !over) return;
					waiting.delete(wake);
					resolve();
				};
				waiting.add(wake);
				wake();
			}),
	};
}
