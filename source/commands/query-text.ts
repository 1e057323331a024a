import type {
	ClassifiedEvent,
	Descendant,
	EventList,
	EventReference,
	EventTrace,
	EventWindow,
	SessionEvent,
	SessionList,
	SessionRecord,
	SessionTrace,
} from '../query/types.ts';
import { count, oneLine } from './phrases.ts';

/** What was asked, and what the query found. */
export type Outcome =
	| { kind: 'sessions'; result: SessionList }
	| { kind: 'events'; result: EventList }
	| { kind: 'event'; result: EventWindow }
	| { kind: 'trace-session'; result: SessionTrace }
	| { kind: 'trace-event'; result: EventTrace };

/** For people. */
export function outcomeText(outcome: Outcome): string {
	switch (outcome.kind) {
		case 'sessions':
			return sessionsText(outcome.result);
		case 'events':
			return outcome.result.events.map(eventLine).join('\n') || 'No events.';
		case 'event':
			return windowText(outcome.result);
		case 'trace-session':
			return lineageText(outcome.result);
		case 'trace-event':
			return traceText(outcome.result);
	}
}

function sessionsText({ records, problems }: SessionList): string {
	const bad = problems.map(
		({ sessionId, code, message }) => `✗ ${oneLine(sessionId, 40)}  ${code}: ${oneLine(message, 200)}`,
	);
	return [...records.map(recordLine), ...bad].join('\n') || 'No sessions.';
}

function recordLine({ header, live, persisted }: SessionRecord): string {
	const { id, createdAt, label, forkPoint, furtherEntries } = header;
	const where = [live ? 'live' : '', persisted ? 'kept' : ''].filter((each) => each !== '').join(', ');
	const from = forkPoint === null ? '' : `  under ${forkPoint}`;
	const more = furtherEntries.length === 0 ? '' : `  and at ${count(furtherEntries.length, 'turn')} more`;
	return `${id}  ${createdAt}  ${where}${from}${more}${label === null ? '' : `  ${oneLine(label, 40)}`}`;
}

function eventLine(event: SessionEvent | ClassifiedEvent): string {
	const { seq, type, time } = event;
	const surface = 'surface' in event ? `  ${event.surface.padEnd(8)}` : '';
	const said = event.type === 'node_added' ? event.data.question : (event.data.bates ?? '');
	const name = event.state === 'pending' ? 'pending' : type;
	return `${String(seq).padStart(6)}  ${time}${surface}  ${name.padEnd(16)}  ${oneLine(said, 50)}`.trimEnd();
}

function windowText({ target, events }: EventWindow): string {
	const lines = events.map((event) => `${event === target ? '›' : ' '}${eventLine(event)}`);
	return [...lines, '', JSON.stringify(target.data, null, 2)].join('\n');
}

function lineageText(trace: SessionTrace): string {
	const above = trace.complete ? [] : [`… ${trace.unresolvedParentId} is not there`];
	const line = [...above, ...trace.ancestors.map(recordLine).reverse(), `› ${recordLine(trace.target)}`];
	const below: string[] = [];
	const waiting = trace.descendants.map((each) => ({ each, depth: 1 })).reverse();
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const { each, depth }: { each: Descendant; depth: number } = next;
		below.push(`${'  '.repeat(Math.min(depth, 20))}${recordLine(each.record)}`);
		waiting.push(...each.children.map((child) => ({ each: child, depth: depth + 1 })).reverse());
	}
	return [...line, ...below].join('\n');
}

function traceText({ target, replacementChain, replacedEvents, sourceEvents, derivedEvents }: EventTrace): string {
	const name = ({ bates, sessionId, seq }: EventReference) => `${bates || sessionId} (event ${seq ?? 'not there'})`;
	const rows: [string, EventReference[]][] = [
		['replaced by', replacementChain],
		['in place of', replacedEvents],
		['made from', sourceEvents],
		['used by', derivedEvents],
	];
	const told = rows.map(([title, all]) => `${title.padEnd(12)} ${all.map(name).join(', ') || '–'}`);
	return [eventLine(target), ...told].join('\n');
}
