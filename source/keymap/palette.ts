import type { Row } from './row.ts';
import { holdsIn } from './scopes.ts';

/** What people look for first, among equals and where nothing is typed; the small moves stand last. */
export const SOUGHT: readonly string[] = [
	...[
		'session.new',
		'turn.ask',
		'find.open',
		'documents.add',
		'import.open',
		'export.open',
		'label.set',
		'engine.list',
		'root.verify',
	],
	...['session.list', 'session.name', 'turn.inspect', 'source.open', 'copy.open', 'help.open'],
];

/** The commands a typed text may mean, the likeliest first; all of them for an empty one. */
export function paletteOf<Id extends string>(rows: readonly Row<Id>[], query: string): readonly Row<Id>[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	// What follows a slash command is what it takes.
	const wanted = words[0]?.startsWith('/') ? words.slice(0, 1) : words;
	return rows
		.filter(({ scope }) => holdsIn(scope, 'tree') || holdsIn(scope, 'conversation'))
		.toSorted((a, b) => turnOf(a) - turnOf(b))
		.map((row) => ({ row, far: wanted.reduce((sum, word) => sum + distance(row, word), 0) }))
		.filter(({ far }) => far < Number.POSITIVE_INFINITY)
		.sort((a, b) => a.far - b.far)
		.map(({ row }) => row);
}

function turnOf({ id, group }: Row): number {
	const at = SOUGHT.indexOf(id);
	return at >= 0 ? at : SOUGHT.length + (group === 'Move' ? 1 : 0);
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

/** 0 the same, 1 begins so, 2 a word of it begins so, 3 holds it, 4 and more a word has its letters in this order, infinity neither. */
function farFrom(text: string, word: string): number {
	if (text === word) return 0;
	if (text.startsWith(word)) return 1;
	const words = text.split(/[^\p{L}\p{N}]+/u);
	if (words.some((each) => each.startsWith(word))) return 2;
	if (text.includes(word)) return 3;
	return 4 + Math.min(...words.map((each) => spanOf(each, word) / 100));
}

/** How much of the text the letters take, from the first of them on; infinity where it has them not, or in another order. */
function spanOf(text: string, word: string): number {
	const start = text.indexOf(word[0] ?? '');
	let end = start - 1;
	for (const letter of word) {
		end = text.indexOf(letter, end + 1);
		if (end < 0) return Number.POSITIVE_INFINITY;
	}
	return end - start;
}
