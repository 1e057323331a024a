import { groupBy } from '../group.ts';
import { copyRecord } from './copy.ts';
import { SessionQueryError } from './errors.ts';
import type { Descendant, SessionRecord, SessionTrace } from './types.ts';

/** The lineage of a session in one listing, copied. Pure, and without recursion: lines may be thousands long. */
export function lineageOf(id: string, byId: ReadonlyMap<string, SessionRecord>): SessionTrace {
	const target = byId.get(id);
	if (!target) throw new SessionQueryError('SESSION_QUERY_SESSION_NOT_FOUND', `There is no session ${id}.`);
	const up = ancestorsOf(target, byId);
	const descendants = descendantsOf(target, byId.values());
	const ancestors = up.ancestors.map(copyRecord);
	const known = { target: copyRecord(target), ancestors, descendants };
	if (up.unresolved !== null) return { ...known, complete: false, unresolvedParentId: up.unresolved };
	return { ...known, complete: true, root: copyRecord(up.ancestors.at(-1) ?? target) };
}

function ancestorsOf(target: SessionRecord, byId: ReadonlyMap<string, SessionRecord>) {
	const ancestors: SessionRecord[] = [];
	const seen = new Map<string, number>([[target.header.id, -1]]);
	for (let next = target.header.parentSession; next !== null; ) {
		const record = byId.get(next);
		const before = seen.get(next);
		if (before === -1)
			throw new SessionQueryError('SESSION_QUERY_INVALID_LINEAGE', `The session ${next} is its own ancestor.`);
		// Above this session others run in a circle: what is below the circle is known.
		if (before !== undefined) return { ancestors: ancestors.slice(0, before), unresolved: next };
		if (!record) return { ancestors, unresolved: next };
		seen.set(next, ancestors.length);
		ancestors.push(record);
		next = record.header.parentSession;
	}
	return { ancestors, unresolved: null };
}

function descendantsOf(target: SessionRecord, records: Iterable<SessionRecord>): Descendant[] {
	const childrenOf = groupBy(records, ({ header }) => header.parentSession);
	const top: Descendant = { record: target, children: [] };
	const waiting = [top];
	for (let at = waiting.pop(); at; at = waiting.pop()) {
		const children = (childrenOf.get(at.record.header.id) ?? []).sort(oldestFirst);
		at.children = children.map((record) => ({ record: copyRecord(record), children: [] }));
		waiting.push(...at.children);
	}
	return top.children;
}

function oldestFirst({ header: a }: SessionRecord, { header: b }: SessionRecord): number {
	if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
	return a.id < b.id ? -1 : 1;
}
