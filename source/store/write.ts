import { ArboristError } from '../errors.ts';
import { contentSha256, labelSha256, nodeHash } from '../hash/chain.ts';
import { leafHash } from '../hash/digest.ts';
import { wellFormed } from '../text.ts';
import { formatBates, sidOf } from './bates.ts';
import { appendEvent } from './events.ts';
import { insertRow } from './insert.ts';
import { checkedLabel } from './labels.ts';
import { noSession, noTurn } from './missing.ts';
import { ripple } from './ripple.ts';
import { citationColumns, metaColumn, type NodeTexts, rootTexts } from './rows.ts';
import type { WriteStatements } from './statements.ts';
import type { Change, NewTurn, NodeRow, Session } from './types.ts';

// Every function here runs inside ONE immediate transaction of the caller and returns what listeners are told after it.

export interface Addition extends NewTurn {
	/** The session that mints the turn; made now, with its root, when it has no rows yet. */
	sid: string;
	/** The turn it hangs under, of any session; null for the session's own root. */
	parent_bates: string | null;
	/** The name of a session that is made now. */
	session_label?: string | null;
}

export function addTurn(
	statements: WriteStatements,
	addition: Addition,
	now: string,
): { changes: Change[]; bates: string } {
	const { sid } = addition;
	const changes: Change[] = [];
	const session = statements.session.get(sid) ?? makeSession(statements, addition, now, changes);
	const parent_bates = addition.parent_bates ?? session.root_bates;
	const parent = statements.node.get(parent_bates);
	if (!parent) throw noTurn(parent_bates, 'to ask under');
	const { question, answer_text, cache_key, audit_mode } = addition;
	const row = insertNode(statements, session, parent, {
		question: wellFormed(question),
		answer_text: wellFormed(answer_text),
		cache_key,
		audit_mode,
		...citationColumns(addition.cited_titles),
		meta_json: metaColumn(addition.meta),
		created_at: addition.created_at ?? now,
	});
	recordNode(statements, row, now);
	const touched = [...ripple(statements, parent_bates), { bates: row.bates, before: null, after: row.subtree_hash }];
	changes.push({ kind: 'node_added', sid, bates: row.bates, touched, own: true });
	return { changes, bates: row.bates };
}

function makeSession(statements: WriteStatements, addition: Addition, created_at: string, changes: Change[]): Session {
	const { sid } = addition;
	// A pruned session is gone for good: its events are still there, and its sid is never used again.
	if (statements.nextSessionSeq.get(sid) !== 0) {
		throw new ArboristError('UNKNOWN_SESSION', `The session ${sid} was pruned.`, 'Start a new session.');
	}
	const label = addition.session_label == null ? null : checkedLabel(addition.session_label, 'session');
	const root_bates = formatBates(sid, 0);
	const session: Session = {
		sid,
		root_bates,
		current_bates: root_bates,
		next_seq: 0,
		created_at,
		updated_at: created_at,
		label,
	};
	statements.insertSession.run(session);
	appendEvent(statements, {
		type: 'session_created',
		sid,
		bates: null,
		created_at,
		more: { root_bates, label_sha256: labelSha256(label) },
	});
	changes.push({ kind: 'session_created', sid, bates: null, touched: [], own: true });
	const root = insertNode(statements, session, null, rootTexts(created_at));
	recordNode(statements, root, created_at);
	const touched = [{ bates: root.bates, before: null, after: root.subtree_hash }];
	changes.push({ kind: 'node_added', sid, bates: root.bates, touched, own: true });
	return { ...session, next_seq: 1 };
}

/** The row with its place, ids and hashes, its search index rows, and the session's next place. */
function insertNode(statements: WriteStatements, session: Session, parent: NodeRow | null, texts: NodeTexts): NodeRow {
	const seq = session.next_seq;
	const bates = formatBates(session.sid, seq);
	const hash = nodeHash(parent?.node_hash ?? null, { bates, ...texts });
	const row: NodeRow = {
		...texts,
		bates,
		sid: session.sid,
		seq,
		parent_bates: parent?.bates ?? null,
		label: null,
		node_hash: hash.toString('hex'),
		subtree_hash: leafHash(hash).toString('hex'),
	};
	insertRow(statements, row);
	statements.advanceSession.run(seq + 1, bates, session.sid);
	return row;
}

function recordNode(statements: WriteStatements, row: NodeRow, created_at: string): void {
	appendEvent(statements, {
		type: 'node_added',
		sid: row.sid,
		bates: row.bates,
		created_at,
		more: { node_hash: row.node_hash, content_sha256: contentSha256(row), moves_current: true },
	});
}

/** Where a session stands. Standing there already is no change. */
export function moveSession(statements: WriteStatements, sid: string, bates: string, now: string): Change[] {
	const session = knownSession(statements, sid);
	if (!statements.node.get(bates)) throw noTurn(bates, 'to stand on');
	if (session.current_bates === bates) return [];
	statements.setCurrent.run(bates, sid);
	appendEvent(statements, { type: 'moved', sid, bates, created_at: now });
	return [{ kind: 'moved', sid, bates, touched: [], own: true }];
}

/** Names a turn, or takes its name away. A label moves no hash. */
export function labelTurn(statements: WriteStatements, bates: string, typed: string | null, now: string): Change[] {
	const node = statements.node.get(bates);
	if (!node) throw noTurn(bates, 'to label');
	if (node.audit_mode === 'ROOT') {
		throw new ArboristError('BAD_LABEL', 'A session’s root is no turn to label.', 'Label a turn, or name the session.');
	}
	const label = typed === null ? null : checkedLabel(typed, 'turn');
	if (node.label === label) return [];
	if (statements.forgotten.get(node.sid, bates) !== undefined) {
		throw new ArboristError('BAD_LABEL', 'A turn that was forgotten has no label.', 'Label another turn.');
	}
	statements.setLabel.run(label, bates);
	const sid = sidOf(bates);
	appendEvent(statements, {
		type: 'node_labeled',
		sid,
		bates,
		created_at: now,
		more: { label_sha256: labelSha256(label) },
	});
	return [{ kind: 'node_labeled', sid, bates, touched: [], own: true }];
}

export function labelSession(statements: WriteStatements, sid: string, typed: string | null, now: string): Change[] {
	const session = knownSession(statements, sid);
	const label = typed === null ? null : checkedLabel(typed, 'session');
	if (session.label === label) return [];
	statements.setSessionLabel.run(label, sid);
	appendEvent(statements, {
		type: 'session_labeled',
		sid,
		bates: null,
		created_at: now,
		more: { label_sha256: labelSha256(label) },
	});
	return [{ kind: 'session_labeled', sid, bates: null, touched: [], own: true }];
}

function knownSession(statements: WriteStatements, sid: string): Session {
	const session = statements.session.get(sid);
	if (!session) throw noSession(sid);
	return session;
}
