import { subtreeHash } from '../../hash/merkle.ts';
import type { FindingList } from './findings.ts';
import type { NodeTable } from './table.ts';

const NONE = -1;
const DONE = -1;

export function verifySubtrees(table: NodeTable, findings: FindingList): void {
	const { differing, done } = computeSubtrees(table);
	if (differing.size > 0) {
		const names = table.bates();
		for (const index of [...differing.keys()].sort((a, b) => a - b)) {
			const what = 'its subtree_hash does not match what hangs below it';
			findings.add('hashes', 'turn.subtree_hash', names[index] as string, what);
		}
	}
	if (done < table.size) {
		const what = 'hang on no root: their parents run in a circle';
		findings.add('hashes', 'tree.circle', `${table.size - done} turns`, what);
	}
}

/**
 * Computes every subtree_hash from the leaves up, without recursion: trees may be 200,000 deep. Returns those that the rows
 * say otherwise, by index, and how many rows hang on a root.
 */
export function computeSubtrees(table: NodeTable): { differing: Map<number, Uint8Array>; done: number } {
	const parents = table.parents();
	const { first, next, waiting } = childrenOf(parents);
	/** What was computed where the row says something else; everywhere else the row's is as good. */
	const differing = new Map<number, Uint8Array>();
	let done = 0;
	for (let index = parents.length - 1; index >= 0; index--) {
		// Rows stand after their parents, but in a shard of another program; a parent that was passed waits for its last child.
		for (let at = index; at >= index && waiting[at] === 0; at = parents[at] as number) {
			const below: Uint8Array[] = [];
			for (let child = first[at] as number; child !== NONE; child = next[child] as number)
				below.push(differing.get(child) ?? table.subtreeHash(child));
			const hash = subtreeHash(table.nodeHash(at), below);
			if (!table.subtreeHash(at).equals(hash)) differing.set(at, hash);
			waiting[at] = DONE;
			const parent = parents[at] as number;
			if (parent !== NONE) waiting[parent] = (waiting[parent] as number) - 1;
			done++;
		}
	}
	return { differing, done };
}

/** The first child of each, the next sibling of each, and how many children each has. */
function childrenOf(parents: Int32Array): { first: Int32Array; next: Int32Array; waiting: Int32Array } {
	const first = new Int32Array(parents.length).fill(NONE);
	const next = new Int32Array(parents.length).fill(NONE);
	const waiting = new Int32Array(parents.length);
	for (let index = parents.length - 1; index >= 0; index--) {
		const parent = parents[index] as number;
		if (parent < NONE) waiting[index] = DONE;
		if (parent < 0) continue;
		next[index] = first[parent] as number;
		first[parent] = index;
		waiting[parent] = (waiting[parent] as number) + 1;
	}
	return { first, next, waiting };
}
