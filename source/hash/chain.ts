import { canonicalJson } from './canonical.ts';
import { sha256, sha256Hex } from './digest.ts';

/** `sha256(prev_event_hash as hex, or "" for the first || body)`, as hex. */
export function eventHash(previous: string | null, body: string): string {
	return sha256Hex((previous ?? '') + body);
}

/** The columns that node_hash covers. The label is always null: in version 1 a label is given afterwards. */
export interface NodeIdentity {
	audit_mode: string;
	bates: string;
	cache_key: string;
	created_at: string;
	question: string;
}

/** Commits to the question, its place and its policy; never changes after the insert. */
export function nodeHash(parentNodeHash: string | null, node: NodeIdentity): Buffer {
	const { audit_mode, bates, cache_key, created_at, question } = node;
	return sha256(
		canonicalJson({
			audit_mode,
			bates,
			cache_key,
			created_at,
			label: null,
			parent_node_hash: parentNodeHash,
			question,
		}),
	);
}

/** The columns that content_sha256 covers: everything of a node but its label, its row id and its subtree_hash. */
export interface NodeContent extends NodeIdentity {
	answer_text: string;
	cited_titles_json: string;
	meta_json: string;
	n_cited_sources: number;
	node_hash: string;
	parent_bates: string | null;
	seq: number;
	sid: string;
}

/** Commits to the whole turn, its answer and citations too; held by the audit chain. Hex. */
export function contentSha256(node: NodeContent): string {
	return sha256Hex(
		canonicalJson({
			answer_text: node.answer_text,
			audit_mode: node.audit_mode,
			bates: node.bates,
			cache_key: node.cache_key,
			cited_titles_json: node.cited_titles_json,
			created_at: node.created_at,
			meta_json: node.meta_json,
			n_cited_sources: node.n_cited_sources,
			node_hash: node.node_hash,
			parent_bates: node.parent_bates,
			question: node.question,
			seq: node.seq,
			sid: node.sid,
		}),
	);
}

export function labelSha256(label: string | null): string | null {
	return label === null ? null : sha256Hex(label);
}
