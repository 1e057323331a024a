import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibrary } from '../../../source/library/library.ts';
import { walk } from '../../../source/library/walk.ts';
import { openSqlite } from '../../../source/sqlite.ts';

interface AddingFigures {
	documents: number;
	passages: number;
	megabytes: number;
	/** Megabytes of documents a second of CPU time, finding, reading and cutting them included. */
	library_mb_s: number;
	/** The same files found and read, and the same passages put into a bare FTS5 table. */
	bare_mb_s: number;
	/** library / bare */
	ratio: number;
	/** The same against the bare table alone, its text at hand. */
	ratio_without_reading: number;
}

/** CPU time and not wall time: the reference is measured a moment later, and a machine is rarely idle twice. */
function cpuSeconds(since: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(since);
	return (user + system) / 1e6;
}

/** The speed of adding the documents of some folders, against a bare FTS5 table on the same disk. */
export async function runAdding(folders: readonly string[]): Promise<AddingFigures> {
	const place = mkdtempSync(join(tmpdir(), 'arborist-adding-'));
	try {
		const file = join(place, 'library', 'library.db');
		const library = await openLibrary(file, { now: Date.now });
		const start = process.cpuUsage();
		const report = await library.add(folders);
		const librarySeconds = cpuSeconds(start);
		library.close();
		const readingSeconds = readAll(folders);
		const bareSeconds = addBare(join(place, 'bare.db'), passageTexts(file));
		const megabytes = report.bytes / 1e6;
		return {
			documents: report.added,
			passages: report.passages,
			megabytes,
			library_mb_s: megabytes / librarySeconds,
			bare_mb_s: megabytes / (bareSeconds + readingSeconds),
			ratio: (bareSeconds + readingSeconds) / librarySeconds,
			ratio_without_reading: bareSeconds / librarySeconds,
		};
	} finally {
		rmSync(place, { recursive: true });
	}
}

/** Seconds to find and read the same files. */
function readAll(folders: readonly string[]): number {
	const start = process.cpuUsage();
	for (const folder of folders)
		for (const found of walk(folder)) if (!('reason' in found)) readFileSync(found.path, 'utf8');
	return cpuSeconds(start);
}

/** Seconds to put texts into a bare FTS5 table, one a row, in one transaction. */
function addBare(path: string, texts: readonly string[]): number {
	const db = openSqlite(path);
	db.pragma('journal_mode = WAL');
	db.exec('CREATE VIRTUAL TABLE bare USING fts5(text)');
	const insert = db.prepare<[string]>('INSERT INTO bare (text) VALUES (?)');
	const start = process.cpuUsage();
	db.exec('BEGIN');
	for (const text of texts) insert.run(text);
	db.exec('COMMIT');
	const took = cpuSeconds(start);
	db.close();
	return took;
}

/** The texts of all passages in a library's file. */
function passageTexts(path: string): string[] {
	const db = openSqlite(path, { readonly: true });
	try {
		return db.prepare<[], string>('SELECT text FROM passages ORDER BY id').pluck().all();
	} finally {
		db.close();
	}
}
