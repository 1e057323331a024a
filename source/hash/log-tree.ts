import { leafHash, sha256 } from './digest.ts';

// The tree of RFC 6962 over a list that only grows: its head commits to the whole list in order, and short proofs show that
// an entry is in it, or that an older head's list is the beginning of a newer one's. Hashes are 32 raw bytes.

const NODE = Buffer.from([0x01]);

function combine(left: Uint8Array, right: Uint8Array): Buffer {
	return sha256(Buffer.concat([NODE, left, right]));
}

/** The largest power of two below `size`, which is at least 2. */
function split(size: number): number {
	return 2 ** (Math.ceil(Math.log2(size)) - 1);
}

/** Heads of the beginnings of a list whose entries come one by one: a hash a layer is kept, however many they are. */
export class LogTree {
	readonly #peaks: { size: number; hash: Uint8Array }[] = [];

	add(entry: Uint8Array): void {
		let peak = { size: 1, hash: leafHash(entry) as Uint8Array };
		for (let last = this.#peaks.at(-1); last?.size === peak.size; last = this.#peaks.at(-1)) {
			peak = { size: peak.size * 2, hash: combine(last.hash, peak.hash) };
			this.#peaks.pop();
		}
		this.#peaks.push(peak);
	}

	/** Of no entries: the hash of nothing. */
	head(): Uint8Array {
		const hashes = this.#peaks.map(({ hash }) => hash);
		return hashes.length === 0 ? sha256('') : hashes.reduceRight((right, left) => combine(left, right));
	}
}

export function treeHead(entries: readonly Uint8Array[]): Uint8Array {
	const tree = new LogTree();
	for (const entry of entries) tree.add(entry);
	return tree.head();
}

/** What shows that entry `index` is in the list: the heads beside its way up, from the bottom. */
export function inclusionProof(entries: readonly Uint8Array[], index: number): Uint8Array[] {
	if (entries.length === 1) return [];
	const at = split(entries.length);
	const [left, right] = [entries.slice(0, at), entries.slice(at)];
	return index < at
		? [...inclusionProof(left, index), treeHead(right)]
		: [...inclusionProof(right, index - at), treeHead(left)];
}

/** What shows that the first `size` entries (at least one) are the beginning of them all. */
export function consistencyProof(entries: readonly Uint8Array[], size: number, whole = true): Uint8Array[] {
	if (size === entries.length) return whole ? [] : [treeHead(entries)];
	const at = split(entries.length);
	const [left, right] = [entries.slice(0, at), entries.slice(at)];
	return size <= at
		? [...consistencyProof(left, size, whole), treeHead(right)]
		: [...consistencyProof(right, size - at, false), treeHead(left)];
}

/** Whether a proof leads from an entry to a head. */
export function isIncluded(
	entry: Uint8Array,
	index: number,
	size: number,
	proof: readonly Uint8Array[],
	head: Uint8Array,
): boolean {
	if (index < 0 || index >= size) return false;
	let hash: Uint8Array = leafHash(entry);
	let [at, last] = [index, size - 1];
	for (const beside of proof) {
		if (last === 0) return false;
		if (at % 2 === 1 || at === last) {
			hash = combine(beside, hash);
			while (at % 2 === 0) [at, last] = [at / 2, Math.floor(last / 2)];
		} else hash = combine(hash, beside);
		[at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
	}
	return last === 0 && Buffer.compare(hash, head) === 0;
}

/** Whether a proof shows that the list of the older head is the beginning of the newer one's. */
export function isConsistent(
	older: { size: number; head: Uint8Array },
	newer: { size: number; head: Uint8Array },
	proof: readonly Uint8Array[],
): boolean {
	if (older.size < 1 || older.size > newer.size) return false;
	if (older.size === newer.size) return proof.length === 0 && Buffer.compare(older.head, newer.head) === 0;
	let [at, last] = [older.size - 1, newer.size - 1];
	while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
	const [beginning, ...steps] = at === 0 ? [older.head, ...proof] : proof;
	if (!beginning) return false;
	let [first, second] = [beginning, beginning];
	for (const beside of steps) {
		if (last === 0) return false;
		if (at % 2 === 1 || at === last) {
			[first, second] = [combine(beside, first), combine(beside, second)];
			while (at % 2 === 0) [at, last] = [at / 2, Math.floor(last / 2)];
		} else second = combine(second, beside);
		[at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
	}
	return last === 0 && Buffer.compare(first, older.head) === 0 && Buffer.compare(second, newer.head) === 0;
}
