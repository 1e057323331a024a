/**
 * A cache that keeps between `limit` and twice `limit` of what was asked for last: when the young half is full it becomes
 * the old half, and the old half is forgotten at once. Cheaper than counting uses, and nothing grows without end.
 */
export class Cache<Key, Value> {
	readonly #limit: number;
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();

	constructor(limit: number) {
		this.#limit = limit;
	}

	get(key: Key): Value | undefined {
		const young = this.#young.get(key);
		if (young !== undefined) return young;
		const old = this.#old.get(key);
		if (old !== undefined) this.set(key, old);
		return old;
	}

	set(key: Key, value: Value): Value {
		if (this.#young.size >= this.#limit) {
			this.#old = this.#young;
			this.#young = new Map();
		}
		this.#young.set(key, value);
		return value;
	}
}
