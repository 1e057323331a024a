import type { AnswerEngine } from '../answer/engine.ts';
import type { Config } from '../config/config.ts';
import type { Report } from '../intake/report.ts';
import type { Sighting } from '../intake/scan.ts';
import type { AddReport, Library } from '../library/library.ts';
import type { Forest } from '../store/forest.ts';
import type { Findings } from '../store/verify/verify.ts';
import type { Environment } from '../terminal.ts';
import type { AddWatch, ImportWatch, OnProgress } from './beside.ts';
import type { Offer } from './desk.ts';
import type { Bytes } from './screen/listen.ts';
import type { Machine } from './screen/modes.ts';
import type { Output } from './screen/sink.ts';
import type { Target } from './state.ts';

/** What the screen shows and works with. */
export interface Parts {
	readonly forest: Forest;
	/** Opened at the first need. */
	library(): Promise<Library>;
	readonly engine: AnswerEngine;
	/** What else can answer; asked for when a person wants to choose. */
	offers?(): Promise<readonly Offer[]>;
	/** Nothing of the turns above is sent. */
	readonly noHistory?: boolean | undefined;
	readonly config: Config;
	/** Verifies the shard without keeping the screen waiting. */
	verify(onProgress: OnProgress): Promise<Findings>;
	histories(): Promise<readonly Sighting[]>;
	/** Reads histories in without keeping the screen waiting. */
	import(paths: readonly string[], watch: ImportWatch): Promise<Report>;
	/** Reads documents into the library without keeping the screen waiting. */
	add(path: string, watch: AddWatch): Promise<AddReport>;
	/** Where a document lies that a source names; the handbook's are the program's own. */
	fileOf(path: string): string;
	readonly sid: string;
	/** The name of a session that has no rows yet. */
	readonly label?: string | undefined;
	/** What was being written before, and where it is to be asked. */
	readonly writing?: Writing | undefined;
	/** Milliseconds since 1970. */
	now(): number;
}

/** A question that is being written. */
export type Writing = { readonly target: Target; readonly text: string };

/** The process and its terminal; a test brings its own. */
export type ScreenMachine = Machine & {
	readonly stdin: Bytes;
	readonly stdout: Output;
	readonly stderr: { write(text: string): unknown };
	readonly env: Environment;
};
