const OPENS = /^ {0,3}(`{3,}|~{3,})/;
const CLOSES = /^ {0,3}(`{3,}|~{3,})\s*$/;

/** The code between the fences of a Markdown text, in one pass over it; a fence that is never closed holds none. */
export function codeIn(text: string): string[] {
	const found: string[] = [];
	let fence = '';
	let from = 0;
	for (let at = 0; at < text.length; ) {
		const newline = text.indexOf('\n', at);
		const next = newline < 0 ? text.length : newline + 1;
		const line = text.slice(at, next);
		const [, marks = ''] = (fence === '' ? OPENS : CLOSES).exec(line) ?? [];
		if (fence === '' && marks !== '') {
			fence = marks;
			from = next;
		} else if (marks.startsWith(fence) && fence !== '') {
			found.push(text.slice(from, at));
			fence = '';
		}
		at = next;
	}
	return found;
}
