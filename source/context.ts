import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { excerptEngine } from './answer/excerpt.ts';
import type { Context } from './commands/command.ts';
import { ArboristError } from './errors.ts';
import { openLibrary } from './library/library.ts';
import { dataPaths } from './paths.ts';
import { type Forest, openForest } from './store/forest.ts';
import { display, displayLine } from './text.ts';

export interface Edge {
	stdin: NodeJS.ReadStream;
	stdout: NodeJS.WriteStream;
	stderr: NodeJS.WriteStream;
	signal: AbortSignal;
	programFolder: string;
}

/** Everything a verb works with, over the real files and the real terminal; `close` gives back what was opened. */
export function createContext(
	edge: Edge,
	options: { home?: string | undefined; shard?: string | undefined },
): Context & { close(): Promise<void> } {
	const { stdin, stdout, stderr, signal, programFolder } = edge;
	const paths = dataPaths(options);
	const interactive = Boolean(stdin.isTTY && stdout.isTTY);
	let forest: Forest | undefined;
	let library: ReturnType<typeof openLibrary> | undefined;
	const open = (path: string) => {
		forest ??= openForest(path);
		return forest;
	};
	let progressShown = false;
	return {
		paths,
		programFolder,
		signal,
		interactive,
		now: Date.now,
		forest: () => open(paths.shard),
		existingForest() {
			if (existsSync(paths.shard)) return open(paths.shard);
			if (options.shard === undefined) return open(':memory:');
			throw new ArboristError(
				'FILE_NOT_FOUND',
				`There is no shard at ${paths.shard}.`,
				'Ask a first question to make one, or check --sessions-db.',
			);
		},
		library() {
			library ??= openLibrary(paths.library, { now: Date.now, handbook: programFolder });
			return library;
		},
		engine(name) {
			if (name === undefined || name === excerptEngine.name) return excerptEngine;
			throw new ArboristError(
				'ENGINE_NOT_CONFIGURED',
				`No engine is called “${name}”.`,
				'Engines other than excerpt, which quotes your documents offline, are not configured.',
			);
		},
		print: (text) => void stdout.write(`${display(text)}\n`),
		complain(error) {
			stderr.write(`${display(error.message)}\n${error.hint === undefined ? '' : `${display(error.hint)}\n`}`);
		},
		progress(line) {
			if (!stderr.isTTY || (line === null && !progressShown)) return;
			progressShown = line !== null;
			const columns = Math.max(20, stderr.columns ?? 80);
			stderr.write(line === null ? '\r\u001b[K' : `\r\u001b[K${displayLine(line).slice(0, columns - 1)}`);
		},
		async *lines(prompt) {
			const reader = createInterface({ input: stdin, ...(interactive && { output: stdout }), terminal: interactive });
			const ask = () => {
				reader.setPrompt(prompt());
				if (interactive) reader.prompt();
			};
			reader.on('SIGINT', () => reader.close());
			ask();
			for await (const line of reader) {
				yield line;
				ask();
			}
			if (interactive) stdout.write('\n');
		},
		async close() {
			forest?.close();
			(await library?.catch(() => undefined))?.close();
		},
	};
}
