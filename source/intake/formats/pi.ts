import { idOf, type JsonObject, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, readHeaded, type Skips, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofAny, ofIso } from '../time.ts';

// The pi coding agent: a tree of entries in one file a session. Forks copy their beginning with its ids, which are short.

const FINISH: Readonly<Record<string, SourceRecord['finish']>> = {
	error: 'error',
	aborted: 'cancelled',
	length: 'truncated',
};

export const pi: Format = {
	tool: 'pi',
	title: 'pi',
	related: true,
	accepts: (content) =>
		content.kind === 'values' &&
		content.shape === 'lines' &&
		someValue(content, (value) => isHeader(value) && typeof member(value, 'timestamp') === 'string'),
	async *read(source) {
		const { header, entries, skips } = await readHeaded(source, isHeader);
		yield sessionOf(header, entries, skips);
	},
};

function isHeader(value: unknown): boolean {
	return member(value, 'type') === 'session' && named(member(value, 'id')) !== undefined;
}

function sessionOf(header: JsonObject | undefined, entries: readonly JsonObject[], skips: Skips): SourceSession {
	const parent = /([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(textOf(member(header, 'parentSession')))?.[1];
	let title: string | null = null;
	let previous: string | null = null;
	const records: SourceRecord[] = [];
	const labels = new Map<string, string | undefined>();
	for (const [index, entry] of entries.entries()) {
		// The first version has no ids: each entry hangs under the one before.
		const key: string = idOf(member(entry, 'id')) ?? `#${index}`;
		const parentKey: string | null = Object.hasOwn(entry, 'parentId')
			? (idOf(member(entry, 'parentId')) ?? null)
			: previous;
		records.push(recordOf(entry, key, parentKey));
		previous = key;
		if (member(entry, 'type') === 'session_info') title = named(member(entry, 'name')) ?? title;
		const target = idOf(member(entry, 'targetId'));
		if (member(entry, 'type') === 'label' && target !== undefined) labels.set(target, named(member(entry, 'label')));
	}
	for (const record of records) record.label = labels.get(record.key);
	return {
		tool: 'pi',
		key: textOf(member(header, 'id')),
		title,
		createdAt: ofIso(member(header, 'timestamp')),
		currentKey: records.at(-1)?.key ?? null,
		records,
		dangling: 'previous',
		...(parent !== undefined && { fork: { session: parent } }),
		skipped: skips.counts,
	};
}

function recordOf(entry: JsonObject, key: string, parentKey: string | null): SourceRecord {
	const message = member(entry, 'message');
	const at = ofAny(member(entry, 'timestamp')) ?? ofAny(member(message, 'timestamp'));
	const place = { key, parentKey, at };
	if (member(entry, 'type') !== 'message') return { ...place, role: 'note', text: '' };
	const role = textOf(member(message, 'role'));
	const { text, tools } = said(member(message, 'content'));
	if (role === 'user') return { ...place, role, text };
	if (role === 'assistant') {
		const model = named(member(message, 'model'));
		return { ...place, role, text, tools, model, finish: FINISH[textOf(member(message, 'stopReason'))] };
	}
	if (role === 'toolResult' || role === 'bashExecution') return { ...place, role: 'tool', text: '' };
	return { ...place, role: role === 'system' ? 'system' : 'note', text: '' };
}
