import { contentSha256, nodeHash } from '../hash/chain.ts';
import { leafHash } from '../hash/digest.ts';
import { MerkleBuilder, subtreeHash } from '../hash/merkle.ts';
import { formatBates } from './bates.ts';
import { insertRow } from './insert.ts';
import { noTurn } from './missing.ts';
import { ripple } from './ripple.ts';
import type { NodeTexts } from './rows.ts';
import type { WriteStatements } from './statements.ts';
import type { NodeRow, Session, Touched } from './types.ts';

/** Nodes that one session mints together: each hash is taken once, from the leaves up, before the first row is written. */
export class Minting {
	readonly #statements: WriteStatements;
	readonly #sid: string;
	readonly #first: number;
	readonly #content = new MerkleBuilder();
	/** The rows, the place of each one's parent in this batch (-1 when the parent was there before), and its hash. */
	readonly #rows: NodeRow[] = [];
	readonly #parents: number[] = [];
	#hashes = Buffer.alloc(32 * 256);
	/** Nodes that were there before and get a child, with their node_hash. */
	readonly #outside = new Map<string, string>();

	constructor(statements: WriteStatements, { sid, next_seq }: Session) {
		this.#statements = statements;
		this.#sid = sid;
		this.#first = next_seq;
	}

	get size(): number {
		return this.#rows.length;
	}

	add(parent_bates: string | null, texts: NodeTexts): NodeRow {
		const place = this.size;
		const seq = this.#first + place;
		const bates = formatBates(this.#sid, seq);
		const parent = this.#placeOf(parent_bates);
		const parentHash = parent_bates === null ? null : this.#parentHash(parent, parent_bates);
		const hash = nodeHash(parentHash, { ...texts, bates });
		const row: NodeRow = {
			...texts,
			bates,
			sid: this.#sid,
			seq,
			parent_bates,
			label: null,
			node_hash: hash.toString('hex'),
			// Known when all that hangs below it is.
			subtree_hash: '',
		};
		this.#rows.push(row);
		this.#parents.push(parent);
		if (this.#hashes.length < this.size * 32)
			this.#hashes = Buffer.concat([this.#hashes, Buffer.alloc(this.#hashes.length)]);
		this.#hashes.set(hash, place * 32);
		this.#content.add(leafHash(Buffer.from(row.node_hash + contentSha256(row), 'hex')));
		return row;
	}

	/** `content_root` of docs/format.md. */
	contentRoot(): string {
		return Buffer.from(this.#content.root()).toString('hex');
	}

	/**
	 * Takes every subtree_hash, last node first, since each stands after its parent; then writes the rows, once.
	 * Returns the changed paths above, root first.
	 */
	finish(): Touched[][] {
		const below = new Map<number, Uint8Array[]>();
		for (let place = this.size - 1; place >= 0; place--) {
			const own = this.#hashes.subarray(place * 32, place * 32 + 32);
			const children = below.get(place) ?? [];
			below.delete(place);
			const hash = subtreeHash(own, children);
			(this.#rows[place] as NodeRow).subtree_hash = Buffer.from(hash).toString('hex');
			const parent = this.#parents[place] as number;
			const siblings = below.get(parent);
			if (siblings) siblings.push(hash);
			else if (parent !== -1) below.set(parent, [hash]);
		}
		for (const row of this.#rows) insertRow(this.#statements, row);
		return [...this.#outside.keys()].map((bates) => ripple(this.#statements, bates));
	}

	#placeOf(bates: string | null): number {
		if (!bates?.startsWith(`${this.#sid}-`)) return -1;
		return Math.max(-1, Number(bates.slice(this.#sid.length + 1)) - this.#first);
	}

	#parentHash(place: number, bates: string): string {
		if (place >= 0) return this.#hashes.toString('hex', place * 32, place * 32 + 32);
		const known = this.#outside.get(bates) ?? this.#statements.node.get(bates)?.node_hash;
		if (known === undefined) throw noTurn(bates, 'to hang an imported turn under');
		this.#outside.set(bates, known);
		return known;
	}
}
