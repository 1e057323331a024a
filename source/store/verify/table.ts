import { BatesMap } from './bates-map.ts';
import { Hashes } from './hashes.ts';

const NONE = -1;
const ABSENT = -2;

/** Places and hashes of the rows of `nodes`, packed. */
export class NodeTable {
	readonly #index: BatesMap<number>;
	readonly #nodeHashes: Hashes;
	readonly #subtreeHashes: Hashes;
	#parents: Int32Array;
	#size = 0;
	/** Highest seq of each session. */
	readonly highest = new Map<string, { seq: number }>();
	// Rows come session by session.
	#lastSid: string | undefined;
	#lastHighest = { seq: -1 };

	/** Of no rows yet. What is given may hold what is known of them: a row keeps the index that it has there. */
	constructor(index = new BatesMap<number>(), nodeHashes = new Hashes(), subtreeHashes = new Hashes()) {
		this.#index = index;
		this.#nodeHashes = nodeHashes;
		this.#subtreeHashes = subtreeHashes;
		this.#parents = new Int32Array(Math.max(1024, index.size)).fill(ABSENT);
	}

	/** How many rows. */
	get size(): number {
		return this.#size;
	}

	/** The index of a new row; -1 when the bates id is in the table already. */
	add(bates: string, sid: string, seq: unknown): number {
		const index = this.#index.get(bates) ?? this.#index.size;
		if (index === this.#index.size) this.#index.set(bates, index);
		else if (this.#parents[index] !== ABSENT) return -1;
		if (index === this.#parents.length) this.#grow();
		this.#parents[index] = NONE;
		this.#size++;
		if (sid !== this.#lastSid) {
			this.#lastSid = sid;
			this.#lastHighest = this.highest.get(sid) ?? { seq: -1 };
			this.highest.set(sid, this.#lastHighest);
		}
		if (typeof seq === 'number' && seq > this.#lastHighest.seq) this.#lastHighest.seq = seq;
		return index;
	}

	/** What its row says. */
	hold(index: number, nodeHash: string, subtreeHash: string): void {
		this.#nodeHashes.set(index, nodeHash);
		this.#subtreeHashes.set(index, subtreeHash);
	}

	has(bates: string): boolean {
		return this.indexOf(bates) !== undefined;
	}

	indexOf(bates: string): number | undefined {
		const index = this.#index.get(bates);
		return index === undefined || this.#parents[index] === ABSENT ? undefined : index;
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

	/** The index of each one's parent; negative for none, below -1 where there is no row. */
	parents(): Int32Array {
		return this.#parents.subarray(0, this.#index.size);
	}

	/** The bates ids by their indexes. */
	bates(): string[] {
		const names: string[] = [];
		for (const [bates, index] of this.#index) names[index] = bates;
		return names;
	}

	#grow(): void {
		const parents = new Int32Array(this.#parents.length * 2).fill(ABSENT);
		parents.set(this.#parents);
		this.#parents = parents;
	}
}
