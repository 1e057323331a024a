/** What was probably meant: the candidate that takes the fewest changes, or starts the same; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
	const wanted = word.toLowerCase().slice(0, LONGEST);
	const near = candidates
		.map((candidate) => ({ candidate, changes: changes(wanted, candidate.toLowerCase().slice(0, LONGEST)) }))
		.filter(({ candidate, changes }) => changes <= Math.ceil(wanted.length / 3) || begins(candidate, wanted))
		.sort((a, b) => a.changes - b.changes);
	return near[0]?.candidate;
}

/** ` Did you mean “x”?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
	const meant = nearest(word, candidates);
	return meant === undefined ? '' : ` Did you mean “${meant}”?`;
}

const LONGEST = 60;

function begins(candidate: string, wanted: string): boolean {
	return wanted.length > 2 && candidate.toLowerCase().startsWith(wanted);
}

/** Levenshtein's distance. */
function changes(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
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
