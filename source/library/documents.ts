import { sep } from 'node:path';
import { sha256Hex } from '../hash/digest.ts';
import type { Sqlite } from '../sqlite.ts';
import type { TextFile } from './file.ts';
import { CHUNKING_VERSION, type Cut, passages, type Reading } from './passages.ts';
import { read } from './readers.ts';
import { SHELVES, type Shelf } from './schema.ts';
import { hasUnspaced, indexText } from './words.ts';

/** One of the documents in the library. */
export interface Document {
	/** Its absolute path, or `handbook:<file>`. */
	path: string;
	title: string;
	/** Of the file's bytes, hex. */
	sha256: string;
	bytes: number;
	passages: number;
	added_at: string;
}

/** A document ready to be written: all that takes time is done before the transaction. */
export interface Prepared {
	path: string;
	title: string;
	sha256: string;
	bytes: number;
	mtimeMs: number;
	passages: readonly PreparedPassage[];
	/** Whether it holds Chinese, Japanese or Korean, whose words the index takes apart. */
	unspaced: boolean;
}

interface PreparedPassage {
	title: string;
	line: number;
	byte_start: number;
	byte_end: number;
	text: string;
	/** The line of the file that a character of the passage stands on. */
	lineAt(offset: number): number;
}

interface Known {
	id: number;
	shelf: Shelf;
	sha256: string;
	bytes: number;
	mtime_ms: number;
	passages: number;
	first_passage: number;
	chunking: number;
}

/** Reads a file's text into passages. `name` is the file's own name. */
export function prepare(path: string, name: string, file: TextFile): Prepared {
	const reading = read(name, file.text);
	const found = located(reading, file);
	return {
		path,
		title: reading.title,
		sha256: sha256Hex(file.bytes),
		bytes: file.bytes.length,
		mtimeMs: file.mtimeMs,
		passages: found,
		unspaced: hasUnspaced(name) || (file.text.length !== file.bytes.length && hasUnspaced(file.text)),
	};
}

function located(reading: Reading, file: TextFile): PreparedPassage[] {
	let line = 1;
	let seen = 0;
	const lineAt = (offset: number) => {
		// A passage may start a sentence before the end of the one before it.
		for (let at = offset; at < seen; at += 1) if (file.text.charCodeAt(at) === 10) line -= 1;
		for (let at = file.text.indexOf('\n', seen); at >= 0 && at < offset; at = file.text.indexOf('\n', at + 1))
			line += 1;
		seen = offset;
		return line;
	};
	return passages(reading).map((cut: Cut) => {
		const text = reading.text.slice(cut.start, cut.end);
		const start = reading.origin(cut.start);
		return {
			title: cut.heading === '' ? reading.title : `${reading.title} › ${cut.heading}`,
			line: lineAt(start),
			byte_start: file.byteOffset(start),
			byte_end: file.byteOffset(reading.origin(cut.end - 1) + 1),
			text,
			lineAt: (offset) => lineAt(reading.origin(cut.start + offset)),
		};
	});
}

export type Documents = ReturnType<typeof documentsIn>;

