import { basename, dirname, join, resolve } from 'node:path';
import { ArboristError } from '../errors.ts';
import { sha256Hex } from '../hash/digest.ts';
import { type Documents, type Prepared, prepare } from './documents.ts';
import { readTextFile, type Skipped } from './file.ts';
import { CHUNKING_VERSION } from './passages.ts';
import type { Shelf } from './schema.ts';
import { type Found, walk } from './walk.ts';

/** What adding did. `added`, `unchanged`, `updated` and `removed` count documents. */
export interface AddReport {
	added: number;
	unchanged: number;
	updated: number;
	/** Documents of an added folder whose files are gone. */
	removed: number;
	skipped: Skipped[];
	/** New passages, and the bytes they came from. */
	passages: number;
	bytes: number;
	/** Whether it was stopped before the end; what is counted is done and stays. */
	interrupted: boolean;
}

export function emptyReport(): AddReport {
	const counts = { added: 0, unchanged: 0, updated: 0, removed: 0, passages: 0, bytes: 0 };
	return { ...counts, skipped: [], interrupted: false };
}

/** How far adding is, files and bytes of all that were found. */
interface AddProgress {
	files: number;
	totalFiles: number;
	bytes: number;
	totalBytes: number;
	path: string;
}

export interface AddOptions {
	onProgress?: ((progress: AddProgress) => void) | undefined;
	signal?: AbortSignal | undefined;
}

/** One transaction takes about this many bytes of documents: a few dozen milliseconds. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** What one file is to the library: the path it is known by, and where it lies. */
interface Candidate extends Found {
	name: string;
}

/** Reads the candidates into one shelf, in batches, so that what is done stays done; tells the report as it grows. */
export async function addFiles(
	documents: Documents,
	shelf: Shelf,
	candidates: readonly Candidate[],
	report: AddReport,
	now: () => number,
	options: AddOptions,
): Promise<void> {
	const progress = { files: 0, totalFiles: candidates.length, bytes: 0, totalBytes: 0, path: '' };
	for (const { size } of candidates) progress.totalBytes += size;
	let batch: Prepared[] = [];
	let batchBytes = 0;
	const flush = () => {
		if (batch.length === 0) return;
		documents.writeAll(shelf, batch, new Date(now()).toISOString());
		batch = [];
		batchBytes = 0;
	};
	for (const candidate of candidates) {
		if (options.signal?.aborted) {
			report.interrupted = true;
			break;
		}
		const before = documents.known(candidate.name);
		const current = before?.chunking === CHUNKING_VERSION;
		if (current && before.bytes === candidate.size && before.mtime_ms === candidate.mtimeMs) {
			report.unchanged += 1;
		} else {
			const file = readTextFile(candidate.path);
			if (typeof file === 'string') report.skipped.push({ path: candidate.path, reason: file });
			else if (current && before.sha256 === sha256Hex(file.bytes)) {
				documents.touch(candidate.name, file.mtimeMs);
				report.unchanged += 1;
			} else {
				const document = prepare(candidate.name, nameOf(candidate.path), file);
				batch.push(document);
				batchBytes += document.bytes;
				report[before === undefined ? 'added' : 'updated'] += 1;
				report.passages += document.passages.length;
				report.bytes += document.bytes;
			}
		}
		if (batchBytes >= BATCH_BYTES) {
			flush();
			// Lets a progress line be drawn and Ctrl-C be heard.
			await new Promise((resolve) => setImmediate(resolve));
		}
		progress.files += 1;
		progress.bytes += candidate.size;
		progress.path = candidate.path;
		options.onProgress?.({ ...progress });
	}
	flush();
}

/** The file's own name, with its folder's when it could be any folder's. */
function nameOf(path: string): string {
	const name = basename(path);
	return /^(?:readme|index|main|mod|license|changelog|__init__)\b/i.test(name)
		? join(basename(dirname(path)), name)
		: name;
}

/** Finds and adds everything at and below the paths to the user's own shelf. See `Library.add`. */
export async function addPaths(
	documents: Documents,
	paths: readonly string[],
	now: () => number,
	options: AddOptions,
): Promise<AddReport> {
	const report = emptyReport();
	const roots = [...new Set(paths.map((path) => resolve(path)))];
	const candidates = new Map<string, Candidate>();
	for (const root of roots) {
		for (const found of walk(root)) {
			if (options.signal?.aborted) break;
			if ('reason' in found) report.skipped.push(found);
			else candidates.set(found.path, { ...found, name: found.path });
		}
	}
	await addFiles(documents, 'own', [...candidates.values()], report, now, options);
	if (report.interrupted || options.signal?.aborted) return { ...report, interrupted: true };
	const unreadable = new Set(report.skipped.map(({ path }) => path));
	const gone = roots
		.flatMap((root) => documents.pathsIn('own', root))
		.filter((path) => !candidates.has(path) || unreadable.has(path));
	report.removed = documents.removeAll([...new Set(gone)]);
	const [first] = report.skipped;
	if (first?.reason === 'does not exist' && roots.length === 1 && first.path === roots[0] && report.removed === 0)
		throw new ArboristError('FILE_NOT_FOUND', `There is no file or folder ${first.path}.`, 'Check the path.');
	return report;
}
