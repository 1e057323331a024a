import { type CanonicalValue, canonicalJson } from '../../hash/canonical.ts';
import { eventHash } from '../../hash/chain.ts';
import type { Sqlite } from '../../sqlite.ts';
import { isBates } from '../bates.ts';
import type { AuditEvent, Head } from '../types.ts';
import type { FindingList } from './findings.ts';
import type { Body, Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';
import { everyEvent } from './read.ts';

/** Walks the chain link by link and replays it into the ledger. Returns the head. */
export function verifyChain(db: Sqlite, ledger: Ledger, findings: FindingList, progress: Progress): Head | null {
	let previous: string | null = null;
	let expected = 1;
	for (const event of everyEvent(db)) {
		progress.step();
		const { seq, body } = event;
		const broken = (id: string, what: string) => findings.add('chain', id, `event ${seq}`, what);
		if (seq !== expected) broken('chain.gap', `comes where event ${expected} should stand`);
		expected = seq + 1;
		if (event.prev_event_hash !== previous) broken('chain.link', 'does not name the event before it');
		if (event.event_hash !== eventHash(previous, body))
			broken('chain.hash', 'was changed: its hash does not match its body');
		previous = event.event_hash;
		const said = readAddition(event) ?? readAny(event, broken);
		if (said) for (const { id, what } of ledger.fold(event, said)) findings.add('replay', id, `event ${seq}`, what);
	}
	return previous === null ? null : { seq: expected - 1, event_hash: previous };
}

const REPEATED = ['event_type', 'sid', 'bates', 'created_at', 'session_seq'] as const;

/**
 * Most events are additions. One that is spelt exactly as its columns demand needs no parsing: the two hashes are taken
 * from where they then stand, and the rest is compared. Undefined for any other.
 */
function readAddition({ event_type, sid, bates, body, created_at, session_seq }: AuditEvent): Body | undefined {
	if (event_type !== 'node_added' || typeof body !== 'string' || typeof bates !== 'string' || !isBates(bates)) {
		return undefined;
	}
	const before = `{"bates":"${bates}","content_sha256":"`;
	const content_sha256 = body.slice(before.length, before.length + 64);
	const between = `","created_at":"${created_at}","event_type":"node_added","moves_current":true,"node_hash":"`;
	const start = before.length + 64 + between.length;
	const node_hash = body.slice(start, start + 64);
	const after = `","session_seq":${session_seq},"sid":"${sid}"}`;
	if (body !== before + content_sha256 + between + node_hash + after) return undefined;
	return { content_sha256, node_hash, moves_current: true };
}

/** Any other body, checked against the columns that it repeats; undefined when it cannot be read. */
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
