import { BatesMap } from './bates-map.ts';

const NONE = -1;

/** Places and hashes of all nodes, packed: a million nodes must fit beside the replay in memory. */
export class NodeTable {
	readonly #index = new BatesMap<number>();
	#hashes = Buffer.alloc(64 * 1024);
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
		if (typeof nodeHash === 'string') this.#hashes.write(nodeHash, index * 64, 32, 'hex');
		if (typeof subtreeHash === 'string') this.#hashes.write(subtreeHash, index * 64 + 32, 32, 'hex');
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
		return this.#hashes.toString('hex', index * 64, index * 64 + 32);
	}

	nodeHash(index: number): Buffer {
		return this.#hashes.subarray(index * 64, index * 64 + 32);
	}

	subtreeHash(index: number): Buffer {
		return this.#hashes.subarray(index * 64 + 32, index * 64 + 64);
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
		const hashes = Buffer.alloc(this.#hashes.length * 2);
		this.#hashes.copy(hashes);
		this.#hashes = hashes;
		const parents = new Int32Array(this.#parents.length * 2);
		parents.set(this.#parents);
		this.#parents = parents;
	}
}
