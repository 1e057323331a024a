import { idOf, type JsonObject, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, readHeaded, type Skips, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { moment } from '../time.ts';

// The DeepSeek harness: numbered events, one session a file. A fork begins with a copy of its parent's events.

export const dsh: Format = {
	tool: 'dsh',
	title: 'DeepSeek harness',
	related: true,
	accepts: (content) => someValue(content, (value) => isHeader(value)),
	async *read(source) {
		const { header, entries, skips } = await readHeaded(source, isHeader);
		yield sessionOf(header, entries, skips);
	},
};

function isHeader(value: unknown): boolean {
	return (
		member(value, 'type') === 'session' &&
		idOf(member(value, 'id')) !== undefined &&
		typeof member(value, 'createdAt') === 'number'
	);
}

function sessionOf(header: JsonObject | undefined, events: readonly JsonObject[], skips: Skips): SourceSession {
	const fork = idOf(member(header, 'parentSession'));
	const depth = member(header, 'delegationDepth');
	const records: SourceRecord[] = [];
	let model: string | undefined;
	let title: string | null = null;
	let tools: string[] = [];
	let last: SourceRecord | undefined;
	for (const [index, event] of events.entries()) {
		const type = textOf(member(event, 'type'));
		const data = member(event, 'data');
		const seq = member(event, 'seq');
		const key = typeof seq === 'number' ? String(seq) : `#${index}`;
		const record: SourceRecord = {
			key,
			parentKey: records.at(-1)?.key ?? null,
			at: moment(member(event, 'time')),
			role: 'note',
			text: '',
		};
		const content = member(data, 'content') ?? member(member(data, 'message'), 'content');
		if (type === 'user/message') {
			const kind = named(member(member(data, 'source'), 'kind')) ?? 'user';
			Object.assign(record, { role: 'user', text: said(content).text, ...(kind !== 'user' && { hidden: 'note' }) });
			last = undefined;
		} else if (type === 'assistant/message') {
			Object.assign(record, {
				role: 'assistant',
				text: said(content).text,
				model,
				tools: [...tools, ...said(content).tools],
			});
			tools = [];
			last = record;
		} else if (type === 'tool/call') tools.push(named(member(data, 'name')) ?? 'tool');
		else if (type === 'tool/result') record.role = 'tool';
		else if (type === 'request/header')
			model = named(member(member(member(data, 'header'), 'config'), 'model')) ?? model;
		else if (type === 'session/title') title = named(member(data, 'title')) ?? title;
		else if (type === 'turn/end' && last) last.finish = finishOf(textOf(member(data, 'reason')));
		else if (!KNOWN.test(type) && member(event, 'ignorable') !== true) record.hidden = 'unknown record';
		if (typeof depth === 'number' && depth > 0) record.hidden = 'subagent';
		records.push(record);
	}
	return {
		tool: 'dsh',
		key: textOf(idOf(member(header, 'id'))),
		title,
		createdAt: moment(member(header, 'createdAt')),
		currentKey: records.at(-1)?.key ?? null,
		records,
		...(fork !== undefined && { fork: { session: fork } }),
		skipped: skips.counts,
	};
}

const KNOWN = /^(?:turn|step|request|assistant|tool|session|text-chunks|reasoning-chunks|tool-call-chunks)\b/;

function finishOf(reason: string): SourceRecord['finish'] {
	if (/abort|cancel|interrupt/.test(reason)) return 'cancelled';
	if (/error|fail/.test(reason)) return 'error';
	return /length|max/.test(reason) ? 'truncated' : undefined;
}
