// Longer than this nobody mistypes by a letter, and comparing would cost more than it is worth.
const LONGEST = 60;

/**
 * What was perhaps meant, nearest first: names that begin alike, then those a few changes away, then those that hold what
 * was typed. A single letter could mean anything, and means nothing.
 */
export function nearestOf(typed: string, names: readonly string[], most: number): string[] {
	const wanted = typed.trim().toLowerCase().slice(0, LONGEST);
	if (wanted.length < 2) return [];
	return names
		.map((name) => ({ name, far: farFrom(wanted, name.toLowerCase().slice(0, LONGEST)) }))
		.filter(({ far }) => far < Number.POSITIVE_INFINITY)
		.sort((a, b) => a.far - b.far)
		.slice(0, most)
		.map(({ name }) => name);
}

export function nearest(typed: string, names: readonly string[]): string | undefined {
	return nearestOf(typed, names, 1)[0];
}

/** ` Did you mean “x”?`, or nothing. */
export function didYouMean(typed: string, names: readonly string[]): string {
	const meant = nearest(typed, names);
	return meant === undefined ? '' : ` Did you mean “${meant}”?`;
}

function farFrom(wanted: string, name: string): number {
	if (name.startsWith(wanted)) return 0;
	const changes = editDistance(wanted, name);
	if (changes <= Math.ceil(wanted.length / 3) && changes < Math.min(wanted.length, name.length)) return changes;
	return wanted.length > 3 && name.includes(wanted) ? LONGEST : Number.POSITIVE_INFINITY;
}

/** Levenshtein's distance: letters put in, left out or changed. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
