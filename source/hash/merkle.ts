import { hashCombine, leafHash } from './digest.ts';

/** Layer by layer in pairs; an odd layer pairs its last element with itself; a list of one is that element. Never of none. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
	if (leaves.length === 0) throw new RangeError('a Merkle root needs at least one leaf');
	let layer = leaves;
	while (layer.length > 1) layer = nextLayer(layer);
	return layer[0] as Uint8Array;
}

/** The other half of a pair, and the side on which it stands. */
export interface MerkleStep {
	side: 'left' | 'right';
	hash: Uint8Array;
}

/** What leads from one leaf to `merkleRoot`: the other half of each pair on the way up. */
export function merklePath(leaves: readonly Uint8Array[], index: number): MerkleStep[] {
	const path: MerkleStep[] = [];
	let layer = leaves;
	for (let at = index; layer.length > 1; at = Math.floor(at / 2)) {
		const own = layer[at] as Uint8Array;
		if (at % 2 === 1) path.push({ side: 'left', hash: layer[at - 1] as Uint8Array });
		else path.push({ side: 'right', hash: layer[at + 1] ?? own });
		layer = nextLayer(layer);
	}
	return path;
}

function nextLayer(layer: readonly Uint8Array[]): Uint8Array[] {
	const next: Uint8Array[] = [];
	for (let i = 0; i < layer.length; i += 2) {
		const left = layer[i] as Uint8Array;
		next.push(hashCombine(left, layer[i + 1] ?? left));
	}
	return next;
}

/** The hash over a node and all that hangs below it; the children's order does not matter. */
export function subtreeHash(nodeHash: Uint8Array, childSubtreeHashes: readonly Uint8Array[]): Uint8Array {
	const own = leafHash(nodeHash);
	if (childSubtreeHashes.length === 0) return own;
	return hashCombine(own, merkleRoot([...childSubtreeHashes].sort(Buffer.compare)));
}

/** `merkleRoot` of leaves that come one by one; holds a hash a layer, however many they are. */
export class MerkleBuilder {
	/** At each layer the left half of a pair that waits for its right half. */
	readonly #waiting: (Uint8Array | undefined)[] = [];

	add(leaf: Uint8Array): void {
		let hash = leaf;
		let layer = 0;
		for (let left = this.#waiting[0]; left; left = this.#waiting[++layer]) {
			hash = hashCombine(left, hash);
			this.#waiting[layer] = undefined;
		}
		this.#waiting[layer] = hash;
	}

	root(): Uint8Array {
		let hash: Uint8Array | undefined;
		for (const [layer, left] of this.#waiting.entries()) {
			const isTop = layer === this.#waiting.length - 1;
			if (left) hash = hash || !isTop ? hashCombine(left, hash ?? left) : left;
			else if (hash) hash = hashCombine(hash, hash);
		}
		if (!hash) throw new RangeError('a Merkle root needs at least one leaf');
		return hash;
	}
}
