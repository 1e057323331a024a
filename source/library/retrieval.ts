import { sha256Hex } from '../hash/digest.ts';
import type { Sqlite } from '../sqlite.ts';
import { wellFormed } from '../text.ts';
import { shelved } from './documents.ts';
import { stem } from './porter.ts';
import type { Shelf } from './schema.ts';
import { sourceName, whereOf } from './source-name.ts';

/** A passage as it was found. */
export interface Passage {
	/** Document title and heading: `Spider-Man › Origins`. */
	title: string;
	/** The document's path, or `handbook:<file>`, and the line: `/home/ada/spiders.md:14`. */
	source: string;
	/** The place in words: `line 14`, `handbook, line 14`. */
	where: string;
	text: string;
	/** Of the text, hex. */
	passage_sha256: string;
	document_sha256: string;
	/** BM25, higher is better. */
	score: number;
}

interface Row {
	title: string;
	path: string;
	line: number;
	text: string;
	document_sha256: string;
	score: number;
}

export function passageOf({ title, path, line, text, document_sha256, score }: Row): Passage {
	return {
		title,
		source: sourceName(path, line),
		where: whereOf(path, line),
		text,
		passage_sha256: sha256Hex(text),
		document_sha256,
		score,
	};
}

const TITLE_WEIGHT = 5;

/** Any of the words; each is quoted, so that none is ever syntax. */
function matchOf(words: readonly string[]): string {
	return words.map((word) => `"${wellFormed(word).replaceAll('"', '""')}"`).join(' OR ');
}

/** Finding passages by their words. */
export function retrievalFrom(db: Sqlite) {
	const search = shelved((shelf) =>
		db.prepare<[string, number], Row>(
			`SELECT p.title, d.path, p.line, p.text, d.sha256 AS document_sha256, f.score
			FROM (
				SELECT rowid, -bm25(${shelf}_fts, ${TITLE_WEIGHT}, 1) AS score
				FROM ${shelf}_fts WHERE ${shelf}_fts MATCH ? ORDER BY rank LIMIT ?
			) AS f
			JOIN passages AS p ON p.id = f.rowid
			JOIN documents AS d ON d.id = p.document_id
			ORDER BY f.score DESC, f.rowid`,
		),
	);
	const frequency = shelved((shelf) =>
		db.prepare<[string], number>(`SELECT doc FROM ${shelf}_terms WHERE term = ?`).pluck(),
	);
	const size = shelved((shelf) =>
		db.prepare<[], number>(`SELECT ifnull(sum(passages), 0) FROM documents WHERE shelf = '${shelf}'`).pluck(),
	);
	return {
		/** The best passages for these words, best first. */
		search: (shelf: Shelf, words: readonly string[], limit: number): Passage[] =>
			words.length === 0 ? [] : search[shelf].all(matchOf(words), limit).map(passageOf),
		/** In how many passages a word stands, in any of its forms. */
		frequency: (shelf: Shelf, word: string): number => frequency[shelf].get(stem(word)) ?? 0,
		/** How many passages the shelf holds. */
		size: (shelf: Shelf): number => size[shelf].get() ?? 0,
	};
}
