import { subtreeHash } from '../../hash/merkle.ts';
import type { FindingList } from './findings.ts';
import type { NodeTable } from './table.ts';

/** Recomputes every subtree_hash from the leaves up, without recursion: trees may be 200,000 deep. */
export function verifySubtrees(table: NodeTable, findings: FindingList): void {
	const parents = table.parents();
	const waiting = new Int32Array(table.size);
	for (const parent of parents) if (parent !== -1) waiting[parent] = (waiting[parent] as number) + 1;
	const below = new Map<number, Uint8Array[]>();
	const ready: number[] = [];
	for (let index = 0; index < table.size; index++) if (waiting[index] === 0) ready.push(index);
	const wrong: number[] = [];
	let done = 0;
	for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
		done++;
		const hash = subtreeHash(table.nodeHash(index), below.get(index) ?? []);
		below.delete(index);
		if (!table.subtreeHash(index).equals(hash)) wrong.push(index);
		const parent = parents[index] as number;
		if (parent === -1) continue;
		const siblings = below.get(parent);
		if (siblings) siblings.push(hash);
		else below.set(parent, [hash]);
		waiting[parent] = (waiting[parent] as number) - 1;
		if (waiting[parent] === 0) ready.push(parent);
	}
	if (wrong.length > 0) {
		const names = table.bates();
		for (const index of wrong.sort((a, b) => a - b)) {
			findings.add(
				'hashes',
				'turn.subtree_hash',
				names[index] as string,
				'its subtree_hash does not match what hangs below it',
			);
		}
	}
	if (done < table.size) {
		findings.add(
			'hashes',
			'tree.circle',
			`${table.size - done} turns`,
			'hang on no root: their parents run in a circle',
		);
	}
}
