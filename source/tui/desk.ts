import type { AnswerEngine } from '../answer/engine.ts';
import type { Clock } from '../clock.ts';
import type { Standing } from '../commands/standing.ts';
import type { AnswerSettings } from '../config/answering.ts';
import type { Report } from '../intake/report.ts';
import type { Sighting } from '../intake/scan.ts';
import type { Keymap } from '../keymap/match.ts';
import type { AddReport, Library } from '../library/library.ts';
import type { SessionQuery } from '../query/query.ts';
import type { Aside } from '../store/aside.ts';
import type { Forest } from '../store/forest.ts';
import type { Findings } from '../store/verify/verify.ts';
import type { AddWatch, ImportWatch, OnProgress } from './beside.ts';
import type { Path } from './conversation/path.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { Marks } from './screen/marks.ts';
import type { InputEvent } from './screen/sequences.ts';
import type { Action, State } from './state.ts';
import type { Forester } from './tree/tree.ts';
import type { Unsaved } from './unsaved.ts';

/** An answer on its way. */
interface Running {
	stop(): void;
	/** Until it is saved, as far as it came. */
	readonly ended: Promise<void>;
}

/** The name of documents being added, among what runs. */
export const ADDING = 'adding';

/** An engine that can be chosen. */
export interface Offer {
	readonly name: string;
	/** Its model, and where it is. */
	readonly about: string;
	/** The engine that it opens. */
	readonly engine: Pick<AnswerEngine, 'name' | 'model'>;
	open(): Promise<AnswerEngine>;
}

/** What commands work with: the state and its one way to move, the store, and the few things that touch the world. */
export interface Desk {
	state(): State;
	apply(...actions: readonly Action[]): void;
	readonly forest: Forest;
	/** The name that a session which has no rows yet was given at the start. */
	readonly sessionLabel: string | undefined;
	readonly forester: Forester;
	/** Opened at the first need. */
	library(): Promise<Library>;
	/** What answers now; another one after `answerWith`. */
	readonly engine: AnswerEngine;
	answerWith(engine: AnswerEngine): void;
	/** What else can answer. */
	offers(): Promise<readonly Offer[]>;
	/** How the settings want answers made. */
	readonly answering: AnswerSettings;
	readonly clock: Clock;
	readonly aside: Aside;
	/** What is to be kept there and could not be written yet. */
	readonly unsaved: Unsaved;
	readonly keymap: Keymap;
	readonly marks: Marks;
	/** The sessions open here, which the query service knows as live. */
	readonly opened: OpenSessions;
	/** Exact inspection of sessions: what made an answer, and what rests on it. */
	readonly query: SessionQuery;
	/** Where the session in use stands; another one after `use`. */
	standing(): Standing;
	use(sid: string): void;
	now(): number;
	/** The conversation that is shown; undefined where the cursor is on no turn. */
	path(): Path | undefined;
	/** Answers on their way, by the place they will hang at, and what else runs beside the screen, by its name. */
	readonly running: Map<string, Running>;
	/** Where a document lies that a source names; the handbook's are the program's own. */
	fileOf(path: string): string;
	/** Histories that other tools keep on this machine. */
	histories(): Promise<readonly Sighting[]>;
	/** Reads histories in without keeping the screen waiting. */
	import(paths: readonly string[], watch: ImportWatch): Promise<Report>;
	/** Reads documents into the library without keeping the screen waiting. */
	add(path: string, watch: AddWatch): Promise<AddReport>;
	/** Verifies the shard without keeping the screen waiting. */
	verify(onProgress: OnProgress): Promise<Findings>;
	/** Gives a key or a text to the one-line field that is open. */
	typeField(event: InputEvent): void;
	/** Puts a text on the clipboard of the terminal; what to say about it. */
	copy(text: string): string;
	/** The environment names an editor. */
	readonly hasEditor: boolean;
	/** Lends the screen to the editor; the text as it was left, or why not. */
	edit(text: string): { text: string } | { problem: string };
	suspend(): void;
	redraw(): void;
	quit(): void;
	/** Goes on with the file that lies where the forest's was, as a new start would. */
	startAgain(): void;
}
