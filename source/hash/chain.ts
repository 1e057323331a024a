import { sha256, sha256Hex } from './digest.ts';

// The two documents below are canonical JSON as JSON.stringify writes it, since they are hashed for every row: the
// literals name their keys in sorted order, and the values are well-formed text, integers and null.

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
		JSON.stringify({
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
	const { answer_text, audit_mode, bates, cache_key, cited_titles_json, created_at, meta_json } = node;
	const { n_cited_sources, node_hash, parent_bates, question, seq, sid } = node;
	return sha256Hex(
		JSON.stringify({
			answer_text,
			audit_mode,
			bates,
			cache_key,
			cited_titles_json,
			created_at,
			meta_json,
			n_cited_sources,
			node_hash,
			parent_bates,
			question,
			seq,
			sid,
		}),
	);
}

export function labelSha256(label: string | null): string | null {
	return label === null ? null : sha256Hex(label);
}
