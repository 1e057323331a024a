import type { ErrorCode } from '../errors.ts';

/** What became of the records of a file: `records = in_turns + merged + the sum of skipped`. */
export interface FileReport {
	name: string;
	/** The tool whose history it is; null for a file that holds none. */
	tool: string | null;
	/** Why it was not read, or not to its end, in the words after its name. */
	refused: string | null;
	records: number;
	/** Records that made new turns. */
	in_turns: number;
	/** Records of turns that were here before. */
	merged: number;
	/** Records that are no part of a turn, by reason. */
	skipped: Record<string, number>;
	/** Turns newly made. */
	turns: number;
	/** Sessions newly made. */
	sessions: number;
	/** What was repaired in it, with how often. */
	repairs: Record<string, number>;
	/** What it lacks and what is odd about it, with how often. */
	notes: Record<string, number>;
}

export type Total = Omit<FileReport, 'name' | 'tool' | 'refused'>;

export interface Report {
	files: FileReport[];
	total: Total;
	/** Files in the folders and archives that are no history of a known tool. */
	others: number;
	/** Stopped before its end: what is in stays, and the same import goes on. */
	interrupted: boolean;
	/** Why it broke off, when something was in by then. */
	failure: { code: ErrorCode; message: string; hint: string | undefined } | null;
	/** Nothing was written. */
	dry_run: boolean;
}

export function fileReport(name: string, tool: string | null, refused: string | null = null): FileReport {
	return { name, tool, refused, ...nothing() };
}

function nothing(): Total {
	return {
		records: 0,
		in_turns: 0,
		merged: 0,
		skipped: noCounts(),
		turns: 0,
		sessions: 0,
		repairs: noCounts(),
		notes: noCounts(),
	};
}

/** Counts by reason. Reasons are the program's own words, but an object of others' keys is never one with a prototype. */
export function noCounts(): Record<string, number> {
	return Object.create(null) as Record<string, number>;
}

export function count(into: Record<string, number>, what: string, times = 1): void {
	into[what] = (into[what] ?? 0) + times;
}

export function totalOf(files: readonly FileReport[]): Total {
	const total = nothing();
	for (const file of files) {
		total.records += file.records;
		total.in_turns += file.in_turns;
		total.merged += file.merged;
		total.turns += file.turns;
		total.sessions += file.sessions;
		for (const [reason, times] of Object.entries(file.skipped)) count(total.skipped, reason, times);
		for (const [what, times] of Object.entries(file.repairs)) count(total.repairs, what, times);
		for (const [what, times] of Object.entries(file.notes)) count(total.notes, what, times);
	}
	return total;
}

/** Whether nothing was lost on the way. */
export function addsUp({ records, in_turns, merged, skipped }: Total): boolean {
	return records === in_turns + merged + Object.values(skipped).reduce((sum, times) => sum + times, 0);
}
