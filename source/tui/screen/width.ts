import stringWidth from 'string-width';
import { Cache } from './cache.ts';
import { colourEnd, columnsOf, JOINS, segment } from './table.ts';

const slow = new Cache<string, number>(2000);

/** The columns of a text on the terminal; colour codes take none. Says what `string-width` says, some 20 times faster. */
export function width(text: string): number {
	const columns = quickWidth(text);
	if (columns >= 0) return columns;
	if (text.length > 400) return stringWidth(text);
	return slow.get(text) ?? slow.set(text, stringWidth(text));
}

/** The width where every character stands for itself, else -1. */
export function quickWidth(text: string): number {
	let columns = 0;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit >= 0x20 && unit < 0x7f) {
			columns++;
			continue;
		}
		if (unit === 0x1b) {
			index = colourEnd(text, index);
			if (index < 0) return -1;
			continue;
		}
		const code = text.codePointAt(index) as number;
		const own = columnsOf(code);
		if (own === JOINS) return -1;
		columns += own;
		if (code > 0xffff) index++;
	}
	return columns;
}

/** What a reader takes for one character each. */
export function graphemes(text: string): string[] {
	return !text.includes('\u001b') && quickWidth(text) >= 0 ? [...text] : segment(text);
}
