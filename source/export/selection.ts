import type { Forest } from '../store/forest.ts';
import type { Turn } from '../store/types.ts';

/** What is handed out: trees or parts of trees, each turn once. */
export interface Selection {
	title: string;
	/** The session that it is of, when it is of one. */
	sid: string | undefined;
	/** What the store said its root is, when a whole session is handed out. */
	root: string | undefined;
	/** In preorder: each after its parent, branches one after the other. Can be read more than once. */
	turns(): Iterable<Picked>;
}

export interface Picked {
	turn: Turn;
	/** From 1 on, in the order they are handed out. */
	number: number;
	/** The number of the turn above; undefined when that one is not handed out. */
	above: number | undefined;
	/** How many forks lie above it. */
	level: number;
	/** Turns right below it that are handed out. */
	below: number;
}

/** One turn with everything above and below it. */
export function branchOf(forest: Forest, bates: string): Selection {
	const path = forest.path(bates);
	return {
		title: titleOf(path.at(-1)),
		sid: undefined,
		root: undefined,
		turns: () => picked(forest, path.slice(0, -1), path.slice(-1), new Set()),
	};
}

/** One turn with everything above it. */
export function pathOf(forest: Forest, bates: string): Selection {
	const path = forest.path(bates);
	const turns = () => picked(forest, path, [], new Set());
	return { title: titleOf(path.at(-1)), sid: undefined, root: undefined, turns };
}

/** A session's tree, and its turns that hang under other sessions' turns, each with what hangs below it. */
export function sessionOf(forest: Forest, sid: string): Selection {
	const session = forest.session(sid);
	const root = session && forest.turn(session.root_bates);
	const turns = () => picked(forest, [], firstTurns(forest, sid), new Set());
	return { title: session?.label ?? sid, sid, root: root?.subtree_hash, turns };
}

/** Every session, newest first. */
export function everything(forest: Forest): Selection {
	return {
		title: 'Everything',
		sid: undefined,
		root: undefined,
		*turns() {
			const seen = new Set<string>();
			let number = 0;
			for (const { sid } of forest.sessions()) {
				for (const each of picked(forest, [], firstTurns(forest, sid), seen, number)) {
					number = each.number;
					yield each;
				}
			}
		},
	};
}

function firstTurns(forest: Forest, sid: string): Turn[] {
	const root = forest.session(sid)?.root_bates;
	const entries = forest.entries(sid).flatMap((bates) => forest.turn(bates) ?? []);
	return root === undefined ? [] : [...forest.children(root), ...entries];
}

function titleOf(turn: Turn | undefined): string {
	return turn?.label ?? (turn?.question.split('\n', 1)[0] || '(opening)');
}

/** A path, then trees below its end; every walk is a loop, so that depth costs no stack. */
function* picked(
	forest: Forest,
	path: readonly Turn[],
	tops: readonly Turn[],
	seen: Set<string>,
	from = 0,
): Generator<Picked> {
	let number = from;
	for (const [index, turn] of path.entries()) {
		number++;
		const isLast = index === path.length - 1 && tops.length === 0;
		yield { turn, number, above: index === 0 ? undefined : number - 1, level: 0, below: isLast ? 0 : 1 };
	}
	const above = path.length > 0 ? number : undefined;
	const waiting = tops.map((turn) => ({ turn, above, level: 0 })).reverse();
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		if (seen.has(next.turn.bates)) continue;
		seen.add(next.turn.bates);
		number++;
		const children = forest.children(next.turn.bates).filter(({ bates }) => !seen.has(bates));
		yield { ...next, number, below: children.length };
		const level = next.level + (children.length > 1 ? 1 : 0);
		for (const turn of children.reverse()) waiting.push({ turn, above: number, level });
	}
}
