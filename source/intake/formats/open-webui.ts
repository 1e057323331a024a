import { idOf, isObject, type JsonObject, listOf, member, named, objectOf, textOf } from '../../json.ts';
import { fileLine, said } from '../blocks.ts';
import { type Format, readEach, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofAny } from '../time.ts';

// Open WebUI: an array of chats, one of them, or what is inside one. Several models may answer one question.

export const openWebui: Format = {
	tool: 'open-webui',
	title: 'Open WebUI',
	accepts: (content) => someValue(content, isChat),
	read: (source) => readEach('open-webui', source, isChat, sessionOf),
};

function chatOf(value: unknown): JsonObject {
	return isObject(member(value, 'chat')) ? objectOf(member(value, 'chat')) : objectOf(value);
}

function isChat(value: unknown): boolean {
	return messagesOf(value) !== undefined;
}

function messagesOf(value: unknown): JsonObject | undefined {
	const messages = member(member(chatOf(value), 'history'), 'messages');
	return isObject(messages) ? messages : undefined;
}

function sessionOf(value: JsonObject): SourceSession {
	const chat = chatOf(value);
	const messages = objectOf(messagesOf(value));
	const keys = Object.keys(messages);
	return {
		tool: 'open-webui',
		key: named(member(value, 'id')) ?? named(member(chat, 'id')) ?? keys[0] ?? '',
		title: named(member(value, 'title')) ?? named(member(chat, 'title')) ?? null,
		createdAt: ofAny(member(value, 'created_at')) ?? ofAny(member(chat, 'timestamp')),
		currentKey: idOf(member(member(chat, 'history'), 'currentId')) ?? null,
		records: keys.map((key) => recordOf(key, messages[key])),
	};
}

function recordOf(key: string, message: unknown): SourceRecord {
	const role = textOf(member(message, 'role'));
	const place = { key, parentKey: idOf(member(message, 'parentId')) ?? null, at: ofAny(member(message, 'timestamp')) };
	const { text, tools } = said(member(message, 'content'));
	const files = listOf(member(message, 'files')).map((file) =>
		fileLine({ ...objectOf(member(file, 'file')), ...objectOf(file) }),
	);
	if (role === 'user') return { ...place, role, text: [text, ...files].filter(Boolean).join('\n\n') };
	if (role !== 'assistant') return { ...place, role: role === 'system' ? 'system' : 'note', text: '' };
	const merged = textOf(member(member(message, 'merged'), 'content'));
	const error = member(message, 'error');
	return {
		...place,
		role,
		text: withoutDetails(text === '' ? merged : text),
		tools,
		model: named(member(message, 'model')),
		finish:
			error !== undefined && error !== null && error !== false
				? 'error'
				: member(message, 'done') === false
					? 'cancelled'
					: undefined,
	};
}

/** Thinking and the traffic of tools stand in the text as folded HTML. */
function withoutDetails(text: string): string {
	if (!text.includes('<details')) return text;
	return text
		.replace(/<details\s+[^>]{0,2000}?type="(?:reasoning|tool_calls|code_interpreter)"[\s\S]*?<\/details>\s*/g, '')
		.trim();
}
