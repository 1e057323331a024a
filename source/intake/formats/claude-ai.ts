import { idOf, type JsonObject, listOf, member, named, textOf } from '../../json.ts';
import { fileLine, said } from '../blocks.ts';
import { type Format, readEach, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofIso } from '../time.ts';

// The data export of Claude.ai, and what browser extensions save of its API; a tree by parent_message_uuid, or a list.

export const claudeAi: Format = {
	tool: 'claude-ai',
	title: 'Claude.ai',
	accepts: (content) => someValue(content, isChat),
	read: (source) => readEach('claude-ai', source, isChat, sessionOf),
};

function isChat(value: unknown): boolean {
	return Array.isArray(member(value, 'chat_messages'));
}

function sessionOf(chat: JsonObject): SourceSession {
	const messages = listOf(member(chat, 'chat_messages'));
	const key = (message: unknown, index: number) => idOf(member(message, 'uuid')) ?? `#${index}`;
	const isTree = messages.some((message) => named(member(message, 'parent_message_uuid')) !== undefined);
	const model = named(member(chat, 'model'));
	const records = messages.map((message, index): SourceRecord => {
		const before = index === 0 ? null : key(messages[index - 1], index - 1);
		const parentKey = isTree ? (idOf(member(message, 'parent_message_uuid')) ?? null) : before;
		return recordOf(message, key(message, index), parentKey, model);
	});
	const keys = new Set(records.map((record) => record.key));
	// The first message names a parent that is in no file.
	for (const record of records) if (record.parentKey !== null && !keys.has(record.parentKey)) record.parentKey = null;
	return {
		tool: 'claude-ai',
		key: idOf(member(chat, 'uuid')) ?? textOf(member(chat, 'created_at')),
		title: named(member(chat, 'name')) ?? null,
		createdAt: ofIso(member(chat, 'created_at')),
		currentKey: idOf(member(chat, 'current_leaf_message_uuid')) ?? null,
		records,
	};
}

function recordOf(message: unknown, key: string, parentKey: string | null, model: string | undefined): SourceRecord {
	const at = ofIso(member(message, 'created_at'));
	const sender = textOf(member(message, 'sender'));
	const blocks = listOf(member(message, 'content'));
	const { text, tools } = said(blocks);
	const files = [...listOf(member(message, 'attachments')), ...listOf(member(message, 'files'))].map(fileLine);
	// The flat text of an answer holds stand-ins for what was thought and which tools were called.
	const own = text !== '' || (sender === 'assistant' && blocks.length > 0) ? text : textOf(member(message, 'text'));
	if (sender !== 'human' && sender !== 'assistant') {
		return { key, parentKey, at, role: 'note', text: '', hidden: 'unknown record' };
	}
	return {
		key,
		parentKey,
		at,
		role: sender === 'human' ? 'user' : 'assistant',
		text: [own, ...files].filter((each) => each !== '').join('\n\n'),
		...(tools.length > 0 && { tools }),
		...(sender === 'assistant' && { model, finish: finishOf(message) }),
	};
}

function finishOf(message: unknown): SourceRecord['finish'] {
	if (member(message, 'truncated') === true) return 'truncated';
	const reason = textOf(member(message, 'stop_reason'));
	if (reason === 'max_tokens') return 'truncated';
	return reason === 'user_canceled' || reason === 'stopped' ? 'cancelled' : undefined;
}
