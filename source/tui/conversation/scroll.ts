import { type Ink, inked, type Line } from './lines.ts';
import type { Path } from './path.ts';

/** The top of what is seen: a row within a piece of a turn. It stays where it is when the width changes or the path grows. */
export interface Place {
	readonly bates: string;
	readonly piece: number;
	readonly row: number;
}

/** The same with the turn counted from the end of the path. */
interface At {
	readonly up: number;
	readonly piece: number;
	readonly row: number;
}

/** A turn at the top of the window. */
export function toTurn(bates: string): Place {
	return { bates, piece: 0, row: 0 };
}

/** As far down as it goes: the last turn's end at the bottom of the window, or its beginning at the top where it is short. */
export function toEnd(path: Path, height: number): Place {
	return placeOf(path, lowest(path, height));
}

export function samePlace(one: Place, other: Place): boolean {
	return one.bates === other.bates && one.piece === other.piece && one.row === other.row;
}

/** The window moved by some rows, down when positive. */
export function scroll(path: Path, place: Place, by: number, height: number): Place {
	const at = atOf(path, place);
	const moved = by > 0 ? down(path, at, by) : up(path, at, -by);
	const end = lowest(path, height);
	return placeOf(path, isBelow(moved, end) ? end : moved);
}

/** The turn above or below the one at the top of the window; going up first leads to the top of this one. */
export function toNextTurn(path: Path, place: Place, direction: 'up' | 'down', height: number): Place {
	const at = atOf(path, place);
	const inside = at.piece > 0 || at.row > 0;
	const wanted = direction === 'down' ? at.up - 1 : inside ? at.up : at.up + 1;
	const bates = wanted < 0 ? undefined : path.bates(wanted);
	if (bates === undefined) return direction === 'down' ? toEnd(path, height) : place;
	return toTurn(bates);
}

/** The lines of a window: exactly `height`, empty ones below the end. */
export function visible(path: Path, place: Place, height: number, ink: Ink): Line[] {
	const paint = inked(ink);
	const lines: Line[] = [];
	let at: At | undefined = atOf(path, place);
	while (at !== undefined && lines.length < height) {
		const bates = path.bates(at.up) ?? '';
		for (const row of path.rows(at.up, at.piece).slice(at.row, at.row + height - lines.length))
			lines.push(paint(row, bates, at.up > 0));
		at = next(path, at);
	}
	while (lines.length < height) lines.push({ text: '' });
	return lines;
}

// A place that is no longer on the path, or beyond what a piece has now, becomes the nearest that is.
function atOf(path: Path, { bates, piece, row }: Place): At {
	const up = path.find(bates);
	if (up === undefined) return { up: 0, piece: 0, row: 0 };
	const count = path.pieces(up);
	if (piece >= count) return { up, piece: Math.max(0, count - 1), row: 0 };
	return { up, piece, row: Math.min(row, Math.max(0, path.rows(up, piece).length - 1)) };
}

function placeOf(path: Path, { up, piece, row }: At): Place {
	return { bates: path.bates(up) ?? path.leaf, piece, row };
}

function isBelow(one: At, other: At): boolean {
	if (one.up !== other.up) return one.up < other.up;
	return one.piece === other.piece ? one.row > other.row : one.piece > other.piece;
}

function next(path: Path, { up, piece }: At): At | undefined {
	if (piece + 1 < path.pieces(up)) return { up, piece: piece + 1, row: 0 };
	return up > 0 ? { up: up - 1, piece: 0, row: 0 } : undefined;
}

function previous(path: Path, { up, piece }: At): At | undefined {
	if (piece > 0) return { up, piece: piece - 1, row: 0 };
	const count = path.pieces(up + 1);
	return count > 0 ? { up: up + 1, piece: count - 1, row: 0 } : undefined;
}

function down(path: Path, from: At, by: number): At {
	let at = from;
	let left = by;
	for (;;) {
		const last = path.rows(at.up, at.piece).length - 1;
		if (at.row + left <= last) return { ...at, row: at.row + left };
		const below = next(path, at);
		if (below === undefined) return { ...at, row: Math.max(0, last) };
		left -= last - at.row + 1;
		at = below;
	}
}

function up(path: Path, from: At, by: number): At {
	let at = from;
	let left = by;
	while (left > at.row) {
		const above = previous(path, at);
		if (above === undefined) return { ...at, row: 0 };
		left -= at.row + 1;
		at = { ...above, row: Math.max(0, path.rows(above.up, above.piece).length - 1) };
		// A piece without rows has no last row to stand on.
		if (path.rows(above.up, above.piece).length === 0) left++;
	}
	return { ...at, row: at.row - left };
}

function lowest(path: Path, height: number): At {
	const start: At = { up: 0, piece: 0, row: 0 };
	const piece = Math.max(0, path.pieces(0) - 1);
	const last: At = { up: 0, piece, row: Math.max(0, path.rows(0, piece).length - 1) };
	const top = up(path, last, height - 1);
	return isBelow(start, top) ? start : top;
}
