import type { ErrorCode } from '../errors.ts';

/** How far an import is. */
export interface ImportStep {
	/** The file that is being read. */
	readonly name: string;
	/** Of all that is to be read and taken in, from 0 to 1. */
	readonly part: number;
	readonly turns: number;
	readonly sessions: number;
	readonly turnsPerSecond: number;
	readonly secondsLeft: number;
	/** Another program writes the shard: nothing comes in before it ends. */
	readonly waits: boolean;
}

/** What a command tells the program that started it and shows it: the screen. */
export type Told =
	/** How far it is, in words. */
	| { readonly line: string }
	| { readonly step: ImportStep }
	| { readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string | undefined } };

/** Told to the program that started this one through a channel, if one did. */
export function tellStarter(told: Told): void {
	if (process.connected) process.send?.(told);
}
