import { stem } from './porter.ts';

// The words of a text as the index sees them (FTS5's `porter unicode61 remove_diacritics 2`), so that a sentence scored here
// and a passage found there agree on what a word is.

const PLAIN = /^[\n\r\t -~]*$/;
const PLAIN_WORD = /[a-z0-9]+/g;
const ANY_WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;

// Scripts written without spaces between words. Hangul has spaces, but its particles cling to the word.
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';
/** Where they stand, roughly and many times faster: what has none of these has none of them. */
const MAY_BE_UNSPACED = /[\u1100-\u11ff\u2e80-\uffdc]/;
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, 'u');
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');

/** Lower case, without accents. */
export function fold(text: string): string {
	if (PLAIN.test(text)) return text.toLowerCase();
	return text.normalize('NFD').replace(MARKS, '').normalize('NFC').toLowerCase();
}

/** Every two neighbours of a run of characters; a run of one is itself. */
function bigrams(run: string): string {
	const characters = [...run];
	if (characters.length < 2) return run;
	const pairs: string[] = [];
	for (let i = 1; i < characters.length; i += 1) pairs.push(`${characters[i - 1]}${characters[i]}`);
	return pairs.join(' ');
}

/**
 * The text as it is given to the index: runs of Chinese, Japanese or Korean become their bigrams, since FTS5 makes one token
 * of a whole run and would find no word inside it. Other text is returned as it is.
 */
export function indexText(text: string): string {
	if (PLAIN.test(text) || !hasUnspaced(text)) return text;
	return text.normalize('NFC').replace(UNSPACED_RUN, (run) => ` ${bigrams(run)} `);
}

/** Whether a text holds characters that `indexText` changes. */
export function hasUnspaced(text: string): boolean {
	return MAY_BE_UNSPACED.test(text) && UNSPACED_CHARACTER.test(text);
}

/** The folded words of a text, in order, not stemmed. */
export function words(text: string): string[] {
	const folded = fold(text);
	return (PLAIN.test(folded) ? folded.match(PLAIN_WORD) : indexText(folded).match(ANY_WORD)) ?? [];
}

/** The stems of a text's words, in order: the index's own terms. */
export function stems(text: string): string[] {
	return words(text).map(stem);
}

/** Where the unspaced scripts begin; what is below has spaces between its words. */
const FIRST_UNSPACED = 0x2e80;

/** How many words stand between two offsets, for the size of a passage: two characters of an unspaced script are one word. */
export function countWords(text: string, from = 0, to = text.length): number {
	let spaced = 0;
	let unspaced = 0;
	let inWord = false;
	for (let i = from; i < to; i += 1) {
		const code = text.charCodeAt(i);
		if (code <= 0x20 || code >= FIRST_UNSPACED) {
			inWord = false;
			if (code > 0x20) unspaced += 1;
		} else if (!inWord) {
			inWord = true;
			spaced += 1;
		}
	}
	return spaced + Math.ceil(unspaced / 2);
}

// Words that say nothing of a subject; single letters are what is left of "Tesla's" and "don't".
const STOP_WORDS = new Set(
	(
		'a about above after again against all also am an and any are as at be because been before being below between both ' +
		'but by can cannot could did do does doing done down during each either else ever every few for from further get got ' +
		'had has have having he her here hers herself him himself his how i if in into is it its itself just let like may me ' +
		'might more most much must my myself neither no nor not of off on once one only or other ought our ours ourselves out ' +
		'over own please same shall she should so some such tell than that the their theirs them themselves then there these ' +
		'they this those through to too under until up upon us very was we were what whatever when where which while who whom ' +
		'whose why will with within without would you your yours yourself yourselves b c d e f g h j k l m n o p q r s t u v ' +
		'w x y z ll re ve don didn doesn isn wasn aren weren hasn haven hadn won wouldn couldn shouldn'
	).split(' '),
);

/** Whether a folded word carries no subject of its own. */
export function isStopWord(word: string): boolean {
	return STOP_WORDS.has(word);
}

/** The folded words of a text that carry its subject, in order; all of its words when none does. */
export function contentWords(text: string): string[] {
	const all = words(text);
	const content = all.filter((word) => !STOP_WORDS.has(word));
	return content.length > 0 ? content : all;
}
