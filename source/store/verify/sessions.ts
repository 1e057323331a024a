import { labelSha256 } from '../../hash/chain.ts';
import type { Sqlite } from '../../sqlite.ts';
import { labelFault } from '../labels.ts';
import type { Session } from '../types.ts';
import type { FindingList } from './findings.ts';
import type { Ledger, RecordedSession } from './ledger.ts';
import type { NodeTable } from './table.ts';

/** Checks every column of `sessions` against the replay. Returns how many there are. */
export function verifySessions(db: Sqlite, ledger: Ledger, table: NodeTable, findings: FindingList): number {
	const present = new Set<string>();
	for (const session of db.prepare<[], Session>('SELECT * FROM sessions').iterate()) {
		if (present.has(session.sid)) findings.add('replay', 'session.twice', session.sid, 'stands in the table twice');
		present.add(session.sid);
		const recorded = ledger.sessions.get(session.sid);
		if (!recorded) {
			findings.add('replay', 'session.unrecorded', session.sid, 'no event made this session');
			continue;
		}
		for (const [id, what] of sessionFaults(session, recorded, table)) findings.add('replay', id, session.sid, what);
	}
	for (const [sid, { pruned }] of ledger.sessions) {
		if (!pruned && !present.has(sid))
			findings.add('replay', 'session.missing', sid, 'was recorded, but its row is gone');
	}
	return present.size;
}

function* sessionFaults(
	session: Session,
	recorded: RecordedSession,
	table: NodeTable,
): Generator<[id: string, what: string]> {
	const { sid, root_bates, current_bates, label } = session;
	if (recorded.pruned) yield ['session.pruned', 'was pruned, but its row is here'];
	if (root_bates !== recorded.root_bates || root_bates !== `${sid}-000000` || !table.has(root_bates)) {
		yield ['session.root', 'its root_bates is not its root'];
	}
	if (session.created_at !== recorded.created_at)
		yield ['session.created_at', 'its created_at is not the recorded one'];
	if (current_bates !== recorded.current_bates || !table.has(current_bates)) {
		yield ['session.current', 'does not stand where the last event left it'];
	}
	if (label !== null && typeof label !== 'string') yield ['session.unreadable', 'holds bytes where text belongs'];
	else yield* labelFaults(label, recorded);
	if (session.updated_at !== recorded.updated_at)
		yield ['session.updated_at', 'its updated_at is not the time of its last event'];
	if (session.next_seq !== (table.highest.get(sid)?.seq ?? -1) + 1)
		yield ['session.next_seq', 'its next_seq is not one past its last turn'];
}

function* labelFaults(label: string | null, recorded: RecordedSession): Generator<[id: string, what: string]> {
	if (labelSha256(label) !== recorded.label_sha256) yield ['session.label', 'its label is not the last one recorded'];
	const wrong = label === null ? null : labelFault(label, 'session');
	if (wrong) yield ['session.label', `has a label that is none: a label ${wrong}`];
}
