import { type CanonicalValue, canonicalJson } from '../hash/canonical.ts';
import { eventHash } from '../hash/chain.ts';
import type { WriteStatements } from './statements.ts';
import type { EventType } from './types.ts';

interface NewEvent {
	type: EventType;
	sid: string;
	bates: string | null;
	created_at: string;
	/** What the body holds beside the columns it repeats; never the text of a question, an answer, a title or a label. */
	more?: { readonly [key: string]: CanonicalValue };
}

/** Appends to the one global chain, and stamps the session. Inside the transaction of the change it records. */
export function appendEvent(statements: WriteStatements, { type, sid, bates, created_at, more }: NewEvent): void {
	const head = statements.head.get();
	const session_seq = statements.nextSessionSeq.get(sid) as number;
	const body = canonicalJson({ ...more, event_type: type, sid, bates, created_at, session_seq });
	const prev_event_hash = head?.event_hash ?? null;
	statements.insertEvent.run({
		seq: (head?.seq ?? 0) + 1,
		event_type: type,
		sid,
		bates,
		prev_event_hash,
		event_hash: eventHash(prev_event_hash, body),
		body,
		created_at,
		session_seq,
	});
	statements.touchSession.run(created_at, sid);
}
