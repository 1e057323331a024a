// unicode61 makes one token of a whole run of Chinese or Japanese, so a word inside it is never found, and a trigram
// index cannot answer two-character words. So such runs are also indexed as pairs of characters: abc -> ab bc c.

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+/gu;

export function hasCjk(text: string): boolean {
	return text.search(RUN) !== -1;
}

/** The text's CJK runs as pairs, for the index; "" when there are none. The last character of a run stands alone too. */
export function indexedPairs(text: string): string {
	const grams: string[] = [];
	for (const [run] of text.matchAll(RUN)) {
		const characters = [...run];
		for (let i = 0; i < characters.length; i++) grams.push((characters[i] as string) + (characters[i + 1] ?? ''));
	}
	return grams.join(' ');
}

/** The FTS5 phrase that finds a run inside longer runs. One character is a prefix: it opens a pair, or stands last. */
export function runPhrase(run: string): string {
	const characters = [...run];
	if (characters.length === 1) return `"${run}"*`;
	return `"${characters
		.slice(0, -1)
		.map((character, i) => character + characters[i + 1])
		.join(' ')}"`;
}

/** A piece of a query, apart: its CJK runs, and what else it holds. */
export function splitRuns(text: string): { runs: string[]; rest: string } {
	return { runs: text.match(RUN) ?? [], rest: text.replace(RUN, ' ').trim() };
}
