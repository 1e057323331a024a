import { ArboristError } from '../errors.ts';
import { columnQuery, type Sqlite } from '../sqlite.ts';
import { sidOf } from './bates.ts';
import { isEntering } from './entering.ts';
import { eraseRow, prepareErasing } from './erase.ts';
import { asideEraser } from './erase-aside.ts';
import { appendEvent } from './events.ts';
import { ripple } from './ripple.ts';
import { markUnscrubbed } from './scrub.ts';
import type { SessionSummary, Statements, WriteStatements } from './statements.ts';
import type { Change, Touched } from './types.ts';

/** Why a session is not removed, though others as old are. */
type StayReason = 'labelled' | 'open' | 'holds labelled turns' | 'another session needs it';

export interface PrunePlan {
	/** What would go, oldest activity first. */
	goes: SessionSummary[];
	/** What is as old and stays. */
	stays: { session: SessionSummary; reason: StayReason }[];
	/** Turns that would go, roots not counted. */
	turns: number;
}

/**
 * What a prune of these sessions would do: one that is labelled, holds a labelled turn, or is open in a program stays, and
 * so does every one in which a staying session stands or has a turn's parent. Only whole sessions go.
 */
export function planPrune(
	db: Sqlite,
	sessions: readonly SessionSummary[],
	wanted: ReadonlySet<string>,
	open: ReadonlySet<string>,
): PrunePlan {
	// By the index of labels: asked for each sid once, SQLite would rather read every turn.
	const labelled = new Set(columnQuery<string>(db, "SELECT sid FROM nodes WHERE label > ''").all());
	const reasons = new Map<string, StayReason>();
	for (const { sid, label } of sessions) {
		if (!wanted.has(sid)) continue;
		if (label !== null) reasons.set(sid, 'labelled');
		else if (open.has(sid)) reasons.set(sid, 'open');
		else if (labelled.has(sid)) reasons.set(sid, 'holds labelled turns');
	}
	const needs = needsOf(db);
	const staying = sessions.map(({ sid }) => sid).filter((sid) => !wanted.has(sid) || reasons.has(sid));
	for (let sid = staying.pop(); sid !== undefined; sid = staying.pop()) {
		for (const needed of needs.get(sid) ?? []) {
			if (!wanted.has(needed) || reasons.has(needed)) continue;
			reasons.set(needed, 'another session needs it');
			staying.push(needed);
		}
	}
	const goes = sessions.filter(({ sid }) => wanted.has(sid) && !reasons.has(sid)).reverse();
	return {
		goes,
		stays: sessions.flatMap((session) => {
			const reason = reasons.get(session.sid);
			return reason === undefined ? [] : [{ session, reason }];
		}),
		turns: goes.reduce((sum, { turns }) => sum + turns, 0),
	};
}

/** The sessions that each session could not be without. */
function needsOf(db: Sqlite): Map<string, Set<string>> {
	const pairs = db
		.prepare<[], { sid: string; place: string }>(
			`SELECT sid, parent_bates AS place FROM nodes WHERE ${isEntering('')}
			 UNION ALL SELECT sid, current_bates FROM sessions WHERE substr(current_bates, 1, length(sid) + 1) <> sid || '-'`,
		)
		.all();
	const needs = new Map<string, Set<string>>();
	for (const { sid, place } of pairs) {
		const needed = sidOf(place);
		const known = needs.get(sid);
		if (known) known.add(needed);
		else needs.set(sid, new Set([needed]));
	}
	return needs;
}

/** Removes the sessions of a plan made in this same transaction, one `session_pruned` each. */
export function pruneSessions(
	db: Sqlite,
	statements: WriteStatements,
	{ goes }: PrunePlan,
	now: string,
): { changes: Change[] } {
	const erasing = prepareErasing(db);
	const aside = asideEraser(db);
	const rows = db.prepare<[string], { id: number; question: string; answer_text: string; cited_titles: string }>(
		'SELECT id, question, answer_text, cited_titles FROM nodes WHERE sid = ?',
	);
	const removeNodes = db.prepare('DELETE FROM nodes WHERE sid = ?');
	const removeSession = db.prepare('DELETE FROM sessions WHERE sid = ?');
	// Two sessions that go may hang under each other.
	db.pragma('defer_foreign_keys = ON');
	const changes: Change[] = [];
	// The newest first: what hangs under another session's turn goes before that turn does.
	for (const { sid, root_bates, next_seq: nodes } of [...goes].reverse()) {
		const subtree_hash = statements.node.get(root_bates)?.subtree_hash;
		if (subtree_hash === undefined)
			throw new ArboristError('SHARD_DAMAGED', `The session ${sid} has lost its root.`, 'See `arborist verify`.');
		const parents = foreignParents(statements, sid);
		for (const row of rows.all(sid)) {
			eraseRow(erasing, row);
			aside.texts(sid, row.question, row.answer_text, ...row.cited_titles.split('\n'));
		}
		removeNodes.run(sid);
		removeSession.run(sid);
		appendEvent(statements, {
			type: 'session_pruned',
			sid,
			bates: null,
			created_at: now,
			more: { nodes, subtree_hash },
		});
		const paths = parents.map((bates): Touched[] => ripple(statements, bates));
		for (const touched of paths.length > 0 ? paths : [[]])
			changes.push({ kind: 'session_pruned', sid, bates: null, touched, own: true });
	}
	aside.sweep();
	markUnscrubbed(db);
	erasing.forgetLast.run();
	return { changes };
}

function foreignParents(statements: Statements, sid: string): string[] {
	const parents = statements.enteringOf.all(sid).map((bates) => statements.node.get(bates)?.parent_bates ?? '');
	return [...new Set(parents)];
}
