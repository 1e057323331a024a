import type { Forest } from '../store/forest.ts';
import type { Content } from './content.ts';
import type { SourceSession } from './model.ts';
import type { FileReport } from './report.ts';
import type { Opened } from './source.ts';

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
	land?(forest: Forest, source: Opened, file_sha256: string, report: FileReport): Promise<void>;
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
	readonly counts: Record<string, number> = Object.create(null) as Record<string, number>;

	add(reason: string, times = 1): void {
		this.counts[reason] = (this.counts[reason] ?? 0) + times;
	}
}
