import type { AnswerEngine } from '../answer/engine.ts';
import type { Choice } from '../answer/engines/choice.ts';
import type { Config } from '../config/config.ts';
import type { Profile } from '../config/profile.ts';
import type { ArboristError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import type { Paths } from '../paths.ts';
import type { Forest } from '../store/forest.ts';
import type { Flag, Flags } from './flags.ts';
import type { Told } from './told.ts';

/** What a verb was given: the words after it, and its flags. */
export interface Input {
	words: readonly string[];
	flags: Flags;
}

/** What the screen opens on. */
export interface ScreenStart {
	/** None given: the session that the screen was left in. */
	sid?: string | undefined;
	/** The name of a session that has no rows yet. */
	label?: string | undefined;
	choice?: Choice;
	/** Nothing of the turns above is sent. */
	noHistory?: boolean;
}

/** What a verb works with. Nothing is opened before it is asked for. */
export interface Context {
	paths: Paths;
	/** The shard, made when there is none. */
	forest(): Forest;
	/** Where the shard is; undefined when there is none yet. Throws FILE_NOT_FOUND for one that was named and is not there. */
	existingShard(): string | undefined;
	/** The shard for a verb that only looks: an empty forest in memory when there is none yet. */
	existingForest(): Forest;
	library(): Promise<Library>;
	/** What config.toml says; nothing where there is none. */
	settings(): Promise<Config>;
	/** All that is wrong in config.toml, its keys among it. */
	problems(): Promise<Config['problems']>;
	/** What answers: the settings' own engine when nothing is chosen. Rejects with ENGINE_NOT_CONFIGURED. */
	engine(choice: Choice): Promise<AnswerEngine>;
	/** The engine that asks a profile's model. */
	engineOf(profile: Profile): Promise<AnswerEngine>;
	/** The folder of the program, whose docs are the handbook. */
	programFolder: string;
	/** Milliseconds since 1970. */
	now(): number;
	/** Aborted by the first ctrl-c. */
	signal: AbortSignal;
	/** Writes text for people, made safe, and ends the line. */
	print(text: string): void;
	/** Writes a piece of text for people as it comes, made safe; only on a terminal. */
	write(text: string): void;
	/** Whether standard output is a terminal. */
	terminal: boolean;
	/** Says an error: its sentence and its hint, on standard error. */
	complain(error: ArboristError): void;
	/** Tells the screen that started this program, if one did. */
	tell(told: Told): void;
	/** Shows how far long work is on a terminal, nothing elsewhere; null clears it. */
	progress(line: string | null): void;
	/**
	 * What a person types, line by line; `prompt` is shown on a terminal only, and only there `interrupt` is told of a ctrl-c:
	 * true when it has stopped something with it.
	 */
	lines(prompt: () => string, interrupt?: () => boolean): AsyncIterable<string>;
	interactive: boolean;
	/** Why the terminal can hold no screen, where one types; undefined when it can. */
	noScreen: string | undefined;
	/** Opens the full screen on a session, until the person quits; only where `interactive` and nothing speaks against it. */
	screen(context: Context, start: ScreenStart): Promise<void>;
}

/** One verb: `run` returns data, `text` prints it for people, `--json` prints `json` of the same data. */
export interface Command<Data = unknown> {
	verb: string;
	/** The flag that chooses this row among those of one verb. */
	option?: Flag;
	/** The forms it takes, without the program's name. */
	usage: readonly string[];
	summary: string;
	flags: readonly Flag[];
	/** How many words it takes; one word is `words.join(' ')`. */
	words: 'none' | 'one' | 'many' | 'any';
	run(input: Input, context: Context): Data | Promise<Data>;
	text(data: Data): string;
	/** The text is somebody's own, or is copied as it stands: no terminal's width breaks its lines. */
	verbatim?: boolean;
	json?(data: Data): unknown;
	/** 0 when not given; 3 says that integrity is broken. */
	exitStatus?(data: Data): number;
}
