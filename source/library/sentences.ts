import { blocksOf, type Span } from './blocks.ts';

// Where sentences end. Written by hand and not with Intl.Segmenter, which takes three times as long as the index itself.

// Each alternative starts at one definite character and looks ahead over one run, so that a hostile text costs linear time:
// the end of a sentence; an unspaced script's end of a sentence; an empty line; a line that opens a list item, a table row
// or a quotation.
const PROSE_BREAK =
	/[.!?…]["'”’)\]*_]*\s+|[。！？｡][」』”’）]*\s*|\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*+•|>]|\d{1,3}[.)])[ \t|])/g;
const LINE_BREAK = /\n\s*/g;

const wordsOf = (list: string) => new Set(list.split(' '));
const ABBREVIATIONS = wordsOf(
	'dr mr mrs ms prof st sr jr rev gen col sgt capt lt gov sen rep hon pres vs cf ca approx inc ltd co corp dept univ eg ie al ' +
		'jan feb mar apr jun jul aug sep sept oct nov dec mt ft ed eds viz resp',
);
/** Abbreviations before a number only: "No. 5", but "He said no." */
const NUMBERED = wordsOf('no nos vol vols fig figs eq eqs sec ch p pp art ver v');

const CLOSING = new Set(Array.from('"\'”’)]*_', (character) => character.charCodeAt(0)));
const ENDS = new Set(Array.from('.?!…', (character) => character.charCodeAt(0)));
const FULL_STOP = 0x2e;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;
const isSpace = (code: number) => code <= 0x20 || code === 0xa0 || code === 0x3000 || code === 0xfeff;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Longest sentence, in characters; a longer one is cut. A block of code may be longer. */
const LONGEST = 1200;
const LONGEST_BLOCK = 4000;

/** Whether the word before a full stop is short enough for an abbreviation: most are not, and need no closer look. */
function isShort(text: string, offset: number): boolean {
	for (let i = offset - 1; i >= 0 && i > offset - 8; i -= 1) if (text.charCodeAt(i) <= 0x28) return true;
	return offset < 8;
}

/**
 * Whether the sentence goes on at `next`: in lower case (“Why?” he asked), behind an abbreviation, an initial or the number
 * of a list item, and not below an empty line.
 */
function staysOpen(text: string, next: number): boolean {
	let offset = next - 1;
	let lineEnds = 0;
	let code = text.charCodeAt(offset);
	for (; isSpace(code) || CLOSING.has(code); code = text.charCodeAt(--offset)) if (code === 10) lineEnds += 1;
	if (lineEnds > 1 || !ENDS.has(code)) return false;
	const following = text.charCodeAt(next);
	if (following >= LOWER_A && following <= LOWER_Z) return true;
	if (code !== FULL_STOP || !isShort(text, offset)) return false;
	if (isDigit(text.charCodeAt(offset - 1)))
		return /(?:^|\n)[ \t]*\d{1,3}$/.test(text.slice(Math.max(0, offset - 12), offset));
	const before = /(?:^|[^\p{L}\p{N}])(\p{L}[\p{L}.]{0,6})$/u.exec(text.slice(Math.max(0, offset - 9), offset))?.[1];
	if (before === undefined) return false;
	const letters = before.replaceAll('.', '').toLowerCase();
	if (NUMBERED.has(letters) && isDigit(following)) return true;
	return /^\p{Lu}$|\.\p{Lu}$/u.test(before) || ABBREVIATIONS.has(letters);
}

/** Cuts a span that is too long at a line's end, a comma, a space, or where it must. */
function* cut(text: string, span: Span, longest: number): Generator<Span> {
	let { start } = span;
	while (span.end - start > longest) {
		const piece = text.slice(start, start + longest);
		const half = longest / 2;
		const places = [piece.lastIndexOf('\n'), piece.lastIndexOf('; '), piece.lastIndexOf(', '), piece.lastIndexOf(' ')];
		let end = start + (places.find((place) => place > half) ?? longest - 1) + 1;
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
 * characters. A fenced block of code is one, up to 4,000 characters; so is each row of a table. With `lines`, as in source
 * code, every line is one.
 */
export function sentences(text: string, from = 0, to = text.length, lines = false): Span[] {
	// Cut out first: a search that finds nothing more must not run on to the end of the document.
	const piece = text.slice(from, to);
	const found: Span[] = [];
	const close = (start: number, end: number, longest = LONGEST) => {
		const span = trimmed(text, from + start, from + end);
		if (span.end - span.start > longest) found.push(...cut(text, span, longest));
		else if (span.end > span.start) found.push(span);
	};
	const breaks = new RegExp(lines ? LINE_BREAK : PROSE_BREAK);
	const split = (start: number, end: number) => {
		const part = start === 0 && end === piece.length ? piece : piece.slice(start, end);
		breaks.lastIndex = 0;
		let at = 0;
		while (breaks.test(part)) {
			const next = breaks.lastIndex;
			if (lines || !staysOpen(part, next)) {
				close(start + at, start + next);
				at = next;
			}
		}
		close(start + at, end);
	};
	let done = 0;
	for (const block of lines ? [] : blocksOf(piece)) {
		split(done, block.start);
		close(block.start, block.end, LONGEST_BLOCK);
		done = block.end;
	}
	split(done, piece.length);
	return found;
}
