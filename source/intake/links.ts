import type { SourceRecord, SourceSession } from './model.ts';

/** How the records of a session hang together, once what cannot be is cut. Records are named by their index. */
export interface Links {
	/** The nearest record above that is kept; -1 for none. */
	above: Int32Array;
	kept: Uint8Array;
	/** All records, each after its parent. */
	order: Int32Array;
	/** Why a record is not kept. */
	reasons: Map<number, string>;
	/** Records whose parent is not what the source says. */
	inferred: Set<number>;
	/** Records whose parent is no record of this session, with its key. */
	outside: Map<number, string>;
	/** What was repaired, with how often. */
	repairs: Map<string, number>;
}

/** Duplicates left out, missing parents replaced, circles cut; every walk is a loop, so that depth costs no stack. */
export function linkRecords(session: SourceSession): Links {
	const { records } = session;
	const inferred = new Set<number>();
	const outside = new Map<number, string>();
	const repairs = new Map<string, number>();
	const repair = (what: string) => repairs.set(what, (repairs.get(what) ?? 0) + 1);
	const reasons = new Map<number, string>();
	const parents = parentsOf(session, { reasons, inferred, outside, repair });
	const order = parentsFirst(parents, (index) => {
		inferred.add(index);
		repair('circle of parents cut');
	});
	const above = new Int32Array(records.length).fill(-1);
	const kept = new Uint8Array(records.length);
	for (const index of order) {
		const parent = parents[index] as number;
		above[index] = parent === -1 ? -1 : kept[parent] ? parent : (above[parent] as number);
		const reason = reasons.get(index) ?? reasonOf(records[index] as SourceRecord, above[index] === -1);
		if (reason === undefined) kept[index] = 1;
		else reasons.set(index, reason);
	}
	return { above, kept, order, reasons, inferred, outside, repairs };
}

type Notes = Pick<Links, 'reasons' | 'inferred' | 'outside'> & { repair(what: string): void };

function parentsOf({ records, dangling }: SourceSession, { reasons, inferred, outside, repair }: Notes): Int32Array {
	const byKey = new Map<string, number>();
	for (const [index, { key }] of records.entries()) {
		if (byKey.has(key)) reasons.set(index, 'same id again');
		else byKey.set(key, index);
	}
	const parents = new Int32Array(records.length).fill(-1);
	let previous = -1;
	for (const [index, { key, parentKey }] of records.entries()) {
		if (reasons.has(index)) continue;
		const parent = parentKey === null ? -1 : byKey.get(parentKey);
		if (parent !== undefined && parentKey !== key) parents[index] = parent;
		else if (parentKey !== null) {
			if (parent === undefined) outside.set(index, parentKey);
			if (parent !== undefined) repair('own parent cut');
			else if (dangling === 'previous' && previous !== -1) {
				parents[index] = previous;
				inferred.add(index);
				repair('missing parent replaced by the record before');
			}
		}
		previous = index;
	}
	return parents;
}

/** Why a record is no part of a turn; undefined when it is one. */
function reasonOf({ role, text, hidden, finish, tools }: SourceRecord, first: boolean): string | undefined {
	if (hidden !== undefined) return hidden;
	if (role === 'tool') return 'tool output';
	if (role === 'system') return 'system';
	if (role === 'note') return 'note';
	if (text.trim() !== '') return undefined;
	if (role === 'user') return 'empty';
	// An empty answer to a question stays; one to nothing has nothing to say.
	return first && finish === undefined && !tools?.length ? 'empty' : undefined;
}

/** All indexes, each after its parent. A circle is cut at one of its members, of which `cut` is told. */
export function parentsFirst(parents: Int32Array, cut: (index: number) => void): Int32Array {
	const count = parents.length;
	const firstChild = new Int32Array(count).fill(-1);
	const nextSibling = new Int32Array(count).fill(-1);
	for (let index = count - 1; index >= 0; index--) {
		const parent = parents[index] as number;
		if (parent === -1) continue;
		nextSibling[index] = firstChild[parent] as number;
		firstChild[parent] = index;
	}
	const order = new Int32Array(count);
	const reached = new Uint8Array(count);
	let filled = 0;
	const reach = (index: number) => {
		reached[index] = 1;
		order[filled++] = index;
	};
	let done = 0;
	const spread = () => {
		for (; done < filled; done++) {
			for (let child = firstChild[order[done] as number] as number; child !== -1; child = nextSibling[child] as number)
				if (!reached[child]) reach(child);
		}
	};
	for (let index = 0; index < count; index++) if (parents[index] === -1) reach(index);
	spread();
	for (let index = 0; index < count; index++) {
		if (reached[index]) continue;
		const onCircle = memberOfCircle(parents, index);
		parents[onCircle] = -1;
		cut(onCircle);
		reach(onCircle);
		spread();
	}
	return order;
}

function memberOfCircle(parents: Int32Array, from: number): number {
	const seen = new Set<number>();
	let index = from;
	for (; !seen.has(index); index = parents[index] as number) seen.add(index);
	return index;
}
