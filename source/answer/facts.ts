import { fold, isStopWord } from '../library/words.ts';

// The numbers and names of a text: what a wrong answer gets wrong.

/** A number or a name, and which word of the text it is. */
export interface Fact {
	kind: 'number' | 'name';
	/** Numbers in digits, names folded: `1962`, `ditko`. */
	value: string;
	/** As it stands in the text. */
	word: string;
	/** Its place among the words of the text. */
	at: number;
}

const WORD = /\p{N}+(?:[.,:/]\p{N}+)*|\p{L}[\p{L}\p{M}]*/gu;

const UNITS: readonly string[] = (
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
	'eighteen nineteen'
).split(' ');
const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS: Record<string, string> = { first: '1', second: '2', third: '3', fourth: '4', fifth: '5', sixth: '6' };
const LARGE = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion', 'dozen', 'half']);

/** The words of a text, numbers whole (`1,200`), folded. */
export function wordsAndNumbers(text: string): string[] {
	return text.match(WORD) ?? [];
}

/** A number in digits; undefined for any other word. `next` is the word behind it, for "twenty-five". */
function numberOf(word: string, next: string | undefined): string | undefined {
	if (/^\p{N}/u.test(word)) return word.replace(/,(?=\p{N}{3})/gu, '');
	const tens = TENS.indexOf(word);
	if (tens >= 0) {
		const unit = next === undefined ? -1 : UNITS.indexOf(next);
		return String((tens + 2) * 10 + (unit > 0 && unit < 10 ? unit : 0));
	}
	const unit = UNITS.indexOf(word);
	// "one" is a pronoun more often than a number.
	if (unit === 0 || unit > 1) return String(unit);
	return ORDINALS[word] ?? (LARGE.has(word) ? word : undefined);
}

/** All numbers and names of a text. A sentence's first word is a name only when another name follows it. */
export function factsIn(text: string): Fact[] {
	const facts: Fact[] = [];
	const found = [...text.matchAll(WORD)];
	for (const [at, { 0: word, index }] of found.entries()) {
		const folded = fold(word);
		const next = found[at + 1]?.[0];
		const number = numberOf(folded, next === undefined ? undefined : fold(next));
		if (number !== undefined) {
			const counted = at > 0 && TENS.includes(fold(found[at - 1]?.[0] ?? '')) && UNITS.includes(folded);
			if (!counted) facts.push({ kind: 'number', value: number, word, at });
		} else if (/^\p{Lu}/u.test(word) && word.length > 1 && !isStopWord(folded)) {
			const opens = at === 0 || /[.!?:“"‘(]\s*$/.test(text.slice(Math.max(0, index - 3), index));
			if (!opens || /^\p{Lu}/u.test(next ?? '')) facts.push({ kind: 'name', value: folded, word, at });
		}
	}
	return facts;
}
