// Looking into JSON of any origin, a damaged shard among them: every look says what it wants and gets that or nothing.

export type JsonObject = Readonly<Record<string, unknown>>;

const NONE: JsonObject = Object.freeze(Object.create(null) as object) as JsonObject;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object itself; an empty one for anything else. */
export function objectOf(value: unknown): JsonObject {
	return isObject(value) ? value : NONE;
}

/** The own member, never one of a prototype. */
export function member(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** A text that says something, or nothing. */
export function named(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An id: a text, or a number as text; undefined for anything else. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** What a text holds as JSON; undefined when it is none. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
