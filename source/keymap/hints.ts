import { columnsOf, shownKeys } from './names.ts';
import type { Row } from './row.ts';
import { holdsIn, type Place, placesOf } from './scopes.ts';
import type { Situation } from './situation.ts';

/** A piece of the hint line, `a ask`; `id` is its first command. */
export interface Piece<Id extends string = string> {
	readonly id: Id;
	readonly keys: string;
	readonly text: string;
}

/** Between two pieces. */
const GAP = 2;

/** What works now and fits in one line, the important first: in few words if that lets all of it fit, else less of it. */
export function hintsOf<Id extends string>(
	rows: readonly Row<Id>[],
	place: Place,
	situation: Situation,
	columns: number,
): readonly Piece<Id>[] {
	const hints = rows
		.flatMap((row) => hintOf(rows, row, place, situation) ?? [])
		.sort((a, b) => (a.rank || Number.MAX_SAFE_INTEGER) - (b.rank || Number.MAX_SAFE_INTEGER));
	const long = hints.map(({ id, keys, text }) => ({ id, keys, text }));
	if (columnsOfAll(long) <= columns) return long;
	const left = hints.map(({ id, keys, text, short }) => ({ id, keys, text: short ?? text }));
	const pinned = hints.at(-1)?.rank === 0 ? 1 : 0;
	while (left.length > 0 && columnsOfAll(left) > columns) left.splice(Math.max(0, left.length - 1 - pinned), 1);
	return left;
}

function columnsOfAll(pieces: readonly Piece[]): number {
	const own = pieces.map(({ keys, text }) => columnsOf(keys) + 1 + columnsOf(text));
	return own.reduce((sum, each) => sum + each + GAP, -GAP);
}

function hintOf<Id extends string>(rows: readonly Row<Id>[], row: Row<Id>, place: Place, situation: Situation) {
	if (row.hint === undefined) return undefined;
	const keys = rows
		.filter((each) => each === row || (row.as !== undefined && each.as === row.as))
		.filter(({ scope, enabled }) => holdsIn(scope, place) && enabled(situation) === true)
		.flatMap(({ scope, keys }) => shortest(keys.filter((key) => placesOf(scope, key).includes(place))));
	return keys.length === 0 ? undefined : { id: row.id, keys: shownKeys(keys), ...row.hint };
}

/** The first key stands for all, but nine keys that differ by a digit stand together. */
function shortest(keys: readonly string[]): readonly string[] {
	return shownKeys(keys).includes('..') ? keys : keys.slice(0, 1);
}