/** The rows of documents and their passages, in both tables and the index. */
export function documentsIn(db: Sqlite) {
	const known = db.prepare<[string], Known>(
		'SELECT id, shelf, sha256, bytes, mtime_ms, passages, first_passage, chunking FROM documents WHERE path = ?',
	);
	const touch = db.prepare<[number, string]>('UPDATE documents SET mtime_ms = ? WHERE path = ?');
	const lastPassage = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM passages').pluck();
	const insertDocument = db.prepare<[Shelf, string, string, string, number, number, string, number, number]>(
		`INSERT INTO documents (shelf, path, title, sha256, bytes, mtime_ms, added_at, passages, first_passage, chunking)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${CHUNKING_VERSION})`,
	);
	const insertPassage = db.prepare<[number, number | bigint, string, number, number, number, string]>(
		'INSERT INTO passages (id, document_id, title, line, byte_start, byte_end, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	const index = shelved((shelf) =>
		db.prepare<[number, string, string]>(`INSERT INTO ${shelf}_fts (rowid, title, text) VALUES (?, ?, ?)`),
	);
	// The usual case: what is indexed is what is stored, and need not cross over from JavaScript twice.
	const indexStored = shelved((shelf) =>
		db.prepare<[number, number]>(
			`INSERT INTO ${shelf}_fts (rowid, title, text) SELECT id, title, text FROM passages WHERE id BETWEEN ? AND ?`,
		),
	);
	const unindex = shelved((shelf) =>
		db.prepare<[number, number]>(`DELETE FROM ${shelf}_fts WHERE rowid BETWEEN ? AND ?`),
	);
	const deletePassages = db.prepare<[number, number]>('DELETE FROM passages WHERE id BETWEEN ? AND ?');
	const deleteDocument = db.prepare<[number]>('DELETE FROM documents WHERE id = ?');
	const pathsIn = db
		.prepare<[Shelf, string, string, string], string>(
			'SELECT path FROM documents WHERE shelf = ? AND (path = ? OR substr(path, 1, length(?)) = ?) ORDER BY path',
		)
		.pluck();
	const list = db.prepare<[Shelf], Document>(
		'SELECT path, title, sha256, bytes, passages, added_at FROM documents WHERE shelf = ? ORDER BY path',
	);

	const drop = (path: string): boolean => {
		const row = known.get(path);
		if (row === undefined) return false;
		const last = row.first_passage + row.passages - 1;
		unindex[row.shelf].run(row.first_passage, last);
		deletePassages.run(row.first_passage, last);
		deleteDocument.run(row.id);
		return true;
	};

	/** Writes one document's rows, its passages from `first` on; the index is the batch's. */
	const write = (shelf: Shelf, document: Prepared, addedAt: string, first: number) => {
		const { path, title, sha256, bytes, mtimeMs, passages: found } = document;
		let row = first;
		const { lastInsertRowid: id } = insertDocument.run(
			shelf,
			path,
			title,
			sha256,
			bytes,
			mtimeMs,
			addedAt,
			found.length,
			row,
		);
		for (const { title: named, line, byte_start, byte_end, text } of found) {
			insertPassage.run(row, id, named, line, byte_start, byte_end, text);
			row += 1;
		}
	};

	const writeAll = (shelf: Shelf, documents: readonly Prepared[], addedAt: string) => {
		// What is replaced goes first, so that the rows of a batch follow all others.
		for (const { path } of documents) drop(path);
		let next = (lastPassage.get() ?? 0) + 1;
		// Rows that the index takes as they are stored.
		let plainFrom = next;
		const indexPlain = () => {
			if (plainFrom < next) indexStored[shelf].run(plainFrom, next - 1);
		};
		for (const document of documents) {
			write(shelf, document, addedAt, next);
			if (document.unspaced) {
				indexPlain();
				for (const { title, text } of document.passages) index[shelf].run(next++, indexText(title), indexText(text));
				plainFrom = next;
			} else next += document.passages.length;
		}
		indexPlain();
	};

	return {
		known: (path: string) => known.get(path),
		/** The content is the same; only the file's time moved. */
		touch: (path: string, mtimeMs: number) => touch.run(mtimeMs, path),
		/** Each batch is one transaction. */
		writeAll: (shelf: Shelf, documents: readonly Prepared[], addedAt: string) =>
			db.transaction(() => writeAll(shelf, documents, addedAt)).immediate(),
		/** Returns how many there were. */
		removeAll: (paths: readonly string[]): number =>
			db.transaction(() => paths.filter((path) => drop(path)).length).immediate(),
		/** The paths in the library that are `path` or lie below it. */
		pathsIn: (shelf: Shelf, path: string) => {
			const below = path.endsWith(sep) ? path : path + sep;
			return pathsIn.all(shelf, path, below, below);
		},
		list: (shelf: Shelf) => list.all(shelf),
	};
}

/** One statement for each shelf's index. */
export function shelved<Value>(make: (shelf: Shelf) => Value): Record<Shelf, Value> {
	return Object.fromEntries(SHELVES.map((shelf) => [shelf, make(shelf)])) as Record<Shelf, Value>;
}
