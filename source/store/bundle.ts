import type { AuditEvent, NodeRow, Session } from './types.ts';

// A bundle is a file of lines, each a JSON object with one member that says what it is. It carries sessions from one shard
// to another with their hashes and their events; docs/format.md describes it.

export const BUNDLE_VERSION = 1;

export type BundleLine =
	| { bundle: { version: number /** Whole sessions; otherwise single turns of them. */; whole: boolean } }
	| { session: Session }
	| { node: NodeRow }
	| { event: AuditEvent }
	/** The last line: what came before it. */
	| { end: { sessions: number; nodes: number; events: number; sha256: string } };
