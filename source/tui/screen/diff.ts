/** The bytes that turn a screen showing `before` into one showing `after`, row by row, no row wider than the terminal. */
export function repaint(before: readonly string[], after: readonly string[], rows: number): string {
	const plain = changedRows(before, after, rows);
	if (plain.length < SCROLL_PAYS) return plain;
	const scroll = bestScroll(before, after, rows);
	if (scroll === undefined) return plain;
	const moved = scrollBytes(scroll) + changedRows(scrolled(before, scroll, rows), after, rows);
	return moved.length < plain.length ? moved : plain;
}

// Fewer bytes than this are not worth a search.
const SCROLL_PAYS = 800;

function changedRows(before: readonly string[], after: readonly string[], rows: number): string {
	let bytes = '';
	for (let row = 0; row < rows; row++) {
		const line = after[row] ?? '';
		if (line !== (before[row] ?? '')) bytes += `\u001b[${row + 1}H\u001b[2K${line}`;
	}
	return bytes;
}

/** Rows `top` to `bottom` move up by `by` (down when negative). */
interface Scroll {
	readonly top: number;
	readonly bottom: number;
	readonly by: number;
}

// Where a list scrolls over the whole width most rows are those of the last frame in another place, and telling the terminal
// to move them takes a few bytes instead of a few thousand. For each distance the stretch of rows that gains most.
function bestScroll(before: readonly string[], after: readonly string[], rows: number): Scroll | undefined {
	let best: Scroll | undefined;
	let most = 0;
	for (let distance = 1; distance < rows; distance++) {
		for (const by of [distance, -distance]) {
			let start = 0;
			let sum = 0;
			for (let row = Math.max(0, -by); row < rows - Math.max(0, by); row++) {
				if (sum <= 0) {
					sum = 0;
					start = row;
				}
				sum += gain(before[row], before[row + by], after[row]);
				if (sum <= most) continue;
				most = sum;
				best = { top: Math.min(start, start + by), bottom: Math.max(row, row + by), by };
			}
		}
	}
	return best;
}

function gain(there: string | undefined, moved: string | undefined, wanted = ''): number {
	const good = Number(moved === wanted) - Number(there === wanted);
	return good * wanted.length;
}

function scrollBytes({ top, bottom, by }: Scroll): string {
	return `\u001b[${top + 1};${bottom + 1}r\u001b[${top + 1}H\u001b[${Math.abs(by)}${by > 0 ? 'M' : 'L'}\u001b[r`;
}

function scrolled(before: readonly string[], { top, bottom, by }: Scroll, rows: number): string[] {
	return Array.from({ length: rows }, (_, row) => {
		if (row < top || row > bottom) return before[row] ?? '';
		const from = row + by;
		return from >= top && from <= bottom ? (before[from] ?? '') : '';
	});
}
