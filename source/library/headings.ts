import type { Heading } from './passages.ts';

// Headings of plain-text markups: `# Title` and underlined titles of Markdown, over- and underlined ones of
// reStructuredText, `* Title` of Org.

/** What opens a heading where it is not Markdown's #. */
const MARKS: Record<string, RegExp> = { '.org': /^(\*+)\s+(\S.*)$/, '.adoc': /^(={1,6})\s+(\S.*)$/ };

const LONGEST_TITLE = 120;
const LONGEST_LINE = 2 * LONGEST_TITLE;
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|"{3,}|\*{3,}|#{3,}|\+{3,})[ \t\r]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** Without the marks of the markup: trailing #, emphasis, code, links, Org's tags. */
function plain(title: string): string {
	return title
		.slice(0, LONGEST_LINE)
		.replace(/\s#+\s*$/, '')
		.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
		.replace(/\*\*|`/g, '')
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, LONGEST_TITLE);
}

/** The beginning of a line that may be a heading's mark, its underline, or a fence. */
const MARKED_LINE = /^ {0,3}[#=\-~^"*+`]/gm;

/** The headings of a text, by the end of its file's name (`.md`, `.org`, ...). */
export function headingsOf(text: string, end: string): Heading[] {
	const mark = MARKS[end] ?? /^(#{1,6})\s+(\S.*)$/;
	const found: Heading[] = [];
	const underlines: string[] = [];
	let fenced = false;
	for (const { index: start } of text.matchAll(MARKED_LINE)) {
		const newline = text.indexOf('\n', start);
		const next = newline < 0 ? text.length : newline + 1;
		if (next - start > LONGEST_LINE) continue;
		const line = text.slice(start, next).trimEnd();
		if (FENCE.test(line)) fenced = !fenced;
		const marked = fenced ? null : mark.exec(line);
		if (marked?.[1] !== undefined && marked[2] !== undefined) {
			found.push({ title: plain(marked[2]), level: marked[1].length, start, end: next });
		} else if (!fenced && UNDERLINE.test(line)) {
			const before = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
			const title = start - before > LONGEST_LINE ? '' : text.slice(before, start).trim();
			if (!isTitle(title, line)) continue;
			// reStructuredText gives each new kind of underline the next level; Markdown has two.
			const kind = line[0] as string;
			if (!underlines.includes(kind)) underlines.push(kind);
			const level = end === '.rst' ? underlines.indexOf(kind) + 1 : kind === '=' ? 1 : 2;
			found.push({ title: plain(title), level, start: before, end: next });
		}
	}
	return found;
}

/** An underlined line is a title when it is about as long as its underline, and no list item, table row or other rule. */
function isTitle(title: string, underline: string): boolean {
	if (title.length === 0 || title.length > LONGEST_TITLE || UNDERLINE.test(title)) return false;
	return underline.length >= Math.min(title.length, 3) && !/^[-*+|>]\s|^\d+[.)]\s|[|;{]$/.test(title);
}
