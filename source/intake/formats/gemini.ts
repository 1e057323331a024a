import { idOf, isObject, type JsonObject, listOf, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, leftOver, Skips, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofIso } from '../time.ts';

// Gemini CLI: one object a session, or a log of lines that repeats and patches itself. No branches.

export const gemini: Format = {
	tool: 'gemini-cli',
	title: 'Gemini CLI',
	accepts: (content) => someValue(content, (value) => isHeader(value) || isPrompt(value)),
	async *read(source) {
		const skips = new Skips();
		const entries = new Map<string, Entry>();
		let header: JsonObject | undefined;
		let title: string | undefined;
		for await (const { value, fault } of source.values()) {
			if (fault !== undefined) skips.add(fault);
			else if (isPrompt(value)) skips.add('a prompt without its answer');
			else if (isMessage(value)) keep(entries, value as JsonObject);
			else {
				// A header, a patch, or the one object of the older shape: each may bring messages along.
				if (isHeader(value)) header ??= value as JsonObject;
				const patch = member(value, '$set') ?? value;
				title = named(member(patch, 'summary')) ?? title;
				let brought = 0;
				for (const message of listOf(member(patch, 'messages')))
					if (isMessage(message) && keep(entries, message as JsonObject, true)) brought++;
				// The older shape is nothing but its messages.
				if (brought === 0 || isObject(member(value, '$set'))) skips.add(isObject(value) ? 'note' : 'unknown record');
			}
		}
		yield header ? sessionOf(header, [...entries.values()], title, skips) : leftOver('gemini-cli', skips.counts);
	},
};

interface Entry {
	message: JsonObject;
	at: number | null;
	/** How many lines gave it. */
	lines: number;
}

function isHeader(value: unknown): boolean {
	return (
		named(member(value, 'sessionId')) !== undefined &&
		(named(member(value, 'projectHash')) !== undefined || named(member(value, 'startTime')) !== undefined)
	);
}

function isMessage(value: unknown): boolean {
	return (
		idOf(member(value, 'id')) !== undefined &&
		named(member(value, 'type')) !== undefined &&
		member(value, 'timestamp') !== undefined
	);
}

function isPrompt(value: unknown): boolean {
	return (
		named(member(value, 'sessionId')) !== undefined &&
		typeof member(value, 'messageId') === 'number' &&
		typeof member(value, 'message') === 'string'
	);
}

/** The last of its lines says what it is, the earliest when: a resume stamps every time anew. Whether it is new. */
function keep(entries: Map<string, Entry>, message: JsonObject, repeated = false): boolean {
	const key = textOf(idOf(member(message, 'id')));
	const at = ofIso(member(message, 'timestamp'));
	const known = entries.get(key);
	if (!known) {
		entries.set(key, { message, at, lines: 1 });
		return true;
	}
	// A patch leaves out the model and the tools that the first line named.
	known.message = { ...known.message, ...message };
	known.at = at === null || known.at === null ? (known.at ?? at) : Math.min(known.at, at);
	if (!repeated) known.lines++;
	return false;
}

function sessionOf(
	header: JsonObject,
	entries: readonly Entry[],
	title: string | undefined,
	skips: Skips,
): SourceSession {
	let previous: string | null = null;
	const records = entries.map(({ message, at, lines }) => {
		const record = recordOf(message, previous, at);
		if (lines > 1) record.alsoRecords = lines - 1;
		previous = record.key;
		return record;
	});
	return {
		tool: 'gemini-cli',
		key: textOf(member(header, 'sessionId')),
		title: title ?? null,
		createdAt: ofIso(member(header, 'startTime')),
		currentKey: null,
		records,
		skipped: skips.counts,
	};
}

function recordOf(message: JsonObject, parentKey: string | null, at: number | null): SourceRecord {
	const place = { key: textOf(idOf(member(message, 'id'))), parentKey, at };
	const { text, tools, onlyResults } = said(member(message, 'content'));
	if (onlyResults) return { ...place, role: 'tool', text: '' };
	const type = textOf(member(message, 'type'));
	if (type === 'user') {
		const isContext = /^\s*<session_context>/.test(text);
		return { ...place, role: 'user', text, ...(isContext && { hidden: 'instructions' }) };
	}
	if (type !== 'gemini') return { ...place, role: 'note', text: '' };
	const calls = listOf(member(message, 'toolCalls')).map((call) => named(member(call, 'name')) ?? 'tool');
	return { ...place, role: 'assistant', text, tools: [...tools, ...calls], model: named(member(message, 'model')) };
}
