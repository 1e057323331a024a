// unicode61 makes one token of a whole run of Chinese or Japanese, and of a Latin word that touches one, so neither a
// word inside it nor its neighbour is ever found; a trigram index cannot answer two-character words. So such texts are
// also indexed with their runs as pairs of characters, apart from the rest: `用Node写abc` -> `用 Node 写 abc`.

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+/gu;

export function hasCjk(text: string): boolean {
	return text.search(RUN) !== -1;
}

/** The text with each CJK run as its pairs, for the index: abc -> ab bc c. The last character of a run stands alone too. */
export function withPairs(text: string): string {
	return text.replace(RUN, (run) => {
		const characters = [...run];
		const pairs = characters.map((character, i) => character + (characters[i + 1] ?? ''));
		return ` ${pairs.join(' ')} `;
	});
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
