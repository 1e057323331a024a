import { basename } from 'node:path';
import { sha256Hex } from '../../hash/digest.ts';
import { idOf, listOf, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, leftOver, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import type { Opened } from '../source.ts';
import { ofAny } from '../time.ts';

// What many programs write: lists of {role, content}, alone or as `messages`; ShareGPT's `conversations` of {from, value};
// pairs of a prompt and its completion.

const USER = new Set(['user', 'human', 'prompter']);
const ASSISTANT = new Set(['assistant', 'gpt', 'chatgpt', 'bing', 'bard', 'model', 'ai', 'bot']);
const TOOL = new Set(['tool', 'function', 'observation', 'function_response']);
const PAIRS: readonly (readonly [asked: string, answered: string])[] = [
	['prompt', 'completion'],
	['prompt', 'response'],
	['instruction', 'output'],
	['instruction', 'response'],
	['question', 'answer'],
];

export const messages: Format = {
	tool: 'messages',
	title: 'messages',
	accepts: (content) => someValue(content, (value) => isMessage(value) || listIn(value) !== undefined),
	async *read(source) {
		const bare: unknown[] = [];
		for await (const { value, fault } of source.values()) {
			const list = fault === undefined ? listIn(value) : undefined;
			if (fault !== undefined) yield leftOver('messages', { [fault]: 1 });
			else if (isMessage(value)) bare.push(value);
			else if (list) yield sessionOf(list, value, source);
			else yield leftOver('messages', { 'unknown record': 1 });
		}
		if (bare.length > 0) yield sessionOf(bare, undefined, source);
	},
};

function isMessage(value: unknown): boolean {
	return (named(member(value, 'role')) ?? named(member(value, 'from'))) !== undefined && contentOf(value) !== undefined;
}

function contentOf(value: unknown): unknown {
	return (
		member(value, 'content') ?? member(value, 'value') ?? member(value, 'parts') ?? (member(value, 'tool_calls') && '')
	);
}

/** The list of messages that a value is or holds. */
function listIn(value: unknown): readonly unknown[] | undefined {
	for (const list of [
		value,
		member(value, 'messages'),
		member(value, 'conversations'),
		member(value, 'conversation'),
	]) {
		if (Array.isArray(list) && list.some(isMessage)) return list;
	}
	const pair = PAIRS.find((names) => names.every((name) => typeof member(value, name) === 'string'));
	if (!pair) return undefined;
	const [asked, answered] = pair.map((name) => member(value, name));
	const input = textOf(member(value, 'input'));
	return [
		{ role: 'user', content: input === '' ? asked : `${asked}\n\n${input}` },
		{ role: 'assistant', content: answered },
	];
}

function sessionOf(list: readonly unknown[], holder: unknown, source: Opened): SourceSession {
	const records = list.map(recordOf);
	const id = idOf(member(holder, 'id')) ?? idOf(member(holder, 'conversation_id'));
	return {
		tool: 'messages',
		// Without an id, a list that is a file's only one may grow; one among many is what it says.
		key: id ?? (holder === undefined ? `${basename(source.name)}:${digest(records.slice(0, 1))}` : digest(records)),
		title: named(member(holder, 'title')) ?? null,
		createdAt: ofAny(member(holder, 'created_at')) ?? ofAny(member(holder, 'createdAt')),
		currentKey: null,
		records,
	};
}

function digest(records: readonly SourceRecord[]): string {
	return sha256Hex(JSON.stringify(records.map(({ role, text }) => [role, text]))).slice(0, 32);
}

function recordOf(value: unknown, index: number): SourceRecord {
	const role = (named(member(value, 'role')) ?? textOf(member(value, 'from'))).toLowerCase();
	const { text, tools, onlyResults } = said(contentOf(value));
	const calls = listOf(member(value, 'tool_calls')).map(
		(call) => named(member(member(call, 'function'), 'name')) ?? 'tool',
	);
	const place = {
		key: String(index),
		parentKey: index === 0 ? null : String(index - 1),
		at: ofAny(member(value, 'created_at')) ?? ofAny(member(value, 'timestamp')),
	};
	if (onlyResults || TOOL.has(role)) return { ...place, role: 'tool', text: '' };
	if (USER.has(role)) return { ...place, role: 'user', text };
	if (ASSISTANT.has(role))
		return { ...place, role: 'assistant', text, tools: [...tools, ...calls], model: named(member(value, 'model')) };
	if (role === 'function_call') return { ...place, role: 'assistant', text: '', tools: ['function'] };
	const isInstruction = role === 'system' || role === 'developer';
	return {
		...place,
		role: isInstruction ? 'system' : 'note',
		text: '',
		...(!isInstruction && { hidden: 'unknown record' }),
	};
}
