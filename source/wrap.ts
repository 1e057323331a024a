/** What stays whole: code between backticks, and what stands in brackets; else all between two spaces, a path among it. */
const WORD = /( *)(`[^`\n]*`[^ ]*|\[[^\]\n]*\][^ ]*|[^ ]+)/g;

/** An indent, and the name that a row of a list begins with. */
const BEGINNING = /^(?:\S )? *(?:\S+(?: \S+)? {2,})?/;

/** A text for people at a terminal's width: its lines break between words, and go on beside the name that they begin with. */
export function wrapText(text: string, columns: number): string {
	return text
		.split('\n')
		.flatMap((line) => wrapLine(line, columns))
		.join('\n');
}

/** The rows of a line; all but the first begin with `indent` spaces. */
export function wrapLine(line: string, columns: number, indent = beginningOf(line, columns)): string[] {
	if (line.length <= columns) return [line];
	const rows = [''];
	for (const [, space = '', word = ''] of line.matchAll(WORD)) {
		const row = rows.at(-1) ?? '';
		const fits = [...row, ...space, ...word].length <= columns || row.trim() === '';
		if (fits) rows[rows.length - 1] = row + space + word;
		else rows.push(' '.repeat(indent) + word);
	}
	return rows;
}

function beginningOf(line: string, columns: number): number {
	const { length } = BEGINNING.exec(line)?.[0] ?? '';
	return length < columns / 2 ? length : 0;
}
