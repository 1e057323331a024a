/** What a canonical JSON document may hold: ASCII keys, and integers below 2^53 only. */
export type CanonicalValue =
	| string
	| number
	| boolean
	| null
	| readonly CanonicalValue[]
	| { readonly [key: string]: CanonicalValue | undefined };

/**
 * Canonical JSON: keys sorted, no white space, UTF-8, no escapes but the ones JSON demands (which are exactly those of
 * JSON.stringify on well-formed text). A key whose value is undefined is left out. Throws TypeError on a value outside
 * the convention, a fraction above all: two programs would print it differently.
 */
export function canonicalJson(value: CanonicalValue): string {
	if (typeof value === 'string') return JSON.stringify(value);
	if (value === null || typeof value === 'boolean') return String(value);
	if (typeof value === 'number') {
		if (!Number.isSafeInteger(value)) throw new TypeError(`canonical JSON holds no ${value}`);
		return String(value === 0 ? 0 : value);
	}
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	const object = value as { readonly [key: string]: CanonicalValue | undefined };
	const members: string[] = [];
	for (const key of Object.keys(object).sort()) {
		const member = object[key];
		if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
	}
	return `{${members.join(',')}}`;
}

/** Whether a text is the canonical JSON of the value it was parsed to; three times as fast as to write it again. */
export function isCanonicalJson(value: CanonicalValue, text: string): boolean {
	if (isOrdered(value) && JSON.stringify(value) === text) return true;
	try {
		// Keys that read as numbers do not keep their order in an object.
		return canonicalJson(value) === text;
	} catch (error) {
		if (error instanceof TypeError) return false;
		throw error;
	}
}

/** Keys sorted as they stand, numbers whole. */
function isOrdered(value: CanonicalValue): boolean {
	if (typeof value === 'number') return Number.isSafeInteger(value);
	if (typeof value !== 'object' || value === null) return true;
	if (Array.isArray(value)) return value.every(isOrdered);
	const object = value as { readonly [key: string]: CanonicalValue | undefined };
	let last = '';
	for (const key of Object.keys(object)) {
		if (key < last || !isOrdered(object[key] ?? null)) return false;
		last = key;
	}
	return true;
}
