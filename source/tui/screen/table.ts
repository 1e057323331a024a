import stringWidth from 'string-width';

/**
 * What a code point is to a line: 1 or 2 columns when it never joins a neighbour that has a number here too, else JOINS:
 * it may join (marks, joiners, flags, jamo), acts (controls) or has no width, and the whole string goes the slow, exact way.
 */
export const JOINS = 3;

// Known by heart, so that the first frames need no segmenter (its first use costs milliseconds). The rest is learnt below.
const KNOWN: readonly (readonly [from: number, to: number, columns: number])[] = [
	[0x20, 0x7e, 1],
	[0xa0, 0xac, 1],
	[0xae, 0x02ff, 1],
	[0x0391, 0x03a1, 1],
	[0x03a3, 0x0482, 1],
	[0x2010, 0x2027, 1],
	[0x2030, 0x205e, 1],
	[0x2190, 0x21ff, 1],
	[0x2500, 0x25fc, 1],
	[0x2713, 0x2713, 1],
	[0x2800, 0x28ff, 1],
	[0x3041, 0x3096, 2],
	[0x30a1, 0x30fa, 2],
	[0x4e00, 0x9fff, 2],
	[0xac00, 0xd7a3, 2],
];

// Two planes hold nearly all that is written; beyond them everything goes the slow way.
const table = new Uint8Array(0x20000);
for (const [from, to, columns] of KNOWN) table.fill(columns, from, to + 1);

let segmenter: Intl.Segmenter | undefined;

/** Grapheme clusters, by the only segmenter there is. */
export function segment(text: string): string[] {
	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), (part) => part.segment);
}

const ACTS = /[\p{Cc}\p{Cs}]/u;

// Joins nothing after a letter, before a letter and beside itself: then its cluster class is Other, LV or LVT, and no two
// of those ever join.
function learn(code: number): number {
	const character = String.fromCodePoint(code);
	if (ACTS.test(character)) return JOINS;
	if (segment(`a${character}${character}a`).length < 4) return JOINS;
	const columns = stringWidth(character);
	return columns === 1 || columns === 2 ? columns : JOINS;
}

export function columnsOf(code: number): number {
	if (code >= table.length) return JOINS;
	const known = table[code] as number;
	if (known !== 0) return known;
	const learnt = learn(code);
	table[code] = learnt;
	return learnt;
}

/** Where the colour code (`ESC [ digits and semicolons m`) at `start` ends: the index of its m, or -1. */
export function colourEnd(text: string, start: number): number {
	if (text.charCodeAt(start + 1) !== 0x5b) return -1;
	for (let index = start + 2; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit === 0x6d) return index;
		if (unit !== 0x3b && (unit < 0x30 || unit > 0x39)) return -1;
	}
	return -1;
}
