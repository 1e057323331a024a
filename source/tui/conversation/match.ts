import { stem } from '../../library/porter.ts';
import { fold } from '../../library/words.ts';
import { Look, type Row, type Run } from './looks.ts';

/** Where the searched words stand in a line: offsets, in order. */
export type Matcher = (line: string) => (readonly [from: number, to: number])[];

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
// Written without spaces: a searched word may stand anywhere in a run.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Finds words as the search does: in any case, with any accents and endings, and by their beginning. */
export function matcher(words: readonly string[]): Matcher {
	const folded = words.flatMap((word) => fold(word).match(WORD) ?? []);
	const stems = new Set(folded.map(stem));
	const spaced = folded.filter((word) => !UNSPACED.test(word));
	const unspaced = folded.filter((word) => UNSPACED.test(word));
	return (line) => {
		const found: (readonly [number, number])[] = [];
		for (const { 0: word, index } of line.matchAll(WORD)) {
			const own = fold(word);
			if (stems.has(stem(own)) || spaced.some((start) => own.startsWith(start)))
				found.push([index, index + word.length]);
			else for (const [from, to] of inside(word, unspaced)) found.push([index + from, index + to]);
		}
		return found;
	};
}

function inside(word: string, wanted: readonly string[]): (readonly [number, number])[] {
	const all = wanted.map((one): readonly [number, number] => [word.indexOf(one), word.indexOf(one) + one.length]);
	const found = all.filter(([from]) => from >= 0).sort(([one], [other]) => one - other);
	return found.filter(([from], index) => index === 0 || from >= (found[index - 1]?.[1] ?? 0));
}

/** The row with its matches marked. A word may be of several runs. */
export function markedRow(row: Row, find: Matcher): Row {
	const matches = find(row.runs.map(({ text }) => text).join(''));
	if (matches.length === 0) return row;
	const runs: Run[] = [];
	let at = 0;
	for (const { text, look } of row.runs) {
		let from = 0;
		const upTo = (end: number, own: number) => {
			if (end > from) runs.push({ text: text.slice(from, end), look: own });
			from = Math.max(from, end);
		};
		for (const [start, end] of matches) {
			if (end <= at || start >= at + text.length) continue;
			upTo(start - at, look);
			upTo(Math.min(text.length, end - at), look | Look.match);
		}
		upTo(text.length, look);
		at += text.length;
	}
	return { ...row, runs };
}
