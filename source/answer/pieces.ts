import { blocksOf, isFenced, type Span } from '../library/blocks.ts';
import type { formOf } from '../library/readers.ts';
import { sentences } from '../library/sentences.ts';
import { countWords } from '../library/words.ts';
import { cellsOf, plainReading, plainRow } from './plain.ts';

/** A quote has at most this many words, as far as sentences allow. */
export const MOST_QUOTED = 70;

/** Prose; a piece of a list or a title, which is no sentence; a row of a table; code, which is quoted by whole lines. */
type Manner = 'prose' | 'fragment' | 'row' | 'code';

/** Prose reads best: anything else must fit better by so much. */
export const MANNERS: Record<Manner, number> = { prose: 0, fragment: 0.1, code: 0.15, row: 0.2 };

/** What can be quoted at once. */
export interface Piece extends Span {
	/** As it is quoted: without the marks of its markup; code as it stands. */
	text: string;
	manner: Manner;
}

/** A block of more lines is not quoted. */
const MOST_LINES = 30;

/** What ends as sentences do is one; so is what is long enough. */
const ENDED = /[.!?…:;。！？｡]["'”’)\]*_`]*$/;
const FRAGMENT_WORDS = 6;
const SIGNS = /[{}[\]();=<>$\\|&]|--/g;

/** Code without a fence: nearly as many of its signs as words. */
function looksLikeCode(text: string, words: number): boolean {
	const signs = text.replace(/`[^`\n]*`/g, '').match(SIGNS)?.length ?? 0;
	return signs >= 3 && signs * 2 >= words;
}

function mannerOf(raw: string, plain: string, words: number): Manner {
	if (isFenced(raw) || looksLikeCode(plain, words)) return 'code';
	return words < FRAGMENT_WORDS && !ENDED.test(plain) ? 'fragment' : 'prose';
}

/** What can be quoted of a text: its sentences, each row of a table, each block of code; of source code, its lines. */
export function piecesOf(text: string, form: ReturnType<typeof formOf>): Piece[] {
	const found: Piece[] = [];
	if (form === 'lines') {
		for (const span of sentences(text, 0, text.length, true))
			found.push({ ...span, text: text.slice(span.start, span.end), manner: 'code' });
		return found;
	}
	const blocks = blocksOf(text);
	const plain = (raw: string) => (form === 'markup' ? plainReading(raw) : raw);
	let head: string[] | undefined;
	for (const span of sentences(text)) {
		const raw = text.slice(span.start, span.end);
		const words = countWords(raw);
		const inBlock = blocks.some(({ start, end }) => start <= span.start && span.end <= end);
		if (inBlock && !isFenced(raw)) {
			const cells = cellsOf(raw);
			const isHead = cells.length > 0 && /^\s*\n[ \t]*\|?[ \t]*:?-{2,}/.test(text.slice(span.end, span.end + 40));
			if (isHead) head = cells;
			else found.push({ ...span, text: plainRow(cells, head), manner: 'row' });
			continue;
		}
		head = undefined;
		if (inBlock) {
			if (raw.split('\n').length <= MOST_LINES) found.push({ ...span, text: raw, manner: 'code' });
		} else if (words > MOST_QUOTED && !ENDED.test(raw)) {
			for (const line of sentences(text, span.start, span.end, true)) {
				const part = text.slice(line.start, line.end);
				found.push({ ...line, text: plain(part), manner: mannerOf(part, part, countWords(part)) });
			}
		} else {
			const read = plain(raw);
			const manner = mannerOf(raw, read, words);
			found.push({ ...span, text: manner === 'code' ? raw : read, manner });
		}
	}
	return found;
}

/** A passage as it is quoted, its sentences one after the other. */
export function readingOf(text: string): string {
	return piecesOf(text, 'markup')
		.map((piece) => piece.text)
		.join(' ');
}
