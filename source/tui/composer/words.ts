import { graphemes } from '../screen/width.ts';

/** Where a caret can be sent; a deletion takes what lies on the way. */
export type CaretPlace = 'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end' | 'start' | 'end';

export function caretAt(text: string, caret: number, place: CaretPlace): number {
	switch (place) {
		case 'left':
			return before(text, caret);
		case 'right':
			return after(text, caret);
		case 'word-left':
			return across(text, caret, before, (at) => before(text, at));
		case 'word-right':
			return across(text, caret, after, (at) => at);
		case 'line-start':
			return lineStart(text, caret);
		case 'line-end':
			return lineEnd(text, caret);
		case 'start':
			return 0;
		case 'end':
			return text.length;
	}
}

export function lineStart(text: string, caret: number): number {
	return caret === 0 ? 0 : text.lastIndexOf('\n', caret - 1) + 1;
}

export function lineEnd(text: string, caret: number): number {
	const end = text.indexOf('\n', caret);
	return end < 0 ? text.length : end;
}

// The nearest edge of a character before the caret, which may stand inside one while its parts are still being typed.
function before(text: string, caret: number): number {
	const start = lineStart(text, caret);
	if (start === caret) return Math.max(0, caret - 1);
	if (isPlain(text, caret - 1) && (caret - 1 === start || isPlain(text, caret - 2)) && !joins(text, caret))
		return caret - 1;
	return edges(text, caret).findLast((edge) => edge < caret) ?? start;
}

function after(text: string, caret: number): number {
	const end = lineEnd(text, caret);
	if (end === caret) return Math.min(text.length, caret + 1);
	if (isPlain(text, caret) && !joins(text, caret + 1)) return caret + 1;
	return edges(text, caret).find((edge) => edge > caret) ?? end;
}

// Two neighbours in ASCII never join, which spares a long line its segmentation at every key.
function isPlain(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit >= 0x20 && unit < 0x7f;
}

function joins(text: string, at: number): boolean {
	return at < text.length && text.charCodeAt(at) >= 0x7f;
}

function edges(text: string, caret: number): number[] {
	const start = lineStart(text, caret);
	const found = [start];
	let edge = start;
	for (const character of graphemes(text.slice(start, lineEnd(text, caret)))) {
		edge += character.length;
		found.push(edge);
	}
	return found;
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

// Over what is no word, then over the word.
function across(
	text: string,
	caret: number,
	step: (text: string, at: number) => number,
	of: (at: number) => number,
): number {
	let at = caret;
	for (const wanted of [false, true]) {
		for (let next = step(text, at); next !== at; next = step(text, at)) {
			const start = of(at);
			if (WORD.test(String.fromCodePoint(text.codePointAt(start) ?? 0)) !== wanted) break;
			at = next;
		}
	}
	return at;
}
