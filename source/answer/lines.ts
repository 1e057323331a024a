import type { Span } from '../library/blocks.ts';
import { formOf } from '../library/readers.ts';
import { lineOf, pathOf, whereOf } from '../library/source-name.ts';
import { fold } from '../library/words.ts';
import { claimsOf } from './claims.ts';
import type { EvidencePassage } from './engine.ts';
import { piecesOf } from './pieces.ts';

// On which lines of a passage an answer's quotes stand.

/** Words between spaces, whatever marks and line breaks stand between them. */
export function folded(text: string): string {
	return ` ${fold(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;
}

/** Between the marks of a quotation. */
export const QUOTED = /“([^“”]*)”|"([^"\n]*)"/g;

/**
 * Where a character of a passage stands, in words. Of a web page, whose text keeps no lines, where the passage begins.
 */
export function whereAt({ source, where, text }: EvidencePassage, offset: number): string {
	const path = pathOf(source);
	if (formOf(path) === 'page') return where;
	return whereOf(path, lineOf(source) + text.slice(0, offset).split('\n').length - 1);
}

/** What an answer says from one passage, as it says it: its quotes, else its sentences. */
export function saidFrom(answer: string, pointer: string): string[] {
	const sentences = claimsOf(answer).filter(({ pointers }) => pointers.includes(pointer));
	return sentences.flatMap(({ sentence }) => {
		const quotes = Array.from(sentence.matchAll(QUOTED), ([, curly, straight]) => curly ?? straight ?? '');
		return quotes.length > 0 ? quotes : [sentence];
	});
}

/** The parts of a passage that are said word for word; all of it when none is. */
export function spansOf(said: readonly string[], text: string, path: string): Span[] {
	let reading = ' ';
	const pieces = piecesOf(text, formOf(path)).map(({ start, end, text: words }) => {
		const from = reading.length;
		reading += folded(words).trimStart();
		return { start, end, from, to: reading.length };
	});
	const found = said.flatMap((words) => {
		const wanted = folded(words);
		const at = wanted.trim() === '' ? -1 : reading.indexOf(wanted);
		const end = at + wanted.length - 1;
		return at < 0 ? [] : pieces.filter(({ from, to }) => from < end && to - 1 > at + 1);
	});
	return found.length > 0 ? found : [{ start: 0, end: text.length }];
}
