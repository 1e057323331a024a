import { batesAt } from '../bates.ts';

const SID_LENGTH = 25;
const BATES_LENGTH = 32;

/**
 * A map by bates id, packed by session: rows and events come session by session, and to find a place in a session's list
 * takes a quarter of what a map of a million long keys does. Keys that read as no bates id (a damaged shard's) are kept apart.
 */
export class BatesMap<Value> {
	readonly #lists = new Map<string, (Value | undefined)[]>();
	readonly #odd = new Map<string, Value>();
	#size = 0;
	// The session that was looked at last.
	#sid = '';
	#list: (Value | undefined)[] = [];

	get size(): number {
		return this.#size + this.#odd.size;
	}

	get(bates: string): Value | undefined {
		const seq = seqOf(bates);
		if (seq === -1) return this.#odd.get(bates);
		return this.#find(bates) ? this.#list[seq] : undefined;
	}

	has(bates: string): boolean {
		return this.get(bates) !== undefined;
	}

	set(bates: string, value: Value): void {
		const seq = seqOf(bates);
		if (seq === -1) {
			this.#odd.set(bates, value);
			return;
		}
		if (!this.#find(bates)) {
			this.#sid = bates.slice(0, SID_LENGTH);
			this.#list = [];
			this.#lists.set(this.#sid, this.#list);
		}
		if (this.#list[seq] === undefined) this.#size++;
		this.#list[seq] = value;
	}

	/** By session, in the order in which they came. */
	*[Symbol.iterator](): Generator<[bates: string, value: Value]> {
		for (const [sid, list] of this.#lists) {
			for (const seq of list.keys()) {
				const value = list[seq];
				if (value !== undefined) yield [batesAt(sid, seq), value];
			}
		}
		yield* this.#odd;
	}

	/** Turns to the session of a bates id; false when it is not known yet. */
	#find(bates: string): boolean {
		if (this.#sid !== '' && bates.startsWith(this.#sid)) return true;
		const sid = bates.slice(0, SID_LENGTH);
		const list = this.#lists.get(sid);
		if (!list) return false;
		this.#sid = sid;
		this.#list = list;
		return true;
	}
}

/** The number at the end of what has the length of a bates id; -1 for anything else, even for no text at all. */
function seqOf(bates: unknown): number {
	if (typeof bates !== 'string' || bates.length !== BATES_LENGTH || bates[SID_LENGTH] !== '-') return -1;
	let seq = 0;
	for (let at = SID_LENGTH + 1; at < BATES_LENGTH; at++) {
		const digit = bates.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) return -1;
		seq = seq * 10 + digit;
	}
	return seq;
}
