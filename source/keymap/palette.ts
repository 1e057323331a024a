import type { Row } from './row.ts';
import { holdsIn } from './scopes.ts';

/** The commands a typed text may mean, the likeliest first; all of them for an empty one. */
export function paletteOf<Id extends string>(rows: readonly Row<Id>[], query: string): readonly Row<Id>[] {
	const words = query.toLowerCase().trim().split(/\s+/);
	// What follows a slash command is what it takes.
	const wanted = words[0]?.startsWith('/') ? words.slice(0, 1) : words;
	return rows
		.filter(({ scope }) => holdsIn(scope, 'tree') || holdsIn(scope, 'conversation'))
		.map((row) => ({ row, far: wanted.reduce((sum, word) => sum + distance(row, word), 0) }))
		.filter(({ far }) => far < Number.POSITIVE_INFINITY)
		.sort((a, b) => a.far - b.far)
		.map(({ row }) => row);
}

/** How far a word is from a command: what it was called and its id before its title. */
function distance({ was, id, title }: Row, word: string): number {
	return Math.min(
		farFrom(was ?? '', word),
		farFrom(was?.slice(1) ?? '', word),
		farFrom(id, word) + 0.2,
		farFrom(title.toLowerCase(), word) + 0.4,
	);
}

/** 0 the same, 1 begins so, 2 a word of it begins so, 3 holds it, 4 and more its letters in this order, infinity neither. */
function farFrom(text: string, word: string): number {
	if (text === word) return 0;
	const at = text.indexOf(word);
	if (at === 0) return 1;
	if (at > 0) return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 2 : 3;
	const span = spanOf(text, word);
	return span === undefined ? Number.POSITIVE_INFINITY : 4 + span / 100;
}

/** How much of the text the letters take, from the first of them on. */
function spanOf(text: string, word: string): number | undefined {
	const start = text.indexOf(word[0] ?? '');
	let end = start - 1;
	for (const letter of word) {
		end = text.indexOf(letter, end + 1);
		if (end < 0) return undefined;
	}
	return end - start;
}
