import { isObject, type JsonObject } from '../json.ts';
import type { Forest } from '../store/forest.ts';
import type { Content } from './content.ts';
import type { SourceSession } from './model.ts';
import { count, type FileReport, noCounts } from './report.ts';
import type { Opened } from './source.ts';

/** One transaction of an import, once no other program writes. */
export type Write = (act: () => void) => Promise<void>;

/** A reader of one tool's history. */
export interface Format {
	/** As `source:` finds it: `chatgpt`. */
	tool: string;
	/** As people know it. */
	title: string;
	/** Sessions may go on from sessions in other files: all are looked at before the first is taken in. */
	related?: true;
	accepts(content: Content): boolean;
	/** Every session, or only the one with this key. */
	read(source: Opened, only?: string, options?: ReadOptions): AsyncIterable<SourceSession>;
	/** Takes it in by itself: what it holds are not records that have to be understood, but turns of another shard. */
	land?(forest: Forest, source: Opened, file_sha256: string, report: FileReport, write: Write): Promise<void>;
}

export interface ReadOptions {
	/** A database with answers that are kept apart from their questions. */
	answers?: string | undefined;
}

/** Whether any of the first values is of a kind. */
export function someValue(content: Content, test: (value: unknown) => boolean): boolean {
	return content.kind === 'values' && content.sample.some(test);
}

/** A session of nothing but what was skipped: for what belongs to no other. */
export function leftOver(tool: string, skipped: Readonly<Record<string, number>>): SourceSession {
	return { tool, key: '', title: null, createdAt: null, currentKey: null, records: [], skipped };
}

/** Counts by reason. */
export class Skips {
	readonly counts = noCounts();

	add(reason: string): void {
		count(this.counts, reason);
	}
}

/** The one session of a file of records, and what in it is none. */
export interface Headed {
	header: JsonObject | undefined;
	/** All other records, in order. */
	entries: JsonObject[];
	skips: Skips;
}

/** Reads a file of records of which the first is a header; further ones are counted. */
export async function readHeaded(source: Opened, isHeader: (value: unknown) => boolean): Promise<Headed> {
	const headed: Headed = { header: undefined, entries: [], skips: new Skips() };
	for await (const { value, fault } of source.values()) {
		if (fault !== undefined) headed.skips.add(fault);
		else if (!isObject(value)) headed.skips.add('unknown record');
		else if (isHeader(value)) {
			headed.header ??= value;
			headed.skips.add('header');
		} else headed.entries.push(value);
	}
	return headed;
}

/** Reads a file of which each value is a session; `otherwise` says what any other value is. */
export async function* readEach(
	tool: string,
	source: Opened,
	isSession: (value: unknown) => boolean,
	sessionOf: (value: JsonObject) => SourceSession,
	otherwise = 'unknown record',
): AsyncGenerator<SourceSession> {
	for await (const { value, fault } of source.values()) {
		if (fault === undefined && isObject(value) && isSession(value)) yield sessionOf(value);
		else yield leftOver(tool, { [fault ?? otherwise]: 1 });
	}
}
