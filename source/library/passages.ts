import type { Span } from './blocks.ts';
import { sentences } from './sentences.ts';
import { countWords } from './words.ts';

// Passages are cut at headings, then packed from whole sentences to 150-200 words with one sentence of overlap
// (docs/notes: overlap matters more than size).

/** Goes into every cache key: a change here makes other passages. */
export const CHUNKING_VERSION = 2;

const ENOUGH_WORDS = 150;
const MOST_WORDS = 200;
/** A sentence longer than this is not repeated in the next passage. */
const OVERLAP_WORDS = 60;

/** A heading of a document, where its line starts and where the text below it starts (character offsets). */
export interface Heading {
	title: string;
	level: number;
	start: number;
	end: number;
}

/** A document as its reader understood it. */
export interface Reading {
	title: string;
	/** The text that is quoted from. */
	text: string;
	headings: readonly Heading[];
	/** Whether each line stands for itself, as in source code and tables. */
	lines: boolean;
	/** The character offset in the file of a character offset in `text`. */
	origin(offset: number): number;
}

/** A piece of a document to be found and quoted. */
export interface Cut extends Span {
	/** The heading it stands under; empty above the first. */
	heading: string;
}

interface Section extends Span {
	heading: string;
}

function* sections({ text, title, headings }: Reading): Generator<Section> {
	let start = 0;
	let heading = '';
	for (const next of headings) {
		if (next.start > start) yield { heading, start, end: next.start };
		start = next.end;
		// The heading that gave the document its title would only say it twice.
		heading = next.title === title ? '' : next.title;
	}
	if (text.length > start) yield { heading, start, end: text.length };
}

/** The passages of a document, in order. */
export function passages(reading: Reading): Cut[] {
	const cuts: Cut[] = [];
	for (const section of sections(reading)) {
		let first: number | undefined;
		let end = 0;
		let count = 0;
		let fresh = false;
		let overlap: { start: number; words: number } | undefined;
		const close = () => {
			if (first !== undefined && fresh) cuts.push({ heading: section.heading, start: first, end });
			first = overlap?.start;
			count = overlap?.words ?? 0;
			fresh = false;
		};
		for (const span of sentences(reading.text, section.start, section.end, reading.lines)) {
			const size = countWords(reading.text, span.start, span.end);
			if (fresh && (count >= ENOUGH_WORDS || count + size > MOST_WORDS)) close();
			first ??= span.start;
			end = span.end;
			count += size;
			fresh = true;
			overlap = size <= OVERLAP_WORDS ? { start: span.start, words: size } : undefined;
		}
		close();
	}
	return cuts;
}
