import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CanonicalValue, canonicalJson } from '../../source/hash/canonical.ts';
import { contentSha256, eventHash, labelSha256, type NodeContent, nodeHash } from '../../source/hash/chain.ts';
import { sha256, sha256Hex } from '../../source/hash/digest.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const anyTurn: fc.Arbitrary<NodeContent> = fc.record({
	answer_text: text,
	audit_mode: text,
	bates: text,
	cache_key: text,
	cited_titles_json: text,
	created_at: text,
	meta_json: text,
	n_cited_sources: fc.nat(),
	node_hash: text,
	parent_bates: fc.option(text),
	question: text,
	seq: fc.nat(),
	sid: text,
});

test('node_hash is the canonical JSON of a turn’s question, place, policy and time, its label null', () => {
	fc.assert(
		fc.property(anyTurn, fc.option(text), (turn, parent_node_hash) => {
			const { audit_mode, bates, cache_key, created_at, question } = turn;
			const written = canonicalJson({
				audit_mode,
				bates,
				cache_key,
				created_at,
				label: null,
				parent_node_hash,
				question,
			});
			expect(nodeHash(parent_node_hash, turn)).toEqual(sha256(written));
		}),
	);
});

test('content_sha256 is the canonical JSON of everything else that was stored', () => {
	fc.assert(
		fc.property(anyTurn, (turn) => {
			expect(contentSha256(turn)).toBe(sha256Hex(canonicalJson(turn as unknown as CanonicalValue)));
		}),
	);
});

test('an event is hashed behind the hash of the one before it', () => {
	expect(eventHash(null, '{}')).toBe(sha256Hex('{}'));
	expect(eventHash('ab', '{}')).toBe(sha256Hex('ab{}'));
});

test('no label has no hash, and an empty text has one', () => {
	expect(labelSha256(null)).toBeNull();
	expect(labelSha256('origin')).toBe(sha256Hex('origin'));
});
