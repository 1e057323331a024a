import type { SessionEvent, SessionHeader, SessionRecord } from './types.ts';

// What is returned is detached: no source's object is ever given away. Headers are flat, and copied by hand, since a
// listing copies ten thousand of them.

export function copyHeader({ furtherEntries, ...header }: SessionHeader): SessionHeader {
	return { ...header, furtherEntries: furtherEntries.map((entry) => ({ ...entry })) };
}

export function copyRecord({ header, live, persisted }: SessionRecord): SessionRecord {
	return { header: copyHeader(header), live, persisted };
}

export function copyEvent<Event extends SessionEvent>(event: Event): Event {
	return structuredClone(event);
}
