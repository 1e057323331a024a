import { ArboristError } from '../errors.ts';
import { nearestOf } from '../nearest.ts';
import { batesAt, isBates, isBatesEnd, isSid, sidOf } from './bates.ts';
import { toTurn } from './rows.ts';
import type { Statements } from './statements.ts';
import type { Turn } from './types.ts';

export interface Resolved {
	turn: Turn;
	/** How many other turns carry the same label. */
	others: number;
}

/**
 * What a person means by a reference: a bates id or the end of one, a seq of the session in use (`12`, `#12`), or a label
 * (this session's first, then the newest). Throws UNKNOWN_REFERENCE with what was perhaps meant.
 */
export function resolveReference(statements: Statements, typed: string, sid: string | null): Resolved {
	const reference = typed.trim();
	const byBates = isBates(reference) ? statements.node.get(reference) : undefined;
	if (byBates) return { turn: toTurn(byBates), others: 0 };
	if (isBatesEnd(reference)) {
		const ends = statements.batesEndingWith.all(`%-${reference}`);
		if (ends.length > 1) throw unknown(`“${reference}” ends several bates ids.`, ends);
		const only = ends[0] === undefined ? undefined : statements.node.get(ends[0]);
		if (only) return { turn: toTurn(only), others: 0 };
	}
	const seq = /^#?(\d{1,6})$/.exec(reference)?.[1];
	if (seq !== undefined && sid !== null) {
		const bySeq = statements.node.get(batesAt(sid, Number(seq)));
		if (bySeq) return { turn: toTurn(bySeq), others: 0 };
	}
	const [first, ...rest] = statements.labelled.all(reference, sid ?? '');
	if (first) return { turn: toTurn(first), others: rest.length };
	throw unknown(`There is no turn “${reference}”.`, suggestions(statements, reference, sid));
}

function unknown(sentence: string, candidates: string[]): ArboristError {
	const hint = candidates.length > 0 ? `Did you mean ${candidates.join(', ')}?` : undefined;
	return new ArboristError(
		'UNKNOWN_REFERENCE',
		sentence,
		hint ?? 'Use a bates id, a turn number of this session, or a label; find one with `arborist session --find TEXT`.',
	);
}

function suggestions(statements: Statements, reference: string, sid: string | null): string[] {
	const near = nearestOf(reference, statements.labels.all(), 3);
	if (near.length > 0) return near;
	if (/^#?\d+$/.test(reference) && sid !== null) {
		const last = statements.session.get(sid)?.next_seq;
		return last !== undefined && last > 1 ? [last === 2 ? '1' : `a number from 1 to ${last - 1}`] : [];
	}
	if (isSid(reference)) return [`${reference}-000001`];
	if (isBates(reference)) return statements.batesOfSession.all(sidOf(reference)).slice(-1);
	return [];
}
