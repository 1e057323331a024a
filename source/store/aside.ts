import { parsed } from '../json.ts';
import { columnQuery, type Sqlite } from '../sqlite.ts';
import { wellFormed } from '../text.ts';
import { readable } from './columns.ts';
import { type InFlight, inFlightOf } from './in-flight.ts';

/**
 * What the screen keeps beside the forest, so that it survives a restart and a kill: drafts by the place they wait at, and
 * how the tree was left. Not hashed, not in the audit chain, no part of the record.
 */
export interface Aside {
	drafts(): Map<string, string>;
	/** An empty draft is none. */
	keepDraft(place: string, text: string): void;
	/** Questions on their way. */
	readonly inFlight: InFlight;
	/** Null for what was never kept, or does not read. */
	recall(name: string): unknown;
	keep(name: string, value: unknown): void;
}

/** `guard` turns SQLite's failures into sentences; see Transactions.beside. */
export function asideOf(db: Sqlite, guard: <Result>(act: () => Result) => Result): Aside {
	const drafts = db.prepare<[], { place: string; text: string }>(`SELECT ${readable('place, text')} FROM drafts`);
	const setDraft = db.prepare('INSERT OR REPLACE INTO drafts (place, text) VALUES (?, ?)');
	const dropDraft = db.prepare('DELETE FROM drafts WHERE place = ?');
	const value = columnQuery<string>(db, 'SELECT value FROM screen_state WHERE name = ?');
	const setValue = db.prepare('INSERT OR REPLACE INTO screen_state (name, value) VALUES (?, ?)');
	return {
		drafts: () => new Map(guard(() => drafts.all()).map(({ place, text }) => [place, text])),
		keepDraft(place, text) {
			guard(() => (text.trim() === '' ? dropDraft.run(place) : setDraft.run(place, wellFormed(text))));
		},
		inFlight: inFlightOf(db, guard),
		recall: (name) => parsed(guard(() => value.get(name)) ?? 'null') ?? null,
		keep: (name, state) => void guard(() => setValue.run(name, JSON.stringify(state))),
	};
}
