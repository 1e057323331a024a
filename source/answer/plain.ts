import { decoded } from '../library/html.ts';

// A text with the marks of its markup (Markdown, reStructuredText, Org, and HTML among them) taken off, as it is quoted.
// Code in backticks keeps every character. What is quoted so is checked against the passage read in the same way.

const CODE_SPAN = /`+[^`\n]+`+_{0,2}/g;
/** Stands for a piece of code while the rest is read, with its number; a document hardly holds it. */
const KEPT = /\ue000(\d+)\ue001/g;
const COMMENT = /<!--[\s\S]*?-->/g;
const BLOCK_TAG =
	/<\/?(?:p|div|br|hr|h[1-6]|ul|ol|li|dl|dt|dd|table|t(?:r|d|h|head|body)|blockquote|pre|center|details|summary|picture|source)(?:\s[^<>]*)?\/?>/gi;
const INLINE_TAG =
	/<\/?(?:a|b|i|em|strong|code|span|img|sub|sup|kbd|font|small|tt|u|s|del|ins|mark|samp|var|abbr|cite|q)(?:\s[^<>]*)?\/?>/gi;

const URL_OR_PATH = String.raw`\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+["'][^"'\n]*["'])?\)`;
const REPLACEMENTS: readonly [RegExp, string][] = [
	[COMMENT, ' '],
	// A link's target on a line of its own; a directive of reStructuredText.
	[/^[ \t]*\[[^\]\n]+\]:[ \t]+\S[^\n]*$/gm, ''],
	[/^[ \t]*\.\. [\w-]+::[^\n]*$/gm, ''],
	[BLOCK_TAG, ' '],
	[INLINE_TAG, ''],
	// Pictures say nothing; of a link its text stays.
	[new RegExp(String.raw`!\[[^\[\]\n]*\](?:${URL_OR_PATH}|\[[^\]\n]*\])`, 'g'), ''],
	[new RegExp(String.raw`\[([^\[\]]*)\]${URL_OR_PATH}`, 'g'), '$1'],
	[/(?<![\w\])])\[([^[\]\n]+)\]\[[^[\]\n]*\]/g, '$1'],
	[/\[\[[^[\]\n]+\]\[([^[\]\n]+)\]\]/g, '$1'],
	[/<((?:https?|mailto):[^<>\s]+)>/g, '$1'],
	[/\b(?:link|xref|mailto):[^\s[\]]+\[([^[\]\n]+)\]/g, '$1'],
	[/:[a-z][\w:+-]*:(?=\ue000)/g, ''],
	// Emphasis; stars and bars that stand alone, or inside a word, are left.
	[/(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*\n]*(?:\n[^*\n]+)?)(?<=[^\s*\\])\1(?![\w*])/g, '$2'],
	[/(?<![\w\\])_(?=[^\s_])([^_\n]+)(?<=[^\s_\\])_(?!\w)/g, '$1'],
	[/(?<![\w\\])__(?=[^\s_])([^_\n]*\s[^_\n]*)(?<=[^\s_\\])__(?!\w)/g, '$1'],
	[/~~(?=\S)([^~\n]+)~~/g, '$1'],
	[/^\*{2,3}(?=[^\s*])|(?<=[^\s*])\*{2,3}$/g, ''],
	[/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1'],
];

/** The marks of quotations, list items, boxes to tick, and headings, where a line begins. */
const LINE_MARKS = /^[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+(?:\[[ xX]\][ \t]+)?)?/gm;

/** reStructuredText's `text <target>`_ */
function withoutTarget(code: string): string {
	const link = /^`([^`<]+?)\s*<[^<>`]+>`_{1,2}$/.exec(code);
	return link?.[1] ?? code.replace(/(`)_{1,2}$/, '$1');
}

/** The text as it reads without its markup. */
export function plainReading(text: string): string {
	const withoutMarks = text.replace(LINE_MARKS, '');
	if (!/[[\]<>*_~`&\\:]/.test(withoutMarks)) return withoutMarks;
	const code: string[] = [];
	let plain = withoutMarks.replace(CODE_SPAN, (span) => `\ue000${code.push(withoutTarget(span)) - 1}\ue001`);
	for (const [pattern, replacement] of REPLACEMENTS) plain = plain.replace(pattern, replacement);
	return decoded(plain).replace(KEPT, (_, number: string) => code[Number(number)] ?? '');
}

/** The cells of a table's row, each as it reads; none for the line below the table's head. */
export function cellsOf(row: string): string[] {
	if (/^[-:|=+\s]*$/.test(row)) return [];
	const inner = row.trim().replace(/^\||(?<!\\)\|$/g, '');
	return inner.split(/(?<!\\)\|/).map((cell) => plainReading(cell.replaceAll('\\|', '|').trim()));
}

/** A row as `head: cell; head: cell`; without a head as `first: second; third`. Empty cells are left out. */
export function plainRow(cells: readonly string[], head: readonly string[] | undefined): string {
	if (head !== undefined)
		return cells.flatMap((cell, i) => (cell === '' ? [] : head[i] ? `${head[i]}: ${cell}` : cell)).join('; ');
	const [first, ...others] = cells.filter((cell) => cell !== '');
	return others.length === 0 ? (first ?? '') : `${first}: ${others.join('; ')}`;
}
