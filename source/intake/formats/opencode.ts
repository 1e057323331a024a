import { idOf, isObject, listOf, member, named, parsed, textOf } from '../../json.ts';
import type { Sqlite } from '../../sqlite.ts';
import { hasTable } from '../database.ts';
import { type Format, leftOver, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { moment } from '../time.ts';

// opencode: its database, or `opencode export`. A fork copies all messages under new ids, with their times.

export const opencode: Format = {
	tool: 'opencode',
	title: 'opencode',
	related: true,
	accepts(content) {
		if (content.kind !== 'database') return someValue(content, isExport);
		const { tables } = content;
		return (
			hasTable(tables, 'session', 'id', 'title') &&
			hasTable(tables, 'message', 'session_id', 'data') &&
			hasTable(tables, 'part', 'message_id', 'data')
		);
	},
	async *read(source, only) {
		if (source.db) yield* sessionsIn(source.db, only);
		else
			for await (const { value, fault } of source.values()) {
				if (fault !== undefined || !isExport(value)) yield leftOver('opencode', { [fault ?? 'unknown record']: 1 });
				else yield sessionOf(member(value, 'info'), listOf(member(value, 'messages')).map(messageOf));
			}
	},
};

function isExport(value: unknown): boolean {
	return named(member(member(value, 'info'), 'id')) !== undefined && Array.isArray(member(value, 'messages'));
}

interface Message {
	id: string;
	data: unknown;
	parts: readonly unknown[];
}

function messageOf(exported: unknown): Message {
	return {
		id: textOf(member(member(exported, 'info'), 'id')),
		data: member(exported, 'info'),
		parts: listOf(member(exported, 'parts')),
	};
}

function* sessionsIn(db: Sqlite, only: string | undefined): Generator<SourceSession> {
	const sessions = db
		.prepare('SELECT * FROM session WHERE ? IS NULL OR id = ? ORDER BY time_created, id')
		.all(only ?? null, only ?? null);
	const messages = db.prepare<[unknown], { id: string; data: string }>(
		'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
	);
	const parts = db.prepare<[string], { data: string }>(
		'SELECT data FROM part WHERE message_id = ? ORDER BY time_created, id',
	);
	const titled = db.prepare<[string, unknown], { id: string }>(
		'SELECT id FROM session WHERE title = ? AND id <> ? ORDER BY time_created, id',
	);
	for (const row of sessions) {
		const session = sessionOf(
			row,
			messages.all(member(row, 'id')).map(({ id, data }) => ({
				id,
				data: parsed(data),
				parts: parts.all(id).map((part) => parsed(part.data)),
			})),
		);
		const original = /^(.*) \(fork #\d+\)$/s.exec(session.title ?? '')?.[1];
		const fork = original === undefined ? undefined : titled.get(original, session.key)?.id;
		yield fork === undefined ? session : { ...session, fork: { session: fork } };
	}
}

function sessionOf(info: unknown, messages: readonly Message[]): SourceSession {
	const isSubagent = named(member(info, 'parent_id') ?? member(info, 'parentID')) !== undefined;
	const revert = member(info, 'revert');
	const reverted = idOf(member(typeof revert === 'string' ? parsed(revert) : revert, 'messageID'));
	const records: SourceRecord[] = [];
	/** The last step of each answer: a next step hangs below it. */
	const lastStep = new Map<string, string>();
	let standing: string | null = null;
	let current: string | null = null;
	for (const { id, data, parts } of messages) {
		const question = idOf(member(data, 'parentID'));
		const above: string | null = question === undefined ? standing : (lastStep.get(question) ?? question);
		const record = recordOf(id, above, data, parts);
		if (isSubagent) record.hidden = 'subagent';
		if (id === reverted) current = above;
		records.push(record);
		if (question !== undefined) lastStep.set(question, id);
		standing = id;
	}
	return {
		tool: 'opencode',
		key: textOf(member(info, 'id')),
		title: named(member(info, 'title')) ?? null,
		createdAt: moment(member(info, 'time_created') ?? member(member(info, 'time'), 'created')),
		currentKey: current ?? standing,
		records,
	};
}

function recordOf(key: string, parentKey: string | null, data: unknown, parts: readonly unknown[]): SourceRecord {
	const time = member(data, 'time');
	const place = { key, parentKey, at: moment(member(time, 'created')) };
	const role = textOf(member(data, 'role'));
	const own = parts.filter((part) => member(part, 'synthetic') !== true);
	const texts = own.filter((part) => member(part, 'type') === 'text').map((part) => textOf(member(part, 'text')));
	const files = own
		.filter((part) => member(part, 'type') === 'file')
		.map((part) => `[file ${named(member(part, 'filename')) ?? 'unnamed'}]`);
	const text = [...texts, ...files].filter((each) => each !== '').join('\n\n');
	if (role === 'user') return { ...place, role, text };
	if (role !== 'assistant') return { ...place, role: 'note', text: '', hidden: 'unknown record' };
	const tools = parts
		.filter((part) => member(part, 'type') === 'tool')
		.map((part) => named(member(part, 'tool')) ?? 'tool');
	const error = member(data, 'error');
	const isOver = member(time, 'completed') !== undefined || member(data, 'finish') !== undefined;
	const failed = /Abort/.test(textOf(member(error, 'name'))) ? 'cancelled' : 'error';
	return {
		...place,
		role,
		text,
		tools,
		model: named(member(data, 'modelID')),
		finish: isObject(error) ? failed : isOver ? undefined : 'cancelled',
	};
}
