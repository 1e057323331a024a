import { type CanonicalValue, canonicalJson } from '../../hash/canonical.ts';
import { eventHash } from '../../hash/chain.ts';
import type { Sqlite } from '../../sqlite.ts';
import type { AuditEvent } from '../types.ts';
import type { FindingList } from './findings.ts';
import type { Body, Ledger } from './ledger.ts';

/** Walks the chain link by link and replays it into the ledger. Returns the head. */
export function verifyChain(
	db: Sqlite,
	ledger: Ledger,
	findings: FindingList,
): { seq: number; event_hash: string } | null {
	let previous: string | null = null;
	let expected = 1;
	for (const event of db.prepare<[], AuditEvent>('SELECT * FROM audit_events ORDER BY seq').iterate()) {
		const where = `event ${event.seq}`;
		const broken = (id: string, what: string) => findings.add('chain', id, where, what);
		if (event.seq !== expected) broken('chain.gap', `comes where event ${expected} should stand`);
		expected = event.seq + 1;
		if (event.prev_event_hash !== previous) broken('chain.link', 'does not name the event before it');
		if (event.event_hash !== eventHash(previous, event.body))
			broken('chain.hash', 'was changed: its hash does not match its body');
		previous = event.event_hash;
		const body = readBody(event, broken);
		if (body) for (const { id, what } of ledger.fold(event, body)) findings.add('replay', id, where, what);
	}
	return previous === null ? null : { seq: expected - 1, event_hash: previous };
}

const REPEATED = ['event_type', 'sid', 'bates', 'created_at', 'session_seq'] as const;
const HASHES = /^\{"bates":"[\w-]+","content_sha256":"([0-9a-f]{64})",.*"node_hash":"([0-9a-f]{64})"/;

/** The body, checked against the columns it repeats; undefined when it cannot be read. */
function readBody(event: AuditEvent, broken: (id: string, what: string) => void): Body | undefined {
	return readAddition(event) ?? readAny(event, broken);
}

/** Most events are additions. One that is spelt exactly as its columns demand needs no parsing. */
function readAddition(event: AuditEvent): Body | undefined {
	if (event.event_type !== 'node_added' || typeof event.body !== 'string') return undefined;
	const [, content_sha256, node_hash] = HASHES.exec(event.body) ?? [];
	const spelt =
		`{"bates":${JSON.stringify(event.bates)},"content_sha256":"${content_sha256}","created_at":${JSON.stringify(event.created_at)},` +
		`"event_type":"node_added","moves_current":true,"node_hash":"${node_hash}","session_seq":${event.session_seq},` +
		`"sid":${JSON.stringify(event.sid)}}`;
	return event.body === spelt ? { content_sha256, node_hash, moves_current: true } : undefined;
}

function readAny(event: AuditEvent, broken: (id: string, what: string) => void): Body | undefined {
	try {
		const body = JSON.parse(event.body) as Body;
		if (canonicalJson(body as CanonicalValue) !== event.body) broken('chain.canonical', 'is not in canonical form');
		for (const column of REPEATED) {
			if (!(column in body) || body[column] !== event[column])
				broken('chain.column', `says another ${column} in its column than in its body`);
		}
		return body;
	} catch {
		broken('chain.body', 'cannot be read');
		return undefined;
	}
}
