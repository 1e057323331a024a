import { formOf } from '../library/readers.ts';
import { pathOf } from '../library/source-name.ts';
import { countWords, stems } from '../library/words.ts';
import type { EvidencePassage } from './engine.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** A sentence of a passage, its words stemmed. */
export interface Sentence extends Piece {
	words: ReadonlySet<string>;
	/** In words. */
	size: number;
	/** Whether it opens with a word that stands for something said before. */
	opensWithPronoun: boolean;
	/** Whether a paragraph or a list item begins with it. */
	opensBlock: boolean;
}

/** A passage taken apart. */
export interface Parts {
	passage: EvidencePassage;
	/** Best passage first. */
	rank: number;
	sentences: readonly Sentence[];
	title: ReadonlySet<string>;
	/** Of the title, the words of the heading below the document's own. */
	heading: ReadonlySet<string>;
	/** Words of the title and of all sentences. */
	all: ReadonlySet<string>;
}

/** A sentence with how well it fits. */
export interface Relevant {
	parts: Parts;
	/** Which sentence of its passage. */
	index: number;
	sentence: Sentence;
	/** The share of the question's weight that it carries, 0 to 1. */
	cover: number;
	/** The share of the question's own words that the sentence itself holds, 0 to 1. */
	own: number;
	/** How many words of its own the question has that say what it is about. */
	asked: number;
	score: number;
}

const PRONOUN = /^\W{0,3}(?:he|she|it|they|his|her|its|their|this|these|that|those|such)\b/i;

const LIST_MARK = /^(?:[-*+•>]|\d{1,3}[.)])\s/;

export function partsOf(passage: EvidencePassage, rank: number): Parts {
	const form = formOf(pathOf(passage.source));
	const found: Sentence[] = [];
	let end = 0;
	for (const piece of piecesOf(passage.text, form)) {
		const between = passage.text.slice(end, piece.start);
		end = piece.end;
		if (!/[\p{L}\p{N}]/u.test(piece.text)) continue;
		const text = piece.text.trim();
		found.push({
			...piece,
			text,
			words: new Set(stems(text)),
			size: countWords(text),
			opensWithPronoun: PRONOUN.test(text),
			opensBlock: /\n\s*\n/.test(between) || LIST_MARK.test(passage.text.slice(piece.start, piece.start + 5)),
		});
	}
	const title = new Set(stems(passage.title));
	const all = new Set([...title, ...found.flatMap(({ words }) => [...words])]);
	const heading = new Set(stems(passage.title.split(' › ').slice(1).join(' ')));
	return { passage, rank, sentences: found, title, heading, all };
}
