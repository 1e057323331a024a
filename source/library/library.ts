import { resolve } from 'node:path';
import { ArboristError } from '../errors.ts';
import type { CanonicalObject } from '../store/types.ts';
import { type AddOptions, type AddReport, addPaths } from './add.ts';
import { answersIn, type CachedAnswer } from './cache.ts';
import { type Document, documentsIn } from './documents.ts';
import { refreshHandbook } from './handbook.ts';
import { type PassageState, placesIn } from './places.ts';
import { type Passage, retrievalFrom } from './retrieval.ts';
import { guarded, libraryError, openLibraryFile, type Shelf } from './schema.ts';

export type { AddReport } from './add.ts';
export type { Document } from './documents.ts';
export type { PassageState } from './places.ts';
export type { Shelf } from './schema.ts';

/** The user's documents, the handbook, and the answers given before. Every method may throw LIBRARY_DAMAGED. */
export interface Library {
	/**
	 * Reads files and folders into the library; what is there already is read again only when it changed, and what is gone
	 * from an added folder leaves the library. What cannot be a document is named in the report, and the rest is added.
	 * @throws ArboristError FILE_NOT_FOUND when the only path given does not exist
	 */
	add(paths: readonly string[], options?: AddOptions): Promise<AddReport>;
	/**
	 * Takes a document, or all documents below a folder, out of the library; the files stay. Returns how many.
	 * @throws ArboristError FILE_NOT_FOUND when the library holds none there
	 */
	remove(path: string): number;
	/** The user's own documents, by path; or the handbook's. */
	documents(shelf?: Shelf): Document[];
	/** The passages that fit any of the folded words best, best first. */
	search(shelf: Shelf, words: readonly string[], limit: number): Passage[];
	/** A passage, found again by its source and its sha256, and those that follow it in its document; none when it is gone. */
	onward(source: string, sha256: string, limit: number): Passage[];
	/** Whether the library still holds a passage that was quoted: its `source` and `passage_sha256`, as in a turn's evidence. */
	passageState(source: string, sha256: string): PassageState;
	/** In how many passages of the shelf a folded word stands, in any of its forms. */
	frequency(shelf: Shelf, word: string): number;
	/** How many passages the shelf holds. */
	size(shelf: Shelf): number;
	/** The answer given before to the same question from the same evidence. */
	recall(cacheKey: string, evidenceHash: string): CachedAnswer | undefined;
	/** A library that cannot be written right now remembers nothing, and says nothing: the answer is good all the same. */
	remember(cacheKey: string, evidenceHash: string, answer: CanonicalObject): void;
	/** Erases the answers kept under these keys. Slow: the file is written anew. */
	forget(cacheKeys: readonly string[]): void;
	close(): void;
}

export interface LibraryOptions {
	/** Milliseconds since 1970. */
	now(): number;
	/** The folder the program is installed in: its README.md and docs/*.md are the handbook. */
	handbook?: string | undefined;
}

/**
 * Opens the library at `path`, making it when there is none, and brings the handbook up to date.
 * @throws ArboristError LIBRARY_DAMAGED, LIBRARY_LOCKED, LIBRARY_READ_ONLY, DISK_FULL
 */
export async function openLibrary(path: string, { now, handbook }: LibraryOptions): Promise<Library> {
	const db = openLibraryFile(path);
	try {
		const documents = documentsIn(db);
		const retrieval = retrievalFrom(db);
		const places = placesIn(db);
		const answers = answersIn(db);
		if (handbook !== undefined) await refreshHandbook(documents, handbook, now);
		return {
			add: (paths, options = {}) =>
				addPaths(documents, paths, now, options).catch((error) => {
					throw libraryError(path, error);
				}),
			remove: (given) => {
				const gone = resolve(given);
				const count = guarded(path, () => documents.removeAll(documents.pathsIn('own', gone)));
				if (count > 0) return count;
				throw new ArboristError('FILE_NOT_FOUND', `The library holds no document ${gone}.`, 'See `arborist library`.');
			},
			documents: (shelf = 'own') => guarded(path, () => documents.list(shelf)),
			search: (shelf, words, limit) => guarded(path, () => retrieval.search(shelf, words, limit)),
			onward: (source, sha256, limit) => guarded(path, () => places.onward(source, sha256, limit)),
			passageState: (source, sha256) => guarded(path, () => places.state(source, sha256)),
			frequency: (shelf, word) => guarded(path, () => retrieval.frequency(shelf, word)),
			size: (shelf) => guarded(path, () => retrieval.size(shelf)),
			recall: (cacheKey, evidenceHash) => guarded(path, () => answers.recall(cacheKey, evidenceHash)),
			forget: (cacheKeys) => guarded(path, () => answers.forget(cacheKeys)),
			remember: (cacheKey, evidenceHash, answer) =>
				unlessUnwritable(() =>
					guarded(path, () => answers.remember(cacheKey, evidenceHash, answer, new Date(now()).toISOString())),
				),
			close: () => db.close(),
		};
	} catch (error) {
		db.close();
		throw libraryError(path, error);
	}
}

function unlessUnwritable(write: () => void): void {
	try {
		write();
	} catch (error) {
		if (!(error instanceof ArboristError) || error.code === 'LIBRARY_DAMAGED') throw error;
	}
}
