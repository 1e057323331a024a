// The one model that every reader fills: a session of another tool, as records that form a tree.

/** `note` is anything else that stands on the chain between records: settings, summaries, progress. */
export type Role = 'user' | 'assistant' | 'tool' | 'system' | 'note';

/** One record of a source, as its reader found it. */
export interface SourceRecord {
	/** The source's own id; unique within its session. */
	key: string;
	/** Null for a first record. */
	parentKey: string | null;
	/** Milliseconds since 1970; null when the source does not say. */
	at: number | null;
	role: Role;
	text: string;
	/** Why it is no part of a turn, whatever its role: its children hang on the nearest record above that is. */
	hidden?: string;
	model?: string | undefined;
	finish?: 'cancelled' | 'truncated' | 'error' | undefined;
	/** Names of the tools it called. */
	tools?: readonly string[];
	/** A name that the source gave to it. */
	label?: string | undefined;
	/** The titles that an answer cites. */
	titles?: readonly string[];
	/** More records of the source than this one that it stands for. */
	alsoRecords?: number;
}

/** Where a session goes on from another one. */
export interface Fork {
	/** The other session's key. */
	session: string;
	/** The session's first turn hangs under the other's last turn whose key sorts below this one; without it, the session repeats what it shares. */
	before?: string;
}

export interface SourceSession {
	tool: string;
	/** The source's own id of the session. */
	key: string;
	title: string | null;
	/** Milliseconds since 1970. */
	createdAt: number | null;
	/** Where the source stood; null for the newest turn. */
	currentKey: string | null;
	records: SourceRecord[];
	fork?: Fork;
	/** Record ids are unique in the whole tool: a record that stands in two sessions is one. */
	sharedKeys?: boolean;
	/** A record whose parent is missing: it hangs under the record before it in the file, or becomes a first record. */
	dangling?: 'previous' | 'root';
	/** Records of the source that are no records here, by reason. */
	skipped?: Readonly<Record<string, number>>;
	/** What else is to be said of it, with how often. */
	remarks?: Readonly<Record<string, number>>;
}
