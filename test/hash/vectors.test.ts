import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CanonicalValue, canonicalJson, isCanonicalJson } from '../../source/hash/canonical.ts';
import { contentSha256, eventHash, type NodeContent, type NodeIdentity, nodeHash } from '../../source/hash/chain.ts';
import { hashCombine, leafHash } from '../../source/hash/digest.ts';
import { merkleRoot, subtreeHash } from '../../source/hash/merkle.ts';

// Worked examples by a program in another language that shares no code with this one; see test/vectors/make_vectors.py.

interface Vectors {
	hashes: {
		canonical_json: { value: CanonicalValue; text: string }[];
		leaf_hash: { hex: string; is: string }[];
		hash_combine: { left: string; right: string; is: string }[];
		merkle_root: { leaves: string[]; is: string }[];
		subtree_hash: { node_hash: string; children: string[]; is: string }[];
		node_hash?: { node: NodeIdentity; parent_node_hash: string | null; is: string }[];
		content_sha256?: { node: NodeContent; is: string }[];
		event_hash?: { prev_event_hash: string | null; body: string; is: string }[];
	};
}

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');
const files = ['../vectors/vectors.json', '../../../shared/spec/vectors.json']
	.map((path) => new URL(path, import.meta.url))
	.filter((url) => existsSync(url));

describe.each(files.map((url) => [url.pathname.split('/').slice(-2).join('/'), url] as const))('%s', (_name, url) => {
	const { hashes } = JSON.parse(readFileSync(url, 'utf8')) as Vectors;

	test.each(hashes.canonical_json)('canonical JSON $text', ({ value, text }) => {
		expect(canonicalJson(value)).toBe(text);
		expect(isCanonicalJson(JSON.parse(text), text)).toBe(true);
	});

	test('leaves', () => {
		for (const vector of hashes.leaf_hash) expect(hex(leafHash(bytes(vector.hex)))).toBe(vector.is);
	});

	test('pairs', () => {
		for (const { left, right, is } of hashes.hash_combine) expect(hex(hashCombine(bytes(left), bytes(right)))).toBe(is);
	});

	test.each(hashes.merkle_root)('the root of $leaves.length leaves', ({ leaves, is }) => {
		expect(hex(merkleRoot(leaves.map(bytes)))).toBe(is);
	});

	test.each(hashes.subtree_hash)('a turn with $children.length children', ({ node_hash, children, is }) => {
		expect(hex(subtreeHash(bytes(node_hash), children.map(bytes)))).toBe(is);
	});

	test.each(hashes.node_hash ?? [])('node_hash $is', ({ node, parent_node_hash, is }) => {
		expect(hex(nodeHash(parent_node_hash, node))).toBe(is);
	});

	test.each(hashes.content_sha256 ?? [])('content_sha256 $is', ({ node, is }) => {
		expect(contentSha256(node)).toBe(is);
	});

	test.each(hashes.event_hash ?? [])('event_hash $is', ({ prev_event_hash, body, is }) => {
		expect(eventHash(prev_event_hash, body)).toBe(is);
	});
});
