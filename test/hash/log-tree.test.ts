import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../source/hash/digest.ts';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, treeHead } from '../../source/hash/log-tree.ts';

const list = (length: number) => Array.from({ length }, (_, i) => sha256(String(i)));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('the heads are those of RFC 6962', () => {
	// The known answers of the reference implementation (Certificate Transparency): its entries are not hashes.
	const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
	const given = entries.map((entry) => Buffer.from(entry, 'hex'));
	expect(hex(treeHead([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
	expect(hex(treeHead(given.slice(0, 1)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
	expect(hex(treeHead(given.slice(0, 7)))).toBe('ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c');
	expect(hex(treeHead(given))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

test('each entry is shown to be in its list, and in no other place, list or order', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, pick) => {
			const entries = list(size);
			const index = pick % size;
			const proof = inclusionProof(entries, index);
			const entry = entries[index] as Uint8Array;
			const head = treeHead(entries);
			expect(isIncluded(entry, index, size, proof, head)).toBe(true);
			expect(isIncluded(sha256('other'), index, size, proof, head)).toBe(false);
			expect(isIncluded(entry, index, size, [...proof, head], head)).toBe(false);
			expect(isIncluded(entry, size, size, proof, head)).toBe(false);
			expect(isIncluded(entry, -1, size, proof, head)).toBe(false);
			if (size > 1) expect(isIncluded(entry, (index + 1) % size, size, proof, head)).toBe(false);
			if (size > 1) expect(isIncluded(entry, index, size, proof.slice(1), head)).toBe(false);
		}),
	);
});

test('a list is shown to go on from its beginning, and one that was rewritten is not', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, pick) => {
			const entries = list(size);
			const older = { size: 1 + (pick % size), head: treeHead(entries.slice(0, 1 + (pick % size))) };
			const newer = { size, head: treeHead(entries) };
			const proof = consistencyProof(entries, older.size);
			expect(isConsistent(older, newer, proof)).toBe(true);
			expect(isConsistent({ ...older, head: sha256('x') }, newer, proof)).toBe(false);
			expect(isConsistent(older, { ...newer, head: sha256('x') }, proof)).toBe(false);
			expect(isConsistent(older, newer, [...proof, sha256('x')])).toBe(false);
			expect(isConsistent(newer, { ...older, size: older.size - 1 }, proof)).toBe(false);
			expect(isConsistent({ ...older, size: 0 }, newer, proof)).toBe(false);
			if (proof.length > 0) expect(isConsistent(older, newer, proof.slice(0, -1))).toBe(false);
			if (proof.length > 0) expect(isConsistent(older, newer, [])).toBe(false);
			const rewritten = entries.with(pick % older.size, sha256('rewritten'));
			const forged = consistencyProof(rewritten, older.size);
			expect(isConsistent(older, { size, head: treeHead(rewritten) }, forged)).toBe(false);
		}),
	);
});
