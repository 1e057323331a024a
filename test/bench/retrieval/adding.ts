import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibrary } from '../../../source/library/library.ts';
import { walk } from '../../../source/library/walk.ts';
import { openSqlite } from '../../../source/sqlite.ts';

export interface AddingFigures {
	documents: number;
	passages: number;
	megabytes: number;
	/** Megabytes of documents a second: by the library; the same files read and put into a bare FTS5 table, one a row. */
	library_mb_s: number;
	bare_mb_s: number;
	/** library / bare */
	ratio: number;
}

const seconds = (since: number) => (performance.now() - since) / 1000;

/** The speed of adding the documents of some folders, against a bare FTS5 table on the same disk. */
export async function runAdding(folders: readonly string[]): Promise<AddingFigures> {
	const place = mkdtempSync(join(tmpdir(), 'arborist-adding-'));
	try {
		const library = await openLibrary(join(place, 'library', 'library.db'), { now: Date.now });
		const start = performance.now();
		const report = await library.add(folders);
		const librarySeconds = seconds(start);
		const files = library.documents().map(({ path }) => path);
		library.close();
		const bareSeconds = await addBare(join(place, 'bare.db'), folders, new Set(files));
		const megabytes = report.bytes / 1e6;
		return {
			documents: report.added,
			passages: report.passages,
			megabytes,
			library_mb_s: megabytes / librarySeconds,
			bare_mb_s: megabytes / bareSeconds,
			ratio: bareSeconds / librarySeconds,
		};
	} finally {
		rmSync(place, { recursive: true });
	}
}

/** Finds and reads the same files, and indexes each whole, in one transaction. */
async function addBare(path: string, folders: readonly string[], files: ReadonlySet<string>): Promise<number> {
	const db = openSqlite(path);
	db.pragma('journal_mode = WAL');
	db.exec('CREATE VIRTUAL TABLE bare USING fts5(text)');
	const insert = db.prepare<[string]>('INSERT INTO bare (text) VALUES (?)');
	const start = performance.now();
	db.exec('BEGIN');
	for (const folder of folders)
		for await (const { path: file } of walk(folder)) if (files.has(file)) insert.run(readFileSync(file, 'utf8'));
	db.exec('COMMIT');
	const took = seconds(start);
	db.close();
	return took;
}
