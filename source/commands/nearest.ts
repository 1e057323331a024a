/** Which of the names was perhaps meant: one that begins alike, one a slip of the fingers away, or one that holds it. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
	if (typed.length < 2) return undefined;
	const begins = names.find((name) => name.startsWith(typed));
	if (begins !== undefined) return begins;
	const [closest] = names
		.map((name) => ({ name, slip: slip(typed, name) }))
		.filter((each) => each.slip <= 2)
		.sort((a, b) => a.slip - b.slip);
	return (
		closest?.name ??
		names.find((name) => name.length > 2 && typed.startsWith(name)) ??
		names.find((name) => typed.length > 3 && name.includes(typed))
	);
}

/** How long the part is that two words do not share: 0 for the same, 1 for a letter more, less or other, 2 for two swapped. */
function slip(a: string, b: string): number {
	const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
	let start = 0;
	while (start < shorter && a[start] === b[start]) start++;
	let end = 0;
	while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
	// Words that share nothing are not near, however short they are.
	return start + end === 0 ? Number.POSITIVE_INFINITY : longer - start - end;
}
