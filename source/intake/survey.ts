import { groupBy } from '../group.ts';

/** What is known of a session before it is read in. */
export interface Surveyed<File> {
	file: File;
	tool: string;
	key: string;
	/** Milliseconds since 1970; infinite when it says no time. */
	firstAt: number;
	lastAt: number;
	/** The session that it goes on from. */
	after: string | undefined;
}

/** By when they began, each after the one that it goes on from; the same whatever order they were found in. */
export function inOrder<File>(surveyed: readonly Surveyed<File>[]): Surveyed<File>[] {
	const sorted = [...surveyed].sort(
		(a, b) => order(a.firstAt, b.firstAt) || order(a.lastAt, b.lastAt) || order(a.tool, b.tool) || order(a.key, b.key),
	);
	const byName = groupBy(sorted, ({ tool, key }) => name(tool, key));
	const placed = new Set<Surveyed<File>>();
	for (const each of sorted) {
		// Down to the first of a line of forks, and up again.
		const line: Surveyed<File>[] = [];
		const seen = new Set<string>();
		let next: Surveyed<File> | undefined = each;
		while (next && !placed.has(next) && !seen.has(name(next.tool, next.key))) {
			seen.add(name(next.tool, next.key));
			line.push(next);
			next = next.after === undefined ? undefined : byName.get(name(next.tool, next.after))?.[0];
		}
		for (const session of line.reverse()) placed.add(session);
	}
	return [...placed];
}

function name(tool: string, key: string): string {
	return `${tool}\n${key}`;
}

/** For `sort`: by what they are, not by any language's alphabet. */
export function order<Value extends string | number>(a: Value, b: Value): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
