import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashCombine, leafHash, sha256 } from '../../source/hash/digest.ts';
import { MerkleBuilder, merklePath, merkleRoot, subtreeHash } from '../../source/hash/merkle.ts';

const leaf = (name: string) => leafHash(Buffer.from(name));
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(leaf) as [Buffer, Buffer, Buffer, Buffer, Buffer];

test('there is no root of nothing', () => {
	expect(() => merkleRoot([])).toThrow(RangeError);
});

test('a list of one is its own root', () => {
	expect(merkleRoot([a])).toEqual(a);
});

test('two leaves make a pair', () => {
	expect(merkleRoot([a, b])).toEqual(hashCombine(a, b));
});

test('the last of three pairs with itself', () => {
	expect(merkleRoot([a, b, c])).toEqual(hashCombine(hashCombine(a, b), hashCombine(c, c)));
});

test('the last of five pairs with itself on every odd layer', () => {
	const left = hashCombine(hashCombine(a, b), hashCombine(c, d));
	const right = hashCombine(e, e);
	expect(merkleRoot([a, b, c, d, e])).toEqual(hashCombine(left, hashCombine(right, right)));
});

test('the list that was given is left as it is', () => {
	const leaves = [c, a, b];
	merkleRoot(leaves);
	subtreeHash(d, leaves);
	expect(leaves).toEqual([c, a, b]);
});

test('a turn with nothing below is a leaf', () => {
	expect(subtreeHash(a, [])).toEqual(leafHash(a));
});

test('a turn with children is combined with their root, children sorted by their bytes', () => {
	const sorted = [b, c, d].sort(Buffer.compare);
	expect(subtreeHash(a, [d, b, c])).toEqual(hashCombine(leafHash(a), merkleRoot(sorted)));
});

test('the order in which children came does not change the hash', () => {
	const shuffled = fc
		.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 12 })
		.chain((numbers) =>
			fc.tuple(
				fc.constant(numbers),
				fc.shuffledSubarray(numbers, { minLength: numbers.length, maxLength: numbers.length }),
			),
		);
	fc.assert(
		fc.property(shuffled, ([numbers, mixed]) => {
			const hashes = (list: number[]) => list.map((number) => sha256(String(number)));
			expect(subtreeHash(a, hashes(mixed))).toEqual(subtreeHash(a, hashes(numbers)));
		}),
	);
});

test('from every leaf a path leads to the root, and to no other from another leaf', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (size, pick) => {
			const leaves = Array.from({ length: size }, (_, i) => sha256(String(i)));
			const climb = (from: Uint8Array) =>
				merklePath(leaves, pick % size).reduce<Uint8Array>(
					(node, { side, hash }) => (side === 'left' ? hashCombine(hash, node) : hashCombine(node, hash)),
					from,
				);
			expect(climb(leaves[pick % size] as Uint8Array)).toEqual(merkleRoot(leaves));
			expect(climb(sha256('other'))).not.toEqual(merkleRoot(leaves));
			expect(merklePath(leaves, pick % size)).toHaveLength(Math.ceil(Math.log2(size)));
		}),
	);
});

test('leaves that come one by one have the same root, whenever it is asked for', () => {
	const builder = new MerkleBuilder();
	expect(() => builder.root()).toThrow(RangeError);
	const leaves: Uint8Array[] = [];
	for (let i = 0; i < 130; i++) {
		leaves.push(sha256(String(i)));
		builder.add(sha256(String(i)));
		expect(builder.root()).toEqual(merkleRoot(leaves));
	}
});
