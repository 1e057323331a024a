import { basename } from 'node:path';
import { isObject, listOf, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, leftOver } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import type { Opened } from '../source.ts';
import { ofIso } from '../time.ts';
import { readYaml } from '../yaml.ts';

// aichat: a session as YAML, without ids and times, and messages.md, where every answer is logged.

const CHAT_LINE = /^# CHAT: (.*?)(?: \[([^\]\n]+)\])?[ \t]*$/m;
const RULE = '\n--------\n';

export const aichat: Format = {
	tool: 'aichat',
	title: 'aichat',
	accepts: (content) =>
		content.kind === 'text' && (/^messages:\s*$/m.test(content.head) || CHAT_LINE.test(content.head)),
	async *read(source) {
		const text = await source.text();
		if (CHAT_LINE.test(text)) yield* chatsIn(text);
		else {
			const session = readYaml(text);
			yield isObject(session) ? sessionOf(session, source) : leftOver('aichat', { 'not YAML': 1 });
		}
	},
};

function sessionOf(session: unknown, source: Opened): SourceSession {
	const messages = [...listOf(member(session, 'compressed_messages')), ...listOf(member(session, 'messages'))];
	const model = named(member(session, 'model'));
	const name = basename(source.name).replace(/\.ya?ml$/, '');
	return {
		tool: 'aichat',
		key: name,
		title: name,
		createdAt: null,
		currentKey: null,
		records: messages.map((message, index): SourceRecord => {
			const role = textOf(member(message, 'role'));
			const { text } = said(member(message, 'content'));
			const place = {
				key: String(index),
				parentKey: index === 0 ? null : String(index - 1),
				at: null,
			};
			if (role === 'user') return { ...place, role, text };
			return role === 'assistant' ? { ...place, role, text, model } : { ...place, role: 'system', text: '' };
		}),
	};
}

function* chatsIn(text: string): Generator<SourceSession> {
	// The rule may stand inside an answer: a chat begins only at its header.
	const chats = text.split(/^(?=# CHAT: )/m).filter((block) => block.startsWith('# CHAT: '));
	for (const [index, block] of chats.entries()) {
		const [header = '', title, time] = CHAT_LINE.exec(block) ?? [];
		const body = block.slice(header.length).trimStart();
		const cut = body.indexOf(RULE);
		const asked = (cut === -1 ? body : body.slice(0, cut)).trim();
		const answer =
			cut === -1
				? ''
				: body
						.slice(cut + RULE.length)
						.replace(/\n--------\s*$/, '')
						.trim();
		const at = ofIso(time);
		yield {
			tool: 'aichat',
			key: `${time ?? index}:${title ?? ''}`,
			title: named(title) ?? null,
			createdAt: at,
			currentKey: null,
			records: [
				{ key: 'q', parentKey: null, at, role: 'user', text: asked },
				{ key: 'a', parentKey: 'q', at, role: 'assistant', text: answer },
			],
		};
	}
}
