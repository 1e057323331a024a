import { sentences } from '../library/sentences.ts';
import { pointersIn, withPointersAs } from '../pointer.ts';

/** One statement of an answer, with the pointers that are to prove it. */
export interface Claim {
	/** As it stands in the answer, without its pointers. */
	sentence: string;
	pointers: string[];
}

/** An answer's own words. */
export function withoutPointers(answer: string): string {
	return withPointersAs(answer, () => '');
}

/** The claims of an answer: its sentences (a quotation is one), each with the pointers in it or right behind it. */
export function claimsOf(answer: string): Claim[] {
	const claims: Claim[] = [];
	let from = 0;
	let open: Claim[] = [];
	const take = (text: string) => {
		const found = statements(text);
		if (found.length > 0) open = found.map((sentence) => ({ sentence, pointers: [] }));
		claims.push(...(found.length > 0 ? open : []));
	};
	for (const { name, start, end } of pointersIn(answer)) {
		take(answer.slice(from, start));
		// A pointer proves the statement it follows: its sentence, or the whole quotation.
		open.at(-1)?.pointers.push(name);
		from = end;
	}
	take(answer.slice(from));
	return claims;
}

const QUOTATION = /“[^“”]*”/g;

function statements(text: string): string[] {
	const found: string[] = [];
	const plain = (from: number, to: number) => {
		for (const { start, end } of sentences(text, from, to)) {
			const sentence = text.slice(start, end);
			if (/[\p{L}\p{N}]/u.test(sentence)) found.push(sentence);
		}
	};
	let from = 0;
	for (const { index, 0: whole } of text.matchAll(QUOTATION)) {
		// Only a quotation that stands on its own line; one inside a sentence belongs to it.
		const alone =
			/(?:^|\n)\s*$/.test(text.slice(Math.max(0, index - 3), index)) && /^\s*$/.test(text.slice(index + whole.length));
		if (!alone) continue;
		plain(from, index);
		found.push(whole);
		from = index + whole.length;
	}
	plain(from, text.length);
	return found;
}
