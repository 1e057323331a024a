import { splitRuns } from './bigrams.ts';

// What a person types is never FTS5 syntax: 30 of 42 ordinary inputs would be errors. It is taken apart into pieces,
// and every piece is quoted.

export interface Match {
	/** MATCH expression of the pieces outside Chinese, Japanese and Korean; null for none. */
	words: string | null;
	/** Runs of Chinese, Japanese or Korean, which only nodes_cjk can answer. */
	runs: string[];
	/** What must stand in the text itself, lower case: pieces whose punctuation the index loses (`c++`), or emoji. */
	literals: string[];
	/** The first piece, to be shown where the index cannot show a snippet. */
	first: string;
	/** Whether the words are a single letter, of which most turns have one: these are not ranked. */
	broad: boolean;
}

interface Piece {
	text: string;
	quoted: boolean;
}

/** White space separates; "quoted" stays together, an open quote runs to the end. */
function pieces(typed: string): Piece[] {
	const found: Piece[] = [];
	for (const [, phrase, bare] of typed.matchAll(/"([^"]*)(?:"|$)|([^\s"]+)/g)) {
		const text = phrase ?? bare ?? '';
		if (text.trim() !== '') found.push({ text, quoted: phrase !== undefined });
	}
	return found;
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
// More pieces narrow nothing down, and each costs a walk through the index.
const MOST = 32;

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
/** `C++`, `F#`, `.NET`, whatever punctuation of a sentence follows. */
const lostName = (text: string): string | undefined =>
	/^(\p{L}{1,2}[+#]+|\.\p{L}+)[?!,;:.)]*$/u.exec(text)?.[1]?.toLowerCase();

/**
 * What to look for. All pieces must match; the last one is a prefix unless it was quoted or followed by a space.
 * Null when nothing is left to look for.
 */
export function parseQuery(typed: string): Match | null {
	const text = typed.replaceAll('\0', '').slice(0, 1000);
	const all = pieces(text).slice(0, MOST);
	const unfinished = !/\s$/.test(text);
	const words: string[] = [];
	const runs: string[] = [];
	const literals: string[] = [];
	for (const [index, piece] of all.entries()) {
		if (!hasWord(piece.text)) {
			if (/\p{Extended_Pictographic}/u.test(piece.text)) literals.push(piece.text);
			continue;
		}
		const { runs: ownRuns, rest } = splitRuns(piece.text);
		runs.push(...ownRuns);
		const parts = ownRuns.length > 0 ? rest.split(/\s+/) : [rest];
		for (const [place, part] of parts.entries()) {
			if (!hasWord(part)) continue;
			const name = lostName(part);
			if (name !== undefined) literals.push(name);
			const isLast = index === all.length - 1 && place === parts.length - 1;
			const isPrefix = unfinished && isLast && !piece.quoted && name === undefined;
			words.push(quote(part) + (isPrefix ? '*' : ''));
		}
	}
	if (words.length + runs.length + literals.length === 0) return null;
	const broad = words.length === 1 && /^"[\p{L}\p{N}]"\*$/u.test(words[0] as string);
	return { words: words.length > 0 ? words.join(' ') : null, runs, literals, first: all[0]?.text ?? '', broad };
}
