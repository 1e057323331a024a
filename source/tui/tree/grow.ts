import type { Outline, OutlineRow } from '../../store/outline.ts';
import { type Branch, branchOf } from './branch.ts';
import type { TreeRow } from './rows.ts';

/** What the person has folded and unfolded, and what must not be hidden. */
export interface Folds {
	/** Turns whose descendants are hidden. */
	readonly folded: ReadonlySet<string>;
	/** First turns of quiet runs that are shown in full. */
	readonly openRuns: ReadonlySet<string>;
	/** Turns that no run may hide: where sessions stand, the cursor's target, drafts. */
	readonly pinned: ReadonlySet<string>;
	/** Turns after which a very long chain was read on. */
	readonly readOn: ReadonlySet<string>;
}

/** A run of at least this many plain turns folds; the two before it and the one after it always show. */
const QUIET_RUN = 12;
/** How many turns of a chain are read at once. */
export const CHAIN = 2000;
const HIDDEN_MOST = 1000;

interface Frame {
	readonly first: OutlineRow;
	readonly rows: readonly TreeRow[];
	readonly children: readonly OutlineRow[];
	readonly forks: Branch[];
}

/** Grows branches from the outline, and keeps them: a branch whose first turn has the same subtree_hash is given back as it was. */
export class Grower {
	readonly #outline: Outline;
	readonly #kept = new Map<string, Branch>();
	/** How many rows were computed, for the tests that count. */
	computed = 0;

	constructor(outline: Outline) {
		this.#outline = outline;
	}

	/** A fold, a label or a place changed at a turn, which moves no hash: the branches above it are grown again. */
	forget(bates: string): void {
		for (const each of this.#outline.lineage(bates)) this.#kept.delete(each);
	}

	/** The branch of a session: its root is no row. */
	session(root: OutlineRow, folds: Folds): Branch {
		const kept = this.#kept.get(root.bates);
		if (kept?.hash === root.subtree_hash) return kept;
		const children = this.#outline.below(root.bates);
		const [only] = children;
		const branch =
			children.length === 1 && only
				? { ...this.#grow(only, folds), first: root.bates, hash: root.subtree_hash }
				: branchOf(
						root.bates,
						root.subtree_hash,
						[],
						children.map((child) => this.#grow(child, folds)),
					);
		this.#kept.set(root.bates, branch);
		return branch;
	}

	/** Without recursion: forks may nest 10,000 deep. */
	#grow(start: OutlineRow, folds: Folds): Branch {
		const known = this.#known(start);
		if (known) return known;
		const frames: Frame[] = [this.#chain(start, folds)];
		for (;;) {
			const frame = frames.at(-1) as Frame;
			const next = frame.children[frame.forks.length];
			if (next) {
				const kept = this.#known(next);
				if (kept) frame.forks.push(kept);
				else frames.push(this.#chain(next, folds));
				continue;
			}
			frames.pop();
			const branch = branchOf(frame.first.bates, frame.first.subtree_hash, frame.rows, frame.forks);
			this.#kept.set(branch.first, branch);
			const above = frames.at(-1);
			if (!above) return branch;
			above.forks.push(branch);
		}
	}

	#known(row: OutlineRow): Branch | undefined {
		const kept = this.#kept.get(row.bates);
		return kept?.hash === row.subtree_hash ? kept : undefined;
	}

	/** The turns from here to the next fork, leaf or fold, and the children of the last one. */
	#chain(first: OutlineRow, folds: Folds): Frame {
		const turns: OutlineRow[] = [first];
		let children: readonly OutlineRow[] = [];
		let more = false;
		for (let last = first, most = CHAIN; !folds.folded.has(last.bates) && last.children > 0; ) {
			children = this.#outline.below(last.bates);
			const [only] = children;
			if (children.length !== 1 || !only) break;
			if (turns.length >= most) {
				if (!folds.readOn.has(last.bates)) {
					more = true;
					break;
				}
				most += CHAIN;
			}
			turns.push(only);
			children = [];
			last = only;
		}
		const rows = this.#rows(turns, folds);
		const last = turns.at(-1) as OutlineRow;
		if (more) rows.push({ kind: 'more', after: last.bates });
		this.computed += rows.length;
		return { first, rows, children: more ? [] : children, forks: [] };
	}

	#rows(turns: readonly OutlineRow[], folds: Folds): TreeRow[] {
		const rows: TreeRow[] = [];
		const quiet = (turn: OutlineRow) => turn.label === null && !folds.pinned.has(turn.bates);
		for (let i = 0; i < turns.length; ) {
			const turn = turns[i] as OutlineRow;
			let end = i;
			if (i >= 2) while (end < turns.length - 1 && quiet(turns[end] as OutlineRow)) end++;
			if (end - i >= QUIET_RUN && !folds.openRuns.has(turn.bates)) {
				rows.push({ kind: 'run', first: turn.bates, last: (turns[end - 1] as OutlineRow).bates, turns: end - i });
				i = end;
				continue;
			}
			// A run that is open, or too short to fold, is shown whole.
			for (const stop = Math.max(end, i + 1); i < stop; i++) rows.push(this.#turn(turns[i] as OutlineRow, folds));
		}
		return rows;
	}

	#turn(turn: OutlineRow, folds: Folds): TreeRow {
		const folded = turn.children > 0 && folds.folded.has(turn.bates);
		return { kind: 'turn', turn, folded, hidden: folded ? this.#outline.countBelow(turn.bates, HIDDEN_MOST) : 0 };
	}
}
