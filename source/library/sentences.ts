// Where sentences end. Written by hand and not with Intl.Segmenter, which takes three times as long as the index itself.

/** A piece of a text: character offsets, the end excluded. */
export interface Span {
	start: number;
	end: number;
}

// Each alternative starts at one definite character and looks ahead over one run, so that a hostile text costs linear time:
// the end of a sentence; an unspaced script's end of a sentence; an empty line; a line that opens a list item, a table row
// or a quotation.
const PROSE_BREAK =
	/[.!?…]["'”’)\]*_]*\s+|[。！？｡][」』”’）]*\s*|\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*+•|>]|\d{1,3}[.)])[ \t|])/g;
const LINE_BREAK = /\n\s*/g;

const ABBREVIATIONS = new Set(
	(
		'dr mr mrs ms prof st sr jr rev gen col sgt capt lt gov sen rep hon pres no nos vol vols fig figs eq sec ch pp ed eds ' +
		'vs cf ca approx inc ltd co corp dept univ eg ie al jan feb mar apr jun jul aug sep sept oct nov dec mt ft'
	).split(' '),
);

const CLOSING = '"\'”’)]*_';
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;
const isSpace = (code: number) => code <= 0x20 || code === 0xa0 || code === 0x3000 || code === 0xfeff;

/** Longest sentence, in characters; a longer one is cut. */
const LONGEST = 1200;

/** Whether the word before a full stop is short enough for an abbreviation: most are not, and need no closer look. */
function isShort(text: string, offset: number): boolean {
	for (let i = offset - 1; i >= 0 && i > offset - 8; i -= 1) if (text.charCodeAt(i) <= 0x28) return true;
	return offset < 8;
}

/** Whether the sentence goes on at `next`: behind an abbreviation or an initial, or in lower case, and not below an empty line. */
function staysOpen(text: string, next: number): boolean {
	let offset = next - 1;
	let lineEnds = 0;
	for (; offset >= 0 && (isSpace(text.charCodeAt(offset)) || CLOSING.includes(text[offset] as string)); offset -= 1)
		if (text[offset] === '\n') lineEnds += 1;
	if (lineEnds > 1 || text[offset] !== '.') return false;
	const following = text.charCodeAt(next);
	if (following >= LOWER_A && following <= LOWER_Z) return true;
	if (!isShort(text, offset)) return false;
	const before = /(?:^|[^\p{L}\p{N}])(\p{L}[\p{L}.]{0,6})$/u.exec(text.slice(Math.max(0, offset - 9), offset))?.[1];
	if (before === undefined) return false;
	const letters = before.replaceAll('.', '');
	return /^\p{Lu}$|\.\p{Lu}$/u.test(before) || ABBREVIATIONS.has(letters.toLowerCase());
}

/** Cuts a span that is too long at a line's end, a comma, a space, or where it must. */
function* cut(text: string, span: Span): Generator<Span> {
	let { start } = span;
	while (span.end - start > LONGEST) {
		const piece = text.slice(start, start + LONGEST);
		const half = LONGEST / 2;
		const places = [piece.lastIndexOf('\n'), piece.lastIndexOf('; '), piece.lastIndexOf(', '), piece.lastIndexOf(' ')];
		let end = start + (places.find((place) => place > half) ?? LONGEST - 1) + 1;
		const last = text.charCodeAt(end - 1);
		if (last >= 0xd800 && last < 0xdc00) end += 1;
		yield { start, end };
		start = end;
	}
	if (start < span.end) yield { start, end: span.end };
}

function trimmed(text: string, start: number, end: number): Span {
	let from = start;
	let to = end;
	while (from < to && isSpace(text.charCodeAt(from))) from += 1;
	while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
	return { start: from, end: to };
}

/**
 * The sentences of `text` between two offsets, in order, without the white space around them; none is longer than 1,200
 * characters. With `lines`, as in source code and tables, every line is one.
 */
export function sentences(text: string, from = 0, to = text.length, lines = false): Span[] {
	const breaks = new RegExp(lines ? LINE_BREAK : PROSE_BREAK);
	// Cut out first: a search that finds nothing more must not run on to the end of the document.
	const piece = text.slice(from, to);
	const found: Span[] = [];
	let start = 0;
	const close = (end: number) => {
		const span = trimmed(text, from + start, from + end);
		if (span.end - span.start > LONGEST) found.push(...cut(text, span));
		else if (span.end > span.start) found.push(span);
		start = end;
	};
	while (breaks.test(piece)) {
		const end = breaks.lastIndex;
		if (!staysOpen(piece, end)) close(end);
	}
	close(piece.length);
	return found;
}
