// What is never taken apart at a full stop: code between fences, and the rows of a table.

/** A piece of a text: character offsets, the end excluded. */
export interface Span {
	start: number;
	end: number;
}

/** A fence, a row that opens with a bar, or the line below a table's head. */
const MARKED_LINE = /^[ \t]*(?:(`{3,}|~{3,})[^\n]*|(\|)[^\n]*|:?-{2,}:?[ \t]*(\|)[-:| \t\r]*)$/gm;
const MAY_HOLD = /```|~~~|\|/;

/** The blocks of a text, in order: each fenced block with its fences, each row of a table. An open fence reaches to the end. */
export function blocksOf(text: string): Span[] {
	if (!MAY_HOLD.test(text)) return [];
	const found: Span[] = [];
	let open: { start: number; fence: string } | undefined;
	let from = 0;
	for (const { index, 0: line, 1: fence, 2: row, 3: below } of text.matchAll(MARKED_LINE)) {
		const end = index + line.length;
		if (open !== undefined) {
			if (fence === undefined || !fence.startsWith(open.fence) || line.trim() !== fence) continue;
			found.push({ start: open.start, end });
			open = undefined;
			from = end;
		} else if (index < from) continue;
		else if (fence !== undefined) open = { start: index, fence };
		else if (row !== undefined) found.push({ start: index, end });
		else if (below !== undefined) {
			const rows = rowsAround(text, index, from);
			found.push(...rows);
			from = rows.at(-1)?.end ?? end;
		}
	}
	if (open !== undefined) found.push({ start: open.start, end: text.length });
	return found;
}

/** The rows of a table without bars at its sides: the line above the line below its head, and all lines that hold a bar. */
function rowsAround(text: string, below: number, from: number): Span[] {
	const rows: Span[] = [];
	let start = Math.max(from, below < 2 ? 0 : text.lastIndexOf('\n', below - 2) + 1);
	while (start < text.length) {
		const newline = text.indexOf('\n', start);
		const end = newline < 0 ? text.length : newline;
		const line = text.slice(start, end);
		if (line.includes('|')) rows.push({ start, end });
		else if (start > below) break;
		start = end + 1;
	}
	return rows;
}

/** Whether a piece of text is a fenced block. */
export function isFenced(text: string): boolean {
	return /^[ \t]*(?:`{3,}|~{3,})/.test(text);
}
