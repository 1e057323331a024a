import { sha256Hex } from '../hash/digest.ts';
import { batesAt, LAST_SEQ, sidOf } from '../store/bates.ts';
import type { Forest } from '../store/forest.ts';
import type { ImportedTurn, ImportPlace } from '../store/import.ts';
import { type Arranged, type ArrangedTurn, sessionIdOf } from './arrange.ts';
import { Original, sessionName } from './fork.ts';
import type { SourceSession } from './model.ts';
import { count, type FileReport } from './report.ts';

/** A session that is ready to be taken in. */
export interface Arrival {
	session: SourceSession;
	arranged: Arranged;
	/** Of the file as the user has it. */
	file_sha256: string;
	report: FileReport;
}

/** Why turns were not taken in. */
const REFUSALS = {
	pruned: 'of a session that was pruned here',
	full: 'of a session with more turns than can be numbered',
} as const;

/** Takes in what is not here yet, and says in the report what became of every record. Inside a transaction. */
export function land(forest: Forest, { session, arranged, file_sha256, report }: Arrival): void {
	const { tool, key } = session;
	const first = arranged.turns[0];
	if (!first) {
		tally(session, arranged, new Map(), report);
		return;
	}
	const root = forest.takenAs(tool, sessionName(key));
	const sid = root === undefined ? sessionIdOf(tool, key, first.at) : sidOf(root);
	const isHere = forest.session(sid) !== undefined;
	const isPruned = !isHere && forest.wasMinted(sid);
	const placed = isPruned ? undefined : place(forest, session, arranged, isHere);
	if (!placed || (forest.session(sid)?.next_seq ?? 1) + placed.fresh.length > LAST_SEQ + 1) {
		const fate = isPruned ? 'pruned' : 'full';
		tally(session, arranged, new Map(arranged.turns.map((_, index) => [index, fate])), report);
		return;
	}
	const { fresh, places, names, fates } = placed;
	const current = arranged.current === -1 ? undefined : places[arranged.current];
	const createdAt = session.createdAt ?? first.at;
	const { turns } = forest.import({
		...(isHere ? { sid } : { new_sid: sid }),
		source: { tool, file_sha256 },
		created_at: new Date(createdAt).toISOString(),
		label: session.title,
		turns: fresh,
		...(current !== undefined && { current }),
		names: [{ id: sessionName(key), bates: batesAt(sid, 0) }, ...names],
	});
	report.turns += turns;
	if (!isHere && turns > 0) report.sessions++;
	if (placed.isLost) count(report.notes, 'fork of a session that is not here');
	tally(session, arranged, fates, report);
}

type Fate = 'new' | 'merged' | keyof typeof REFUSALS;

interface Placed {
	/** The turns that are not here yet. */
	fresh: ImportedTurn[];
	/** Where each turn stands: among the fresh ones, or here already. */
	places: ImportPlace[];
	/** Names of turns here that this session has too. */
	names: { id: string; bates: string }[];
	fates: Map<number, Fate>;
	/** It goes on from a session that is not here. */
	isLost: boolean;
}

