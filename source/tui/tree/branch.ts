import type { PlacedRow, TreeRow } from './rows.ts';

/**
 * A stretch of the tree that hangs together: a chain of single children, then the forks in which it ends. Immutable, and
 * free of its place (no depth, no sibling number), so that an unchanged branch is the same object from one tree to the next.
 */
export interface Branch {
	/** The bates id of its first turn. */
	readonly first: string;
	/** The subtree_hash of its first turn: the memo key. */
	readonly hash: string;
	readonly rows: readonly TreeRow[];
	readonly forks: readonly Branch[];
	/** Where each fork's rows start, counted from the branch's first row. */
	readonly starts: readonly number[];
	/** All rows, those of its forks too. */
	readonly size: number;
}

export function branchOf(first: string, hash: string, rows: readonly TreeRow[], forks: readonly Branch[]): Branch {
	const starts: number[] = [];
	let size = rows.length;
	for (const fork of forks) {
		starts.push(size);
		size += fork.size;
	}
	return { first, hash, rows, forks, starts, size };
}

/** The row at an index, found by walking down: a million rows cost what their depth in forks costs. */
export function placedAt(branch: Branch, index: number): PlacedRow | undefined {
	if (index < 0 || index >= branch.size) return undefined;
	const trunks: boolean[] = [];
	let at = branch;
	let rest = index;
	let fork: PlacedRow['fork'];
	while (rest >= at.rows.length) {
		const which = lastNotAbove(at.starts, rest);
		const next = at.forks[which] as Branch;
		rest -= at.starts[which] as number;
		trunks.push(which < at.forks.length - 1);
		fork = { at: which + 1, of: at.forks.length };
		at = next;
	}
	const row = at.rows[rest] as TreeRow;
	return fork && rest === 0 ? { row, trunks, fork } : { row, trunks };
}

/**
 * The index of a turn, given the bates ids from its root down to it; of a turn that is not a row, the index of what hides
 * it. Undefined when the lineage does not enter the branch.
 */
export function indexIn(branch: Branch, lineage: readonly string[]): number | undefined {
	const depth = new Map(lineage.map((bates, i) => [bates, i]));
	let start = 0;
	let at = branch;
	for (;;) {
		const next = at.forks.findIndex((fork) => depth.has(fork.first));
		const goesOn = next !== -1;
		if (!goesOn) return lastOnLineage(at.rows, depth, start);
		start += at.starts[next] as number;
		at = at.forks[next] as Branch;
	}
}

function lastOnLineage(
	rows: readonly TreeRow[],
	depth: ReadonlyMap<string, number>,
	start: number,
): number | undefined {
	const target = depth.size - 1;
	let best: number | undefined;
	for (const [i, row] of rows.entries()) {
		if (row.kind === 'turn' && depth.has(row.turn.bates)) best = start + i;
		else if (row.kind === 'run') {
			const first = depth.get(row.first);
			const last = depth.get(row.last);
			if (first !== undefined && (last === undefined || last >= target)) best = start + i;
		} else if (row.kind === 'more' && depth.has(row.after) && (depth.get(row.after) as number) < target)
			best = start + i;
	}
	return best;
}

/** Binary search: the last position whose value is not above `value`. */
export function lastNotAbove(sorted: readonly number[], value: number): number {
	let low = 0;
	let high = sorted.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((sorted[middle] as number) <= value) low = middle;
		else high = middle - 1;
	}
	return low;
}
