import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { profileFor } from './answer/engines/choice.ts';
import { keyOf } from './answer/engines/secret.ts';
import { excerptEngine } from './answer/excerpt.ts';
import { REAL_CLOCK } from './clock.ts';
import { LONGEST_QUESTION } from './commands/asking.ts';
import type { Context } from './commands/command.ts';
import { pipedLines, typedLines } from './commands/lines.ts';
import { problemText } from './commands/phrases.ts';
import { tellStarter } from './commands/told.ts';
import { NO_SETTINGS } from './config/answering.ts';
import type { Config } from './config/config.ts';
import type { Profile } from './config/profile.ts';
import { ArboristError } from './errors.ts';
import { openLibrary } from './library/library.ts';
import { dataPaths } from './paths.ts';
import { type CopyAside, copyAside, needsCopy } from './store/copy-aside.ts';
import { type Forest, openForest } from './store/forest.ts';
import { shardError } from './store/guarded.ts';
import { placeWarnings } from './store/place.ts';
import { isWithoutPlaces } from './terminal.ts';
import { display, displayInPieces, displayLine, shorten } from './text.ts';
import { wrapText } from './wrap.ts';

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
	let copy: CopyAside | undefined;
	const open = (path: string) => {
		const fresh = !existsSync(path);
		forest ??= openForest(path, { readonly: copy !== undefined });
		if (fresh && path !== ':memory:')
			for (const warning of placeWarnings(path)) stderr.write(`${displayLine(warning)}\n`);
		return forest;
	};
	/** Where the shard can be read: a copy, when it lies in a folder that cannot be written. */
	const readable = (shard: string) => {
		if (copy === undefined && needsCopy(shard)) {
			copy = copyAside(shard);
			stderr.write(`${displayLine(shard)} lies in a folder that cannot be written: a copy is read.\n`);
		}
		return copy?.path ?? shard;
	};
	const inHome = (path: string) => {
		checkHome(paths.home);
		return path;
	};
	const existingShard = () => {
		const shard = options.shard === undefined ? inHome(paths.shard) : paths.shard;
		if (existsSync(shard)) return readable(shard);
		if (options.shard === undefined) return undefined;
		throw new ArboristError(
			'FILE_NOT_FOUND',
			`There is no shard at ${shard}.`,
			'Ask a first question to make one, or check --sessions-db.',
		);
	};
	let config: Promise<Config> | undefined;
	// Reading the settings costs more than answering from the cache; most have none.
	const settings = () => {
		const file = join(paths.home, 'config.toml');
		config ??= existsSync(file)
			? import('./config/config.ts').then(({ readConfig }) => readConfig(file))
			: Promise.resolve(NO_SETTINGS);
		return config;
	};
	const engineOf = async (profile: Profile) => {
		const { modelEngine } = await import('./answer/engines/model.ts');
		const key = (of: Profile) => keyOf(of, process.env);
		return modelEngine(profile, { clock: REAL_CLOCK, now: Date.now, key });
	};
	const complain = (error: ArboristError) => void stderr.write(errorText(error, columnsOf(stderr)));
	const pieces = displayInPieces();
	let progressShown = false;
	return {
		paths,
		programFolder,
		signal,
		interactive,
		noScreen: noScreenIn(process.env),
		async screen(context, start) {
			const { runScreen } = await import('./tui/run.tsx');
			await runScreen(context, start);
		},
		now: Date.now,
		forest() {
			if (copy !== undefined) throw shardError(paths.shard, 'SHARD_READ_ONLY');
			return open(options.shard === undefined ? inHome(paths.shard) : paths.shard);
		},
		existingShard,
		existingForest: () => open(existingShard() ?? ':memory:'),
		async library() {
			library ??= openLibrary(inHome(paths.library), { now: Date.now, handbook: programFolder });
			return library;
		},
		settings,
		async problems() {
			const { problemsOf } = await import('./keymap/problems.ts');
			return problemsOf(await settings());
		},
		async engine(choice) {
			const { answer, engine: engines, problems } = await settings();
			// The screen tells them itself.
			if (!interactive) for (const each of problems) complain(problemIn(each));
			const profile = profileFor(
				choice,
				engines.map(({ profile }) => profile),
				answer.engine,
			);
			return profile === undefined ? excerptEngine : engineOf(profile);
		},
		engineOf,
		print: (text) => void stdout.write(`${display(text)}\n`),
		write: (text) => void (stdout.isTTY && stdout.write(pieces(text))),
		terminal: Boolean(stdout.isTTY),
		complain,
		tell: tellStarter,
		progress(line) {
			if (line !== null) tellStarter({ line });
			if (!stderr.isTTY || (line === null && !progressShown)) return;
			progressShown = line !== null;
			const columns = Math.max(20, stderr.columns ?? 80);
			stderr.write(line === null ? '\r\u001b[K' : `\r\u001b[K${displayLine(line).slice(0, columns - 1)}`);
		},
		lines: (prompt, interrupt) =>
			interactive ? typedLines(stdin, stdout, prompt, interrupt) : pipedLines(stdin, LONGEST_QUESTION, signal),
		async close() {
			forest?.close();
			copy?.remove();
			(await library?.catch(() => undefined))?.close();
		},
	};
}

/** An error as it is shown: its sentence on a line, its hint on the next, whatever text of others they quote. */
export function errorText(
	{ message, hint }: { message: string; hint?: string | undefined },
	columns = Number.POSITIVE_INFINITY,
): string {
	return [message, hint]
		.filter((text) => text !== undefined)
		.map((text) => `${wrapText(shorten(displayLine(text), 1000), columns)}\n`)
		.join('');
}

/** Where lines for people break: nowhere but on a terminal. */
export function columnsOf({ isTTY, columns }: NodeJS.WriteStream): number {
	return isTTY ? columns || 80 : Number.POSITIVE_INFINITY;
}

function problemIn(problem: Config['problems'][number]): ArboristError {
	return new ArboristError('USAGE', `config.toml, ${problemText(problem)}`, 'See `arborist config`.');
}

function checkHome(home: string): void {
	let isFolder: boolean;
	try {
		isFolder = statSync(home, { throwIfNoEntry: false })?.isDirectory() ?? true;
	} catch {
		isFolder = false;
	}
	if (isFolder) return;
	throw new ArboristError(
		'SHARD_NOT_A_FILE',
		`${home} is not a folder.`,
		'Name a folder with --home DIR or ARBORIST_HOME, or leave both out for ~/.arborist.',
	);
}

function noScreenIn(env: NodeJS.ProcessEnv): string | undefined {
	if (!isWithoutPlaces(env)) return undefined;
	return `A screen needs a terminal that can move its cursor, and TERM is “${env['TERM']}”, so this goes line by line, as with --plain.`;
}
