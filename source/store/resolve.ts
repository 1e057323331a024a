import { ArboristError } from '../errors.ts';
import { isBates, isBatesEnd, isSid, sidOf } from './bates.ts';
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
		const bySeq = statements.node.get(`${sid}-${seq.padStart(6, '0')}`);
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
	const labels = statements.labels.all();
	const wanted = reference.toLowerCase();
	const near = labels
		.map((label) => ({ label, distance: editDistance(wanted.slice(0, 60), label.toLowerCase().slice(0, 60)) }))
		.filter(
			({ label, distance }) => distance <= Math.max(1, wanted.length / 3) || label.toLowerCase().startsWith(wanted),
		)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, 3)
		.map(({ label }) => label);
	if (near.length > 0 || wanted === '') return near;
	if (/^#?\d+$/.test(reference) && sid !== null) {
		const last = statements.session.get(sid)?.next_seq;
		return last !== undefined && last > 1 ? [`a number from 1 to ${last - 1}`] : [];
	}
	if (isSid(reference)) return [`${reference}-000001`];
	if (isBates(reference)) return statements.batesOfSession.all(sidOf(reference)).slice(-1);
	return [];
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			next.push(
				Math.min(
					(row[j] as number) + 1,
					(next[j - 1] as number) + 1,
					(row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
				),
			);
		}
		row = next;
	}
	return row[b.length] as number;
}
