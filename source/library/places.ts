import { sha256Hex } from '../hash/digest.ts';
import type { Sqlite } from '../sqlite.ts';
import { type Passage, passageOf } from './retrieval.ts';
import { pathOf } from './source-name.ts';

/** What became of a passage since it was quoted. */
export type PassageState = 'unchanged' | 'changed' | 'gone';

interface Row {
	id: number;
	title: string;
	path: string;
	line: number;
	text: string;
	document_sha256: string;
}

/** Finding passages again by where they stood. */
export function placesIn(db: Sqlite) {
	const all = db.prepare<[string], Row>(
		`SELECT p.id, p.title, d.path, p.line, p.text, d.sha256 AS document_sha256
		FROM documents AS d JOIN passages AS p ON p.id BETWEEN d.first_passage AND d.first_passage + d.passages - 1
		WHERE d.path = ? ORDER BY p.id`,
	);
	const holds = db.prepare<[string], number>('SELECT count(*) FROM documents WHERE path = ?').pluck();
	const placeOf = (rows: readonly Row[], sha256: string) => rows.findIndex(({ text }) => sha256Hex(text) === sha256);
	return {
		/** Whether the passage still stands in its document, wherever in it. */
		state: (source: string, sha256: string): PassageState => {
			const path = pathOf(source);
			if (placeOf(all.all(path), sha256) >= 0) return 'unchanged';
			return holds.get(path) ? 'changed' : 'gone';
		},
		/** The passage and those that follow it in its document, in order; none when it is not there any more. */
		onward: (source: string, sha256: string, limit: number): Passage[] => {
			const rows = all.all(pathOf(source));
			const at = placeOf(rows, sha256);
			return at < 0 ? [] : rows.slice(at, at + limit).map((row) => passageOf({ ...row, score: 0 }));
		},
	};
}
