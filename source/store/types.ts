import type { CanonicalValue } from '../hash/canonical.ts';

/** What an answer is worth, by the mechanical audit; `ROOT` is a session's synthetic first node. */
export type AuditMode = 'STRICT' | 'HYBRID' | 'UNGROUNDED' | 'IMPORTED' | 'ROOT';

export type Finish = 'complete' | 'cancelled' | 'truncated' | 'error';

/** One passage an answer was given, as it was cited. */
export type EvidenceRecord = {
	/** `E1`, `E2`, ... as the answer points to it. */
	pointer: string;
	title: string;
	/** The document's path, or `handbook:<file>`; with the place in it. */
	source: string;
	passage_sha256: string;
};

export type SentenceVerdict = { sentence: string; verdict: string };

/** What a reader may want later and no column holds; only keys that have something to say. Integers and strings only. */
export type TurnMeta = {
	model?: string;
	engine?: string;
	finish?: Finish;
	usage?: { input_tokens?: number; output_tokens?: number; first_token_ms?: number; total_ms?: number };
	evidence?: EvidenceRecord[];
	verdicts?: SentenceVerdict[];
	/** Words that the turns above lent to the retrieval. */
	carried?: string[];
	/** Bates of the turns that were threaded into the prompt. */
	history?: string[];
	/** Bates of the sibling that this turn was edited or asked again from. */
	replaces?: string;
	/** Where an imported turn came from. */
	source?: {
		tool: string;
		id: string;
		/** What the source did not say and was concluded: `time`, `parent`. */
		inferred?: string;
		/** `bash 3, read 1`: the tools that the answer called, whose output is not kept. */
		tools?: string;
	};
};

/** A row of `nodes`, without its row id. */
export interface NodeRow {
	bates: string;
	sid: string;
	seq: number;
	parent_bates: string | null;
	question: string;
	answer_text: string;
	cache_key: string;
	audit_mode: AuditMode;
	cited_titles_json: string;
	n_cited_sources: number;
	/** When the question was asked, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
	created_at: string;
	label: string | null;
	node_hash: string;
	subtree_hash: string;
	meta_json: string;
	cited_titles: string;
}

/** A question with its answer, as people see it: a node with its JSON columns read. */
export interface Turn extends Omit<NodeRow, 'cited_titles_json' | 'meta_json' | 'cited_titles'> {
	cited_titles: string[];
	meta: TurnMeta;
}

export interface Session {
	sid: string;
	root_bates: string;
	/** Where the session stands: its next question lands below this turn. */
	current_bates: string;
	next_seq: number;
	created_at: string;
	updated_at: string;
	label: string | null;
}

/** What is to become a turn; the store gives it its place, its ids and its hashes. */
export interface NewTurn {
	question: string;
	answer_text: string;
	cache_key: string;
	audit_mode: AuditMode;
	cited_titles: readonly string[];
	meta: TurnMeta;
	/** When the question was asked; now, when not given. */
	created_at?: string;
}

export type EventType =
	| 'session_created'
	| 'node_added'
	| 'moved'
	| 'node_labeled'
	| 'session_labeled'
	| 'session_imported'
	| 'session_pruned'
	| 'node_forgotten';

/** A row of `audit_events`. */
export interface AuditEvent {
	seq: number;
	event_type: EventType;
	sid: string;
	bates: string | null;
	prev_event_hash: string | null;
	event_hash: string;
	body: string;
	created_at: string;
	session_seq: number;
}

/** An event by its number and its hash: all events up to it are held by it. */
export type Head = Pick<AuditEvent, 'seq' | 'event_hash'>;

/** What is indexed of a node. */
export type IndexedTexts = Pick<NodeRow, 'question' | 'answer_text' | 'cited_titles'> & { id: number };

/** A node whose subtree_hash moved. `before` is null when it is new, or when another process moved it. */
export interface Touched {
	bates: string;
	before: string | null;
	after: string;
}

/** What listeners are told after a commit. */
export interface Change {
	kind: EventType;
	sid: string;
	bates: string | null;
	/** The changed path, root first; empty when no subtree_hash moved. */
	touched: Touched[];
	/** False when another process on the same shard made it. */
	own: boolean;
}

/** The clock and the source of randomness are hashed into what is stored, so tests bring their own. */
export interface Surroundings {
	/** Milliseconds since 1970. */
	now(): number;
	randomBytes(count: number): Uint8Array;
}

export type CanonicalObject = { readonly [key: string]: CanonicalValue | undefined };
