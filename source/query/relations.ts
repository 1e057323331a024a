import type { SessionLog } from './source.ts';
import type { EventReference, SessionEvent } from './types.ts';

/** A reference to a turn's event within a log; undefined when the log does not hold it. */
export function referenceIn({ header, events }: SessionLog, bates: string): EventReference | undefined {
	const event = events.find((each) => bringsTurn(each, bates));
	return event && { sessionId: header.id, seq: event.seq, bates };
}

function bringsTurn(event: SessionEvent, bates: string): boolean {
	if (event.type === 'node_added') return event.state === undefined && event.data.bates === bates;
	return event.type === 'session_imported' && (event.data.turns ?? []).some((turn) => turn.bates === bates);
}

/** The turns that a turn was threaded into, within a log; one in flight has no bates yet. */
export function usersIn({ header, events }: SessionLog, bates: string): EventReference[] {
	return events.flatMap((event) =>
		event.type === 'node_added' && event.data.meta.history?.includes(bates)
			? [{ sessionId: header.id, seq: event.seq, bates: event.state === undefined ? event.data.bates : '' }]
			: [],
	);
}

/** By turn: what it replaced, and what replaced it, oldest first. */
export function replacementsIn({ events }: SessionLog) {
	const replaced = new Map<string, string>();
	const replacedBy = new Map<string, string[]>();
	const note = (bates: string, replaces: string | undefined) => {
		if (replaces === undefined) return;
		replaced.set(bates, replaces);
		replacedBy.set(replaces, [...(replacedBy.get(replaces) ?? []), bates]);
	};
	for (const event of events) {
		if (event.type === 'session_imported')
			for (const { bates, replaces } of event.data.turns ?? []) note(bates, replaces);
		else if (event.type === 'node_added')
			note(event.state === undefined ? event.data.bates : '', event.data.meta.replaces);
	}
	return { replaced, replacedBy };
}

/** From a turn along its links to the last; the newest where there are several. */
export function chainFrom(bates: string, next: (bates: string) => string | undefined): string[] {
	const chain: string[] = [];
	for (let at = next(bates); at !== undefined && !chain.includes(at); at = next(at)) chain.push(at);
	return chain;
}
