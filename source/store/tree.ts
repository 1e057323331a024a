import type { Turn } from './types.ts';

/** A turn in its tree, in preorder. */
export interface TreeRow {
	turn: Turn;
	/** 1 below a root, one more for each turn above. */
	depth: number;
	/** How many turns hang right below it. */
	children: number;
	/** The turn of another session that this subtree hangs under, on the first row of such a subtree. */
	under?: string;
}

interface Source {
	turn(bates: string): Turn | undefined;
	children(bates: string): Turn[];
	entries(sid: string): string[];
}

/**
 * A session's own tree, roots left out, then one subtree for each of its turns that hangs under another session's turn
 * and is not shown yet: no session is ever empty, and no turn stands twice.
 */
export function sessionTree(source: Source, sid: string, root: string): TreeRow[] {
	const rows: TreeRow[] = [];
	const shown = new Set<string>();
	const grow = (first: Turn[], under?: string) => {
		const waiting = first.map((turn) => ({ turn, depth: 1 })).reverse();
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const { turn, depth } = next;
			if (shown.has(turn.bates)) continue;
			shown.add(turn.bates);
			const children = source.children(turn.bates);
			rows.push({ turn, depth, children: children.length, ...(depth === 1 && under !== undefined && { under }) });
			for (const child of children.reverse()) waiting.push({ turn: child, depth: depth + 1 });
		}
	};
	grow(source.children(root));
	for (const bates of source.entries(sid)) {
		const turn = shown.has(bates) ? undefined : source.turn(bates);
		if (turn) grow([turn], turn.parent_bates ?? undefined);
	}
	return rows;
}
