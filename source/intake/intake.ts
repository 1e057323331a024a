import { REAL_CLOCK } from '../clock.ts';
import { ArboristError } from '../errors.ts';
import type { Forest } from '../store/forest.ts';
import { whenFree } from '../store/when-free.ts';
import { arrange } from './arrange.ts';
import type { ReadOptions, Write } from './format.ts';
import { type Found, type Gathered, gather, reasonOf } from './gather.ts';
import { type Arrival, land } from './land.ts';
import type { SourceSession } from './model.ts';
import { type FileReport, fileReport, type Report, totalOf } from './report.ts';
import { inOrder, order, type Surveyed } from './survey.ts';
import { values } from './values.ts';

export interface Progress {
	/** What is being read. */
	name: string;
	/** Read so far; of these, those whose turns are in. */
	bytes: number;
	landedBytes: number;
	totalBytes: number;
	turns: number;
	sessions: number;
	/** Another program writes the shard: nothing comes in before it ends. */
	waits: boolean;
}

export interface IntakeOptions extends ReadOptions {
	/** Aborted: what was read is taken in, and the rest is for the next import. */
	signal?: AbortSignal;
	onProgress?(progress: Progress): void;
	/** While files are looked at, before any is read in. */
	onLook?(name: string): void;
}

/** Takes in every history at these paths: files, folders, archives, databases. What is here already is merged. */
export async function importHistories(
	forest: Forest,
	paths: readonly string[],
	options: IntakeOptions = {},
): Promise<Report> {
	const gathered = await gather(paths, options);
	try {
		return await takeIn(forest, gathered, options);
	} finally {
		gathered.close();
	}
}

async function takeIn(forest: Forest, { found, refused, others }: Gathered, options: IntakeOptions): Promise<Report> {
	// In an order that the files' contents give, whatever order they were named in.
	const files = [...found].sort((a, b) => order(a.file_sha256, b.file_sha256));
	const intake = new Intake(forest, files, options);
	const failure = await intake.takeAll(files);
	const reports = [...refused.map(({ name, reason }) => fileReport(name, null, reason)), ...intake.reports.values()];
	return {
		files: reports,
		total: totalOf(reports),
		others,
		interrupted: options.signal?.aborted ?? false,
		failure,
		dry_run: false,
	};
}

/** Which sessions there are, and which go on from which. */
async function survey(files: readonly Found[], intake: Intake): Promise<Surveyed<Found>[]> {
	const surveyed: Surveyed<Found>[] = [];
	for (const file of files) {
		for await (const { tool, key, records, createdAt, fork } of intake.sessions(file)) {
			const times = records.flatMap(({ at }) => (at === null ? [] : [at]));
			const firstAt = times.reduce((least, at) => Math.min(least, at), createdAt ?? Number.POSITIVE_INFINITY);
			const lastAt = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
			surveyed.push({ file, tool, key, firstAt, lastAt, after: fork?.session });
		}
	}
	return surveyed;
}

/** So many turns, or characters, are taken in as one transaction. */
const BATCH_TURNS = 8000;
const BATCH_CHARACTERS = 12_000_000;

class Intake {
	readonly reports: Map<Found, FileReport>;
	readonly #forest: Forest;
	readonly #options: IntakeOptions;
	readonly #totalBytes: number;
	readonly #write: Write;
	#name = '';
	#bytes = 0;
	#landedBytes = 0;
	#waits = false;
	/** Newly made so far. */
	readonly #made = { turns: 0, sessions: 0 };
	#waiting: Arrival[] = [];
	#turns = 0;
	#characters = 0;

	constructor(forest: Forest, files: readonly Found[], options: IntakeOptions) {
		this.#forest = forest;
		this.#options = options;
		this.#totalBytes = files.reduce((sum, { source }) => sum + source.size, 0);
		this.reports = new Map(files.map((file) => [file, fileReport(file.source.name, file.format.tool)]));
		const onWait = () => {
			this.#waits = true;
			this.#tell();
		};
		const { signal = new AbortController().signal } = options;
		// Half of it may be in: it waits for another program however long that takes.
		this.#write = (act) => whenFree(forest, REAL_CLOCK, () => forest.together(act), { onWait, signal });
	}

