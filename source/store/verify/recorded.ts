import { BatesMap } from './bates-map.ts';
import { Hashes } from './hashes.ts';
import { NodeTable } from './table.ts';

/** A turn as the chain alone tells it. */
export interface RecordedNode {
	/** Both null of an imported node: its session's content_root holds it. */
	node_hash: unknown;
	content_sha256: unknown;
	label_sha256: unknown;
	forgotten: { before: unknown; after: unknown } | null;
}

/** What few nodes have: a label, an end, or hashes that are none. */
type Rare = Partial<RecordedNode>;

const UNSET = '0'.repeat(64);

/** Every node that the chain tells of, packed: a million must fit in memory beside the rows. */
export class RecordedNodes {
	readonly #index = new BatesMap<number>();
	readonly #nodeHashes = new Hashes();
	readonly #contents = new Hashes();
	readonly #rare = new Map<number, Rare>();

	get size(): number {
		return this.#index.size;
	}

	[Symbol.iterator](): Iterator<[bates: string, index: number]> {
		return this.#index[Symbol.iterator]();
	}

	indexOf(bates: string): number | undefined {
		return this.#index.get(bates);
	}

	/** A node that is known already is told anew. Null hashes are those of an imported node. */
	add(bates: string, node_hash: unknown, content_sha256: unknown): void {
		const index = this.#index.get(bates) ?? this.#index.size;
		this.#index.set(bates, index);
		if (this.#rare.size > 0) this.#rare.delete(index);
		const held = [this.#nodeHashes.set(index, node_hash), this.#contents.set(index, content_sha256)];
		const imported = node_hash === null && content_sha256 === null;
		if (!imported && (held.includes(false) || node_hash === UNSET || content_sha256 === UNSET))
			this.change(index, { node_hash, content_sha256 });
	}

	change(index: number, to: Rare): void {
		this.#rare.set(index, { ...this.#rare.get(index), ...to });
	}

	/**
	 * A table for the rows, in the room of what is recorded: what is held of a row there takes the place of what was recorded
	 * of it. A million of both would not fit.
	 */
	table(): NodeTable {
		return new NodeTable(this.#index, this.#nodeHashes, this.#contents);
	}

	/** Whether a row is just what was recorded, and nothing happened to it since. */
	confirms(index: number, node_hash: string, content_sha256: string): boolean {
		if (this.#rare.size > 0 && this.#rare.has(index)) return false;
		return this.#contents.hex(index) === content_sha256 && this.#nodeHashes.hex(index) === node_hash;
	}

	at(index: number): RecordedNode {
		const [node_hash, content_sha256] = [this.#nodeHashes, this.#contents].map((hashes) => {
			const hex = hashes.hex(index);
			return hex === UNSET ? null : hex;
		});
		return { node_hash, content_sha256, label_sha256: null, forgotten: null, ...this.#rare.get(index) };
	}
}
