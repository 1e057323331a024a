import { idOf, isObject, type JsonObject, listOf, member, named, textOf } from '../../json.ts';
import { fileLine, said } from '../blocks.ts';
import { type Format, readEach, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofAny } from '../time.ts';

// LibreChat: one object a conversation, its messages as a list with parents or as a tree of children.

const NO_PARENT = '00000000-0000-0000-0000-000000000000';

export const librechat: Format = {
	tool: 'librechat',
	title: 'LibreChat',
	accepts: (content) => someValue(content, isChat),
	read: (source) => readEach('librechat', source, isChat, sessionOf),
};

function isChat(value: unknown): boolean {
	if (named(member(value, 'conversationId')) === undefined) return false;
	return Array.isArray(member(value, 'messages')) || Array.isArray(member(value, 'messagesTree'));
}

function sessionOf(chat: JsonObject): SourceSession {
	const records: SourceRecord[] = [];
	const model = named(member(member(chat, 'options'), 'model'));
	const top = [...listOf(member(chat, 'messagesTree')), ...listOf(member(chat, 'messages'))];
	const waiting = top.map((message) => ({ message, parentKey: undefined as string | undefined })).reverse();
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const { message, parentKey } = next;
		const key = idOf(member(message, 'messageId')) ?? `#${records.length}`;
		const parent = idOf(member(message, 'parentMessageId'));
		const ownParent = parent === undefined || parent === NO_PARENT ? null : parent;
		records.push(recordOf(message, key, parentKey ?? ownParent, model));
		for (const child of listOf(member(message, 'children')).toReversed())
			waiting.push({ message: child, parentKey: key });
	}
	return {
		tool: 'librechat',
		key: textOf(member(chat, 'conversationId')),
		title: named(member(chat, 'title')) ?? null,
		createdAt: ofAny(member(chat, 'createdAt')),
		currentKey: null,
		records,
	};
}

function recordOf(message: unknown, key: string, parentKey: string | null, ofChat: string | undefined): SourceRecord {
	const place = { key, parentKey, at: ofAny(member(message, 'createdAt')) };
	if (!isObject(message)) return { ...place, role: 'note', text: '', hidden: 'unknown record' };
	// A text part holds its text, or an object around it.
	const parts = listOf(member(message, 'content')).map((part) => {
		const value = member(member(part, 'text'), 'value');
		return typeof value === 'string' ? { type: 'text', text: value } : part;
	});
	const { text, tools } = said(parts);
	const files = listOf(member(message, 'files')).map(fileLine);
	const own = textOf(member(message, 'text')) || text;
	const whole = [own, ...files].filter(Boolean).join('\n\n');
	const isUser =
		member(message, 'isCreatedByUser') === true || textOf(member(message, 'sender')).toLowerCase() === 'user';
	if (isUser) return { ...place, role: 'user', text: whole };
	const isError = member(message, 'error') === true;
	const isCut = member(message, 'unfinished') === true;
	const atLength = textOf(member(message, 'finish_reason')) === 'length';
	return {
		...place,
		role: 'assistant',
		text: whole,
		tools,
		model: named(member(message, 'model')) ?? ofChat,
		finish: isError ? 'error' : isCut ? 'cancelled' : atLength ? 'truncated' : undefined,
	};
}
