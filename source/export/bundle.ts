import { createHash } from 'node:crypto';
import { batesAt, sidOf } from '../store/bates.ts';
import { BUNDLE_VERSION, type BundleLine } from '../store/bundle.ts';
import type { Forest } from '../store/forest.ts';
import { citationColumns, metaColumn } from '../store/rows.ts';
import type { NodeRow, Turn } from '../store/types.ts';
import { safeJson } from '../text.ts';

/** Whole sessions with their hashes and events, parents first, and the sessions that they hang under. */
export function* bundleOfSessions(forest: Forest, sids: readonly string[]): Generator<string> {
	const ordered = withParents(forest, sids);
	const wanted = new Set(ordered);
	yield* sealed(function* () {
		yield { bundle: { version: BUNDLE_VERSION, whole: true } };
		for (const sid of ordered) {
			const session = forest.session(sid);
			if (!session) continue;
			yield { session };
			for (let seq = 0; seq < session.next_seq; seq++) {
				const turn = forest.turn(batesAt(sid, seq));
				if (turn) yield { node: rowOf(turn) };
			}
		}
		for (const event of forest.events(0)) if (wanted.has(event.sid)) yield { event };
	});
}

/** Single turns, each after its parent, with the events that recorded them and the root that the first hangs under. */
export function* bundleOfTurns(forest: Forest, turns: readonly Turn[]): Generator<string> {
	yield* sealed(function* () {
		yield { bundle: { version: BUNDLE_VERSION, whole: false } };
		const root = turns[0] && forest.treeRoot(turns[0].bates);
		if (root) yield { node: rowOf(root) };
		for (const turn of turns) yield { node: rowOf(turn) };
		for (const { bates } of turns) {
			const event = forest.eventOf(bates);
			if (event) yield { event };
		}
	});
}

/** The lines, and one that seals them. */
function* sealed(lines: () => Generator<BundleLine>): Generator<string> {
	const hash = createHash('sha256');
	const counts = { sessions: 0, nodes: 0, events: 0 };
	for (const each of lines()) {
		if ('session' in each) counts.sessions++;
		if ('node' in each) counts.nodes++;
		if ('event' in each) counts.events++;
		const line = `${safeJson(each, 0)}\n`;
		hash.update(line);
		yield line;
	}
	yield `${JSON.stringify({ end: { ...counts, sha256: hash.digest('hex') } } satisfies BundleLine)}\n`;
}

function rowOf({ cited_titles, meta, ...columns }: Turn): NodeRow {
	return { ...columns, ...citationColumns(cited_titles), meta_json: metaColumn(meta) };
}

/** These sessions and all that their turns hang under, each after those. */
function withParents(forest: Forest, sids: readonly string[]): string[] {
	const parents = new Map<string, string[]>();
	const waiting = [...sids];
	for (let sid = waiting.pop(); sid !== undefined; sid = waiting.pop()) {
		if (parents.has(sid)) continue;
		const above = forest
			.entries(sid)
			.flatMap((bates) => forest.turn(bates)?.parent_bates ?? [])
			.map(sidOf);
		parents.set(sid, above);
		waiting.push(...above);
	}
	const ordered = new Set<string>();
	// Two sessions may hang under each other's turns: then either may come first, and the reader looks at all before it lands any.
	const visit = [...parents.keys()].sort();
	const entered = new Set<string>();
	while (visit.length > 0) {
		const sid = visit.at(-1) as string;
		const next = (parents.get(sid) ?? []).filter((parent) => !ordered.has(parent) && !entered.has(parent));
		entered.add(sid);
		if (next.length > 0) visit.push(...next);
		else ordered.add(visit.pop() as string);
	}
	return [...ordered];
}
