import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import { type ScriptedAnswer, scriptEngine } from '../../source/answer/script.ts';
import type { Context, ScreenStart } from '../../source/commands/command.ts';
import { chooseCommand, parseArguments } from '../../source/commands/parse.ts';
import { parseConfig } from '../../source/config/config.ts';
import type { ArboristError } from '../../source/errors.ts';
import { problemsOf } from '../../source/keymap/problems.ts';
import { openLibrary } from '../../source/library/library.ts';
import { dataPaths } from '../../source/paths.ts';
import { openForest } from '../../source/store/forest.ts';
import { safeJson } from '../../source/text.ts';
import { seeded } from '../helpers/surroundings.ts';
import { memoryWorld, tempFolder, type World, worldAt } from '../helpers/world.ts';

export interface DeskOptions {
	/** What answers; anything asked is answered “So it is.” when nothing is given. */
	engine?: AnswerEngine | readonly ScriptedAnswer[];
	/** The shard in a file of its own, for what looks at files. */
	inFile?: boolean;
	/** config.toml */
	config?: string;
	/** Called for each line of progress. */
	onProgress?: (line: string | null, stop: () => void) => void;
}

/** What a command gave: data for programs, text for people, and its exit status. */
interface Outcome {
	// biome-ignore lint/suspicious/noExplicitAny: what a program reads from --json, whatever the verb
	json: any;
	text: string;
	status: number;
}

/** Someone at the command line: a world, and the verbs as they are typed, without a process. */
export interface Desk extends World {
	context: Context;
	/** What the full screen was opened on, each time. */
	screens: readonly ScreenStart[];
	/** Types a command line. Throws what the edge would show as an error. */
	type(...argv: string[]): Promise<Outcome>;
	/** Opens the line-based session, types these lines and ends it. */
	converse(lines: readonly string[], ...argv: string[]): Promise<{ said: string[]; complaints: ArboristError[] }>;
	/** The sessions, newest turn first. */
	sids(): string[];
}

const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));

export function desk({
	engine = [{ answer: 'So it is.' }],
	inFile = false,
	config = '',
	onProgress,
}: DeskOptions = {}): Desk {
	const home = tempFolder();
	const shard = join(home, 'sessions.db');
	const world = inFile ? worldAt(shard) : memoryWorld();
	const now = () => world.clock.now();
	const answering = 'answer' in engine ? engine : scriptEngine(engine);
	const library = openLibrary(':memory:', { now });
	onTestFinished(async () => (await library).close());
	const said: string[] = [];
	const complaints: ArboristError[] = [];
	const stop = new AbortController();
	let typed: readonly string[] = [];
	const screens: ScreenStart[] = [];
	const context: Context = {
		paths: dataPaths({ home }),
		programFolder: PROGRAM,
		signal: stop.signal,
		interactive: false,
		noScreen: undefined,
		screen: async (_context, start) => void screens.push(start),
		now,
		forest: () => world.forest,
		existingShard: () => (existsSync(shard) ? shard : undefined),
		existingForest: () => world.forest,
		library: () => library,
		settings: async () => parseConfig(config),
		problems: async () => problemsOf(parseConfig(config)),
		engine: async () => answering,
		engineOf: async () => answering,
		print: (text) => void said.push(text),
		write: () => undefined,
		terminal: false,
		complain: (error) => void complaints.push(error),
		tell: () => undefined,
		progress: (line) => onProgress?.(line, () => stop.abort()),
		async *lines() {
			yield* typed;
		},
	};
	async function type(...argv: string[]): Promise<Outcome> {
		const parsed = parseArguments(argv);
		const command = chooseCommand(parsed);
		const data = await command.run(parsed, context);
		return {
			json: JSON.parse(safeJson(command.json ? command.json(data) : data) ?? 'null'),
			text: command.text(data),
			status: command.exitStatus?.(data) ?? 0,
		};
	}
	return Object.assign(Object.create(world) as World, {
		context,
		screens,
		type,
		async converse(lines: readonly string[], ...argv: string[]) {
			typed = lines;
			said.length = 0;
			complaints.length = 0;
			await type(...(argv.length > 0 ? argv : ['session']));
			return { said: said.map((text) => text.trimEnd()), complaints: [...complaints] };
		},
		sids: () => world.forest.sessions().map(({ sid }) => sid),
	});
}

/** What someone reads who opens the same shard later. */
export function readAgain<Result>(path: string, read: (forest: ReturnType<typeof openForest>) => Result): Result {
	const forest = openForest(path, seeded(99));
	try {
		return read(forest);
	} finally {
		forest.close();
	}
}

/** The sentence and the hint with which something is refused. */
export async function refusal(attempt: Promise<unknown>): Promise<{ code: string; message: string; hint?: string }> {
	try {
		await attempt;
	} catch (error) {
		const { code, message, hint } = error as ArboristError;
		return { code, message, ...(hint !== undefined && { hint }) };
	}
	throw new Error('nothing was refused');
}
