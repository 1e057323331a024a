import { sha256Hex } from '../hash/digest.ts';
import { wellFormed } from '../text.ts';
import { withoutData } from './blocks.ts';
import { parentsFirst } from './links.ts';
import type { SourceRecord, SourceSession } from './model.ts';
import { type Paired, type PairedTurn, pairRecords } from './pair.ts';

/** A turn as it will stand in the forest, but for its place there. */
export interface ArrangedTurn {
	/** Its native id. */
	id: string;
	/** An earlier turn's index; -1 for none. */
	parent: number;
	outside: string | undefined;
	question: string;
	answer: string;
	/** Milliseconds since 1970. */
	at: number;
	/** What the source did not say and was concluded. */
	inferred: readonly ('time' | 'parent')[];
	model: string | undefined;
	finish: 'complete' | 'cancelled' | 'truncated' | 'error';
	/** `bash 3, read 1`: how often it called which tool. */
	tools: string | undefined;
	label: string | undefined;
	titles: readonly string[];
	/** The key of its last record. */
	key: string;
	/** Indexes of its records. */
	records: number[];
}

export interface Arranged {
	/** Each after its parent, by time. */
	turns: ArrangedTurn[];
	/** Where the source stood: a turn's index; -1 when it does not say. */
	current: number;
	/** Why a record is in no turn. */
	reasons: ReadonlyMap<number, string>;
	repairs: ReadonlyMap<string, number>;
}

/** Turns by time and then as the source has them, parents first: a longer history of the same session begins with the same turns. */
export function arrange(session: SourceSession, writtenAt: number): Arranged {
	const paired = pairRecords(session);
	const { turns, links } = paired;
	const parents = Int32Array.from(turns, ({ parent }) => parent);
	const downward = parentsFirst(parents, () => undefined);
	const at = new Float64Array(turns.length);
	const timed = new Uint8Array(turns.length);
	/** No turn is before its parent, whatever the clocks said. */
	const rank = new Float64Array(turns.length);
	const depth = new Int32Array(turns.length);
	for (const index of downward) {
		const parent = parents[index] as number;
		const own = timeOf(session, turns[index] as PairedTurn);
		timed[index] = own === null ? 0 : 1;
		// Without times turns stand a millisecond apart, in their order.
		at[index] = own ?? (parent === -1 ? (session.createdAt ?? writtenAt) : (at[parent] as number) + 1);
		rank[index] = parent === -1 ? (at[index] as number) : Math.max(at[index] as number, rank[parent] as number);
		depth[index] = parent === -1 ? 0 : (depth[parent] as number) + 1;
	}
	const compare = (a: number, b: number) =>
		(rank[a] as number) - (rank[b] as number) ||
		(depth[a] as number) - (depth[b] as number) ||
		firstRecord(turns[a]) - firstRecord(turns[b]);
	const sorted = Array.from(downward).sort(compare);
	const place = new Int32Array(turns.length);
	for (const [index, turn] of sorted.entries()) place[turn] = index;
	const arranged = sorted.map((index) => {
		const parent = parents[index] as number;
		const turn = turns[index] as PairedTurn;
		return arrangedTurn(
			session,
			turn,
			parent === -1 ? -1 : (place[parent] as number),
			at[index] as number,
			Boolean(timed[index]),
		);
	});
	return {
		turns: arranged,
		current: currentOf(session, paired, place),
		reasons: links.reasons,
		repairs: links.repairs,
	};
}

/** The name by which a record is known again in a later import. */
export function nativeId(session: Pick<SourceSession, 'key' | 'sharedKeys'>, recordKey: string): string {
	return session.sharedKeys ? recordKey : `${session.key}/${recordKey}`;
}

function firstRecord(turn: PairedTurn | undefined): number {
	return turn?.question[0] ?? turn?.answer[0] ?? 0;
}

function timeOf({ records }: SourceSession, turn: PairedTurn): number | null {
	for (const index of [...turn.question, ...turn.answer]) {
		const time = records[index]?.at ?? null;
		if (time !== null) return time;
	}
	return null;
}

function arrangedTurn(
	session: SourceSession,
	turn: PairedTurn,
	parent: number,
	at: number,
	timed: boolean,
): ArrangedTurn {
	const pick = (indexes: readonly number[]) => indexes.map((index) => session.records[index] as SourceRecord);
	const asked = pick(turn.question);
	const answered = [...pick(turn.shared), ...pick(turn.answer)];
	const both = [...asked, ...answered];
	const inferred = [...(timed ? [] : ['time' as const]), ...(turn.inferredParent ? ['parent' as const] : [])];
	return {
		id: nativeId(session, turn.key),
		parent,
		outside: turn.outside,
		question: joined(asked),
		answer: joined(answered),
		at,
		inferred,
		model: answered.findLast(({ model }) => model !== undefined)?.model,
		finish: finishOf(answered),
		tools: toolsOf(answered),
		titles: answered.flatMap(({ titles }) => titles ?? []),
		label: both.findLast(({ label }) => label !== undefined)?.label,
		key: turn.key,
		records: [...turn.question, ...turn.shared, ...turn.answer],
	};
}

function joined(records: readonly SourceRecord[]): string {
	return wellFormed(
		records
			.map(({ text }) => withoutData(text))
			.filter((text) => text.trim() !== '')
			.join('\n\n'),
	);
}

/** As the source says; an answer that ends with the call of a tool was cut, and one that never came was cancelled. */
function finishOf(answered: readonly SourceRecord[]): ArrangedTurn['finish'] {
	const last = answered.at(-1);
	if (last?.finish !== undefined) return last.finish;
	return last === undefined || (last.text.trim() === '' && last.tools?.length) ? 'cancelled' : 'complete';
}

const MOST_TOOLS = 20;

function toolsOf(answered: readonly SourceRecord[]): string | undefined {
	const counts = new Map<string, number>();
	for (const { tools } of answered) {
		for (const tool of tools ?? []) counts.set(tool.slice(0, 100), (counts.get(tool.slice(0, 100)) ?? 0) + 1);
	}
	if (counts.size === 0) return undefined;
	const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_TOOLS);
	return wellFormed(sorted.map(([tool, count]) => `${tool} ${count}`).join(', '));
}

/** The turn that holds the source's current record, or the nearest one above it. */
function currentOf(session: SourceSession, { turns, links }: Paired, place: Int32Array): number {
	if (session.currentKey === null) return -1;
	const at = session.records.findIndex(({ key }) => key === session.currentKey);
	if (at === -1) return -1;
	const record = links.kept[at] ? at : (links.above[at] as number);
	const turn = turns.findIndex(({ question, answer }) => answer.includes(record) || question.includes(record));
	return turn === -1 ? -1 : (place[turn] as number);
}

/** `<time>-<8 hex>`: the same session gets the same id on every machine and in any order. */
export function sessionIdOf(tool: string, key: string, firstAt: number): string {
	const second = new Date(firstAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
	return `${second}Z-${sha256Hex(`${tool}\n${key}`).slice(0, 8)}`;
}