function place(forest: Forest, session: SourceSession, { turns }: Arranged, isHere: boolean): Placed {
	const { tool, fork, sharedKeys } = session;
	const original = fork && new Original(forest, tool, fork.session);
	const isLost = original !== undefined && !original.isHere;
	const placed: Placed = { fresh: [], places: [], names: [], fates: new Map(), isLost };
	const { fresh, places, names, fates } = placed;
	// Nothing of a session that is new, forked from none and sharing no ids can be here.
	const mayBeKnown = isHere || original !== undefined || sharedKeys === true;
	/** Of a fork, the turns that repeat the original's. */
	const repeats = new Set<number>();
	for (const [index, turn] of turns.entries()) {
		const above =
			turn.parent === -1 ? firstPlace(forest, session, turn, original) : (places[turn.parent] as ImportPlace);
		const here = mayBeKnown ? forest.takenAs(tool, turn.id) : undefined;
		const canRepeat =
			here === undefined && fork?.before === undefined && (turn.parent === -1 || repeats.has(turn.parent));
		const repeated = canRepeat ? original?.turn(turn, turn.parent === -1 ? null : (above as string)) : undefined;
		const known = here ?? repeated;
		if (repeated !== undefined) {
			repeats.add(index);
			names.push({ id: turn.id, bates: repeated });
		}
		const stored = known === undefined ? undefined : forest.turn(known);
		if (known !== undefined && !stored) {
			// Its place was taken away on purpose; what hangs below moves up.
			fates.set(index, 'pruned');
			places.push(above);
			continue;
		}
		const wasUnfinished = stored !== undefined && stored.meta.finish !== undefined && stored.meta.finish !== 'complete';
		const grew = wasUnfinished && turn.answer !== '' && turn.answer !== stored.answer_text;
		const id = grew ? `${turn.id}~${sha256Hex(turn.answer).slice(0, 8)}` : turn.id;
		const again = grew ? forest.takenAs(tool, id) : known;
		if (again !== undefined) {
			fates.set(index, 'merged');
			places.push(again);
			continue;
		}
		fates.set(index, 'new');
		places.push(fresh.push(imported(turn, id, above, isLost && turn.parent === -1)) - 1);
	}
	return placed;
}

/** Where a first turn hangs: at the cut of a fork, under a record of another session, or at the session's own root. */
function firstPlace(
	forest: Forest,
	{ tool, fork, sharedKeys }: SourceSession,
	turn: ArrangedTurn,
	original: Original | undefined,
): ImportPlace {
	if (fork?.before !== undefined) return original?.before(fork.before) ?? null;
	if (!sharedKeys || turn.outside === undefined) return null;
	const outside = forest.takenAs(tool, turn.outside);
	return outside !== undefined && forest.turn(outside) ? outside : null;
}

function imported(turn: ArrangedTurn, id: string, parent: ImportPlace, isLost: boolean): ImportedTurn {
	const { question, answer, at, model, finish, label, tools, titles } = turn;
	const inferred = [...new Set([...turn.inferred, ...(isLost ? ['parent'] : [])])].join(', ');
	return {
		id,
		parent,
		question,
		answer_text: answer,
		cited_titles: titles,
		created_at: new Date(at).toISOString(),
		meta: { finish, ...(model !== undefined && { model }) },
		remarks: { ...(inferred !== '' && { inferred }), ...(tools !== undefined && { tools }) },
		...(label !== undefined && { label }),
	};
}

/** Every record has one fate: in a new turn, in one that is here, or in none for a reason. */
function tally(
	session: SourceSession,
	{ turns, reasons, repairs }: Arranged,
	fates: ReadonlyMap<number, Fate>,
	report: FileReport,
): void {
	const fateOf = new Map<number, Fate>();
	const strength = { pruned: 0, full: 0, merged: 1, new: 2 } as const;
	for (const [index, { records }] of turns.entries()) {
		const fate = fates.get(index) ?? 'merged';
		for (const record of records) {
			const known = fateOf.get(record);
			if (known === undefined || strength[known] < strength[fate]) fateOf.set(record, fate);
		}
	}
	for (const [index, record] of session.records.entries()) {
		const records = 1 + (record.alsoRecords ?? 0);
		const fate = fateOf.get(index);
		report.records += records;
		if (fate === 'new') report.in_turns += records;
		else if (fate === 'merged') report.merged += records;
		else count(report.skipped, fate ? REFUSALS[fate] : (reasons.get(index) ?? 'in no turn'), records);
	}
	for (const [reason, times] of Object.entries(session.skipped ?? {})) {
		report.records += times;
		count(report.skipped, reason, times);
	}
	for (const [what, times] of repairs) count(report.repairs, what, times);
	for (const [what, times] of Object.entries(session.remarks ?? {})) count(report.notes, what, times);
}