	/** Why it ended before its end, when something is in by then. Throws when nothing is. */
	async takeAll(files: readonly Found[]): Promise<Report['failure']> {
		try {
			for (const file of files) if (!file.format.related) await this.read(file);
			const related = files.filter(({ format }) => format.related);
			for (const { file, key } of inOrder(await survey(related, this))) await this.read(file, key);
			await this.flush();
			return null;
		} catch (error) {
			if (this.#options.signal?.aborted) return null;
			if (!(error instanceof ArboristError) || this.#made.turns === 0) throw error;
			return { code: error.code, message: error.message, hint: error.hint };
		}
	}

	/** Takes in a file's sessions, or only the one with this key. */
	async read(file: Found, only?: string): Promise<void> {
		const report = this.reports.get(file) as FileReport;
		const before = this.#bytes;
		if (file.format.land) {
			await this.flush();
			const write = (act: () => void) => this.#land([report], act);
			await file.format.land(this.#forest, file.source, file.file_sha256, report, write);
			this.#saw(file, file.source.size);
			return;
		}
		let nth = 0;
		for await (const session of this.sessions(file, only, (bytes) => this.#saw(file, bytes))) {
			if (this.#options.signal?.aborted) return;
			// Where a source has no times its sessions keep the order of the file.
			const writtenAt = file.source.writtenAt + nth++;
			if (only !== undefined && session.key !== only) continue;
			const arranged = arrange(session, writtenAt);
			// Only what was said matters from here on.
			const records = session.records.map((record) => ({ ...record, text: '' }));
			this.#waiting.push({ session: { ...session, records }, arranged, file_sha256: file.file_sha256, report });
			this.#turns += arranged.turns.length;
			for (const { question, answer } of arranged.turns) this.#characters += question.length + answer.length;
			if (this.#turns >= BATCH_TURNS || this.#characters >= BATCH_CHARACTERS) await this.flush();
		}
		// A database is not read as a stream of bytes.
		if (this.#bytes === before) this.#saw(file, file.source.size);
	}

	/** A file's sessions, as far as it can be read; why it cannot be read further stands in its report. */
	async *sessions(file: Found, only?: string, onBytes?: (bytes: number) => void): AsyncGenerator<SourceSession> {
		const source = onBytes ? { ...file.source, ...counting(file, onBytes) } : file.source;
		try {
			for await (const session of file.format.read(source, only, this.#options)) {
				yield session;
				if (this.#options.signal?.aborted) return;
			}
		} catch (error) {
			if (error instanceof ArboristError) throw error;
			(this.reports.get(file) as FileReport).refused = reasonOf(error);
		}
	}

	async flush(): Promise<void> {
		const arrivals = this.#waiting;
		this.#waiting = [];
		this.#turns = 0;
		this.#characters = 0;
		if (arrivals.length > 0)
			await this.#land(new Set(arrivals.map(({ report }) => report)), () => {
				for (const arrival of arrivals) land(this.#forest, arrival);
			});
		this.#landedBytes = this.#bytes;
		this.#tell();
	}

	/** One transaction, and what it makes of these reports: where it is undone, they tell what came in before. */
	async #land(reports: Iterable<FileReport>, act: () => void): Promise<void> {
		const before = Array.from(reports, (report) => [report, structuredClone(report)] as const);
		try {
			await this.#write(act);
		} catch (error) {
			for (const [report, then] of before) Object.assign(report, then);
			throw error;
		} finally {
			this.#waits = false;
		}
		for (const [report, then] of before) {
			this.#made.turns += report.turns - then.turns;
			this.#made.sessions += report.sessions - then.sessions;
		}
	}

	#saw(file: Found, bytes: number): void {
		this.#bytes += bytes;
		this.#name = file.source.name;
		this.#tell();
	}

	#tell(): void {
		this.#options.onProgress?.({
			name: this.#name,
			bytes: this.#bytes,
			landedBytes: this.#landedBytes,
			totalBytes: this.#totalBytes,
			waits: this.#waits,
			...this.#made,
		});
	}
}

/** A source that tells how many of its bytes were read. */
function counting({ source }: Found, onBytes: (bytes: number) => void): Pick<Found['source'], 'bytes' | 'values'> {
	async function* bytes() {
		for await (const chunk of source.bytes()) {
			onBytes(chunk.length);
			yield chunk;
		}
	}
	const shape = source.content.kind === 'values' ? source.content.shape : 'lines';
	return { bytes, values: () => values(bytes(), shape) };
}
