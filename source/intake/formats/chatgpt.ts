import { idOf, isObject, type JsonObject, listOf, member, named, textOf } from '../../json.ts';
import { fileLine, said, withoutData } from '../blocks.ts';
import { type Format, readEach, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofSeconds } from '../time.ts';

// The data export of ChatGPT: conversations.json, whole or in numbered shards; each conversation is a tree of nodes.

const HIDDEN_TYPES: Readonly<Record<string, string>> = {
	thoughts: 'thinking',
	reasoning_recap: 'thinking',
	user_editable_context: 'instructions',
	model_editable_context: 'instructions',
	execution_output: 'tool output',
	tether_quote: 'tool output',
	tether_browsing_display: 'tool output',
};

export const chatgpt: Format = {
	tool: 'chatgpt',
	title: 'ChatGPT',
	accepts: (content) => someValue(content, isChat),
	read: (source) => readEach('chatgpt', source, isChat, sessionOf, 'no tree of messages'),
};

function isChat(value: unknown): boolean {
	return isObject(member(value, 'mapping'));
}

function sessionOf(chat: JsonObject): SourceSession {
	const mapping = member(chat, 'mapping') as JsonObject;
	const keys = Object.keys(mapping);
	const fromAbove = new Map<string, string>();
	for (const key of keys) {
		for (const child of listOf(member(mapping[key], 'children')))
			if (typeof child === 'string') fromAbove.set(child, key);
	}
	const model = named(member(chat, 'default_model_slug'));
	const records = keys.map((key) => {
		// The parent's word counts: lists of children are missing in new exports, and name the active path only in others.
		const parentKey = idOf(member(mapping[key], 'parent')) ?? fromAbove.get(key) ?? null;
		return recordOf(key, parentKey, member(mapping[key], 'message'), model);
	});
	return {
		tool: 'chatgpt',
		key: idOf(member(chat, 'conversation_id')) ?? idOf(member(chat, 'id')) ?? `${member(chat, 'create_time')}`,
		title: named(member(chat, 'title')) ?? null,
		createdAt: ofSeconds(member(chat, 'create_time')),
		currentKey: idOf(member(chat, 'current_node')) ?? null,
		records,
	};
}

function recordOf(key: string, parentKey: string | null, message: unknown, ofChat: string | undefined): SourceRecord {
	const at = ofSeconds(member(message, 'create_time'));
	if (!isObject(message)) return { key, parentKey, at, role: 'note', text: '', hidden: 'empty node' };
	const role = textOf(member(member(message, 'author'), 'role'));
	const metadata = member(message, 'metadata');
	const content = member(message, 'content');
	const type = textOf(member(content, 'content_type'));
	const recipient = textOf(member(message, 'recipient'));
	const hidden = hiddenAs(message, type);
	const isCall = role === 'assistant' && recipient !== '' && recipient !== 'all';
	const kind = role === 'user' || role === 'assistant' || role === 'tool' || role === 'system' ? role : 'note';
	return {
		key,
		parentKey,
		at,
		role: kind,
		text: isCall || hidden !== undefined || kind === 'tool' ? '' : textOfMessage(content, type, metadata),
		...(hidden !== undefined && { hidden }),
		...(isCall && { tools: [recipient] }),
		...(kind === 'assistant' && { model: named(member(metadata, 'model_slug')) ?? ofChat, finish: finishOf(message) }),
	};
}

function hiddenAs(message: JsonObject, type: string): string | undefined {
	const metadata = member(message, 'metadata');
	if (member(metadata, 'is_user_system_message') === true) return 'instructions';
	if (Object.hasOwn(HIDDEN_TYPES, type)) return HIDDEN_TYPES[type];
	if (member(metadata, 'is_visually_hidden_from_conversation') === true) return 'hidden';
	return member(message, 'weight') === 0 ? 'hidden' : undefined;
}

function textOfMessage(content: unknown, type: string, metadata: unknown): string {
	const files = listOf(member(metadata, 'attachments'));
	const lines = files.map(fileLine);
	if (type === 'code') {
		const code = textOf(member(content, 'text'));
		return code === '' ? '' : `\`\`\`${textOf(member(content, 'language')).replace('unknown', '')}\n${code}\n\`\`\``;
	}
	const parts = member(content, 'parts');
	const text = Array.isArray(parts) ? parts.map(partText).filter(Boolean).join('\n') : textOf(member(content, 'text'));
	return withoutMarks([text, ...lines].filter((each) => each !== '').join('\n\n'));
}

function partText(part: unknown): string {
	if (typeof part === 'string') return part;
	const pointer = named(member(part, 'asset_pointer'));
	if (pointer !== undefined)
		return /audio/.test(textOf(member(part, 'content_type'))) ? '[audio]' : `[image ${withoutData(pointer)}]`;
	return textOf(member(part, 'text')) || said([part]).text;
}

/** Citations stand in the text as private characters around a name of the source, or as 【12†L1】; neither says anything here. */
function withoutMarks(text: string): string {
	if (!/[\ue200-\ue206【]/.test(text)) return text;
	return text.replace(/\ue200[^\ue201]{0,2000}\ue201|[\ue200-\ue206]|【\d+(?::\d+)?†[^】]{0,200}】/g, '');
}

function finishOf(message: JsonObject): SourceRecord['finish'] {
	const type = textOf(member(member(member(message, 'metadata'), 'finish_details'), 'type'));
	if (textOf(member(member(message, 'content'), 'content_type')) === 'system_error') return 'error';
	if (type === 'interrupted') return 'cancelled';
	if (type === 'max_tokens') return 'truncated';
	return textOf(member(message, 'status')) === 'in_progress' ? 'cancelled' : undefined;
}
