import { BatesMap } from './bates-map.ts';
import { Hashes } from './hashes.ts';

const NONE = -1;

/** Places and hashes of all nodes, packed: a million nodes must fit beside the replay in memory. */
export class NodeTable {
	readonly #index = new BatesMap<number>();
	readonly #nodeHashes = new Hashes();
	readonly #subtreeHashes = new Hashes();
	#parents = new Int32Array(1024);
	/** Highest seq of each session. */
	readonly highest = new Map<string, { seq: number }>();
	// Rows come session by session.
	#lastSid: string | undefined;
	#lastHighest = { seq: -1 };

	get size(): number {
		return this.#index.size;
	}

	/** The index of a new row; -1 when the bates id is in the table already. */
	add(bates: string, sid: string, seq: unknown, nodeHash: string, subtreeHash: string): number {
		const index = this.#index.size;
		if (this.#index.has(bates)) return -1;
		this.#index.set(bates, index);
		if (index === this.#parents.length) this.#grow();
		this.#nodeHashes.set(index, nodeHash);
		this.#subtreeHashes.set(index, subtreeHash);
		this.#parents[index] = NONE;
		if (sid !== this.#lastSid) {
			this.#lastSid = sid;
			this.#lastHighest = this.highest.get(sid) ?? { seq: -1 };
			this.highest.set(sid, this.#lastHighest);
		}
		if (typeof seq === 'number' && seq > this.#lastHighest.seq) this.#lastHighest.seq = seq;
		return index;
	}

	has(bates: string): boolean {
		return this.#index.has(bates);
	}

	indexOf(bates: string): number | undefined {
		return this.#index.get(bates);
	}

	/** Both are indexes; a root's parent is null. */
	hang(index: number, parent: number | null): void {
		this.#parents[index] = parent ?? NONE;
	}

	nodeHashHex(index: number): string {
		return this.#nodeHashes.hex(index);
	}

	nodeHash(index: number): Buffer {
		return this.#nodeHashes.bytes(index);
	}

	subtreeHash(index: number): Buffer {
		return this.#subtreeHashes.bytes(index);
	}

	parents(): Int32Array {
		return this.#parents.subarray(0, this.size);
	}

	/** The bates ids by their indexes. */
	bates(): string[] {
		const names: string[] = [];
		for (const [bates, index] of this.#index) names[index] = bates;
		return names;
	}

	#grow(): void {
		const parents = new Int32Array(this.#parents.length * 2);
		parents.set(this.#parents);
		this.#parents = parents;
	}
}
