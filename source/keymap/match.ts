import { type HelpGroup, helpOf } from './help.ts';
import { hintsOf, type Piece } from './hints.ts';
import { spokenKey } from './names.ts';
import { paletteOf } from './palette.ts';
import type { Remaps } from './remap.ts';
import type { Row } from './row.ts';
import { PLACES, type Place, placesOf } from './scopes.ts';
import type { Situation } from './situation.ts';

/** What a key means: a command, and which of its keys it is, counted from 0; or one that does not work now, and why not. */
type Command<Id extends string = string> =
	| { readonly id: Id; readonly nth: number }
	| { readonly id: Id; readonly disabled: string };

export interface Keymap<Id extends string = string> {
	/** The table, with the keys that are in use. */
	readonly rows: readonly Row<Id>[];
	commandFor(place: Place, key: string, situation: Situation): Command<Id> | undefined;
	keysOf(id: Id): readonly string[];
	/** The first of them as a sentence says it; undefined where there is none. */
	keyOf(id: Id): string | undefined;
	hints(place: Place, situation: Situation, columns: number): readonly Piece<Id>[];
	help(situation: Situation, filter?: string): readonly HelpGroup<Id>[];
	palette(query: string): readonly Row<Id>[];
}

export function createKeymap<Id extends string>(table: readonly Row<Id>[], remaps: Remaps = new Map()): Keymap<Id> {
	const rows = table.map((row) => ({ ...row, keys: remaps.get(row.id) ?? row.keys }));
	const byKey = indexOf(rows);
	const keysOf = (id: Id) => rows.find((row) => row.id === id)?.keys ?? [];
	return {
		rows,
		commandFor(place, key, situation) {
			const found = byKey.get(place)?.get(key);
			if (found === undefined) return undefined;
			const { id, enabled, keys } = found;
			const answer = enabled(situation);
			return answer === true ? { id, nth: keys.indexOf(key) } : { id, disabled: answer };
		},
		keysOf,
		keyOf: (id) => keysOf(id).slice(0, 1).map(spokenKey)[0],
		hints: (place, situation, columns) => hintsOf(rows, place, situation, columns),
		help: (situation, filter) => helpOf(rows, situation, filter),
		palette: (query) => paletteOf(rows, query),
	};
}

function indexOf<Id extends string>(rows: readonly Row<Id>[]): ReadonlyMap<Place, ReadonlyMap<string, Row<Id>>> {
	const index = new Map(PLACES.map((place) => [place, new Map<string, Row<Id>>()]));
	for (const row of rows) {
		for (const key of row.keys) {
			for (const place of placesOf(row.scope, key)) index.get(place)?.set(key, row);
		}
	}
	return index;
}
