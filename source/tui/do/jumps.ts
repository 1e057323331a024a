import { comingAt } from '../conversation/current.ts';
import { ADDING, type Desk } from '../desk.ts';
import { say } from '../say.ts';
import { jumping, jumpToRow, placeCursor, reveal } from './place.ts';

// Along and across branches.

/** The nearest fork at the cursor or above it: its turns, and which of them the path goes through. */
export function forkAt(desk: Desk): { siblings: string[]; at: number } | undefined {
	const { path } = desk.state();
	for (let i = path.length - 1; i > 0; i--) {
		const siblings = desk.forest.outline.below(path[i - 1] as string).map(({ bates }) => bates);
		if (siblings.length > 1) return { siblings, at: siblings.indexOf(path[i] as string) };
	}
	return undefined;
}

function toSibling(desk: Desk, by: number): void {
	const fork = forkAt(desk);
	if (!fork) return;
	const { siblings, at } = fork;
	const next = siblings[(at + by + siblings.length) % siblings.length] as string;
	const last = desk.state().lastVisited.get(next);
	reveal(desk, last !== undefined && desk.forest.outline.lineage(last).includes(next) ? last : next);
}

function alongPath(desk: Desk, by: 1 | -1): void {
	const { path, lastVisited } = desk.state();
	const bates = path.at(-1);
	if (bates === undefined) return;
	if (by === -1) {
		const above = path.at(-2);
		if (above !== undefined && desk.forest.outline.row(above)?.parent_bates != null) reveal(desk, above);
		return;
	}
	const below = desk.forest.outline.below(bates);
	const visited = desk.forest.outline.lineage(lastVisited.get(bates) ?? bates);
	const next = below.find((row) => visited.includes(row.bates)) ?? below[0];
	if (!next) return;
	const kept = lastVisited.get(bates);
	reveal(desk, next.bates);
	// Going down the path step by step must not forget where it leads.
	if (kept !== undefined) desk.apply({ type: 'visited', path: desk.forest.outline.lineage(kept) });
}

/** How far ahead a branch point is looked for. */
const LOOK_AHEAD = 20_000;

function toBranchPoint(desk: Desk): void {
	const { tree, cursor } = desk.state();
	for (let step = 1; step < Math.min(tree.size, LOOK_AHEAD); step++) {
		const index = (cursor + step) % tree.size;
		const row = tree.at(index)?.row;
		if (row?.kind === 'turn' && row.turn.children > 1) {
			placeCursor(desk, index);
			return;
		}
	}
	say(desk, 'no other branch point in what is unfolded');
}

function jumpBack(desk: Desk): void {
	const { before } = desk.state();
	if (before !== null) jumpToRow(desk, before);
}

function toHit(desk: Desk, by: number): void {
	const { hits } = desk.state();
	if (!hits || hits.bates.length === 0) return;
	const at = (hits.at + by + hits.bates.length) % hits.bates.length;
	desk.apply({ type: 'hits', hits: { ...hits, at } });
	jumping(desk, () => reveal(desk, hits.bates[at] as string));
	say(desk, `hit ${at + 1} of ${hits.bates.length}`);
}

export const JUMPING = {
	'sibling.previous': (desk: Desk) => toSibling(desk, -1),
	'sibling.next': (desk: Desk) => toSibling(desk, 1),
	'path.previous': (desk: Desk) => alongPath(desk, -1),
	'path.next': (desk: Desk) => alongPath(desk, 1),
	'branch.next': toBranchPoint,
	'jump.back': jumpBack,
	'hit.next': (desk: Desk) => toHit(desk, 1),
	'hit.previous': (desk: Desk) => toHit(desk, -1),
	'pane.back'(desk: Desk) {
		const { focus, hits } = desk.state();
		if (hits) {
			desk.apply({ type: 'hits', hits: null });
			jumpToRow(desk, hits.from);
		} else if (focus !== 'tree') desk.apply({ type: 'focused', focus: 'tree' });
		else desk.running.get(comingAt(desk.state())?.place ?? ADDING)?.stop();
	},
};
