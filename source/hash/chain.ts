import { sha256, sha256Hex } from './digest.ts';

// The two documents below are canonical JSON written out key by key, since they are hashed for every row: their keys
// stand sorted, and their values are well-formed text, integers and null, of which JSON.stringify is the canonical form.
const json = JSON.stringify;

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
	return sha256(
		`{"audit_mode":${json(node.audit_mode)},"bates":${json(node.bates)},"cache_key":${json(node.cache_key)},` +
			`"created_at":${json(node.created_at)},"label":null,"parent_node_hash":${json(parentNodeHash)},` +
			`"question":${json(node.question)}}`,
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
		`{"answer_text":${json(node.answer_text)},"audit_mode":${json(node.audit_mode)},"bates":${json(node.bates)},` +
			`"cache_key":${json(node.cache_key)},"cited_titles_json":${json(node.cited_titles_json)},` +
			`"created_at":${json(node.created_at)},"meta_json":${json(node.meta_json)},` +
			`"n_cited_sources":${json(node.n_cited_sources)},"node_hash":${json(node.node_hash)},` +
			`"parent_bates":${json(node.parent_bates)},"question":${json(node.question)},"seq":${json(node.seq)},` +
			`"sid":${json(node.sid)}}`,
	);
}

export function labelSha256(label: string | null): string | null {
	return label === null ? null : sha256Hex(label);
}
