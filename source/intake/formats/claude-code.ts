import { idOf, isObject, type JsonObject, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, Skips, someValue } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import type { Opened } from '../source.ts';
import { ofIso } from '../time.ts';

// Claude Code, and Qwen Code, which keeps the same tree of lines with contents of Gemini's shape: one session a file.

const KINDS = new Set(['user', 'assistant', 'system', 'tool_result', 'progress', 'attachment']);
const TITLES: readonly (readonly [type: string, member: string])[] = [
	['summary', 'summary'],
	['ai-title', 'aiTitle'],
	['custom-title', 'customTitle'],
];

function reader(tool: string, title: string, isOwn: (line: unknown) => boolean): Format {
	return {
		tool,
		title,
		related: true,
		accepts: (content) => content.kind === 'values' && content.shape === 'lines' && someValue(content, isOwn),
		async *read(source) {
			yield await sessionOf(tool, source);
		},
	};
}

function isLine(value: unknown): boolean {
	return (
		KINDS.has(textOf(member(value, 'type'))) &&
		named(member(value, 'uuid')) !== undefined &&
		isObject(value) &&
		Object.hasOwn(value, 'parentUuid') &&
		named(member(value, 'sessionId')) !== undefined
	);
}

function isQwenLine(value: unknown): boolean {
	return (
		isLine(value) &&
		(member(value, 'provenance') !== undefined || Array.isArray(member(member(value, 'message'), 'parts')))
	);
}

/** A file may hold nothing but the titles of other files' sessions. */
function isSummary(value: unknown): boolean {
	return textOf(member(value, 'type')) === 'summary' && named(member(value, 'leafUuid')) !== undefined;
}

export const qwenCode = reader('qwen-code', 'Qwen Code', isQwenLine);
export const claudeCode = reader('claude-code', 'Claude Code', (value) => isLine(value) || isSummary(value));

async function sessionOf(tool: string, source: Opened): Promise<SourceSession> {
	const skips = new Skips();
	const records: SourceRecord[] = [];
	const titles = new Map<string, string>();
	let key = '';
	for await (const { value, fault } of source.values()) {
		if (fault !== undefined) skips.add(fault);
		else if (isObject(value)) {
			key = named(member(value, 'sessionId')) ?? key;
			const title = titleOf(value);
			const record = title === undefined ? recordOf(value) : undefined;
			if (record) records.push(record);
			else skips.add(title === undefined ? 'note' : 'title');
			if (title !== undefined) titles.set(textOf(member(value, 'type')), title);
		} else skips.add('unknown record');
	}
	const title = TITLES.map(([type]) => titles.get(type)).findLast((each) => each !== undefined);
	const first = records.find(({ at }) => at !== null);
	return {
		tool,
		key: key === '' ? (records[0]?.key ?? source.name) : key,
		title: title ?? null,
		createdAt: first?.at ?? null,
		currentKey: null,
		records,
		sharedKeys: true,
		dangling: 'previous',
		skipped: skips.counts,
	};
}

function titleOf(line: JsonObject): string | undefined {
	const row = TITLES.find(([type]) => type === member(line, 'type'));
	return row && named(member(line, row[1]));
}

function recordOf(line: JsonObject): SourceRecord | undefined {
	const type = textOf(member(line, 'type'));
	const key = named(member(line, 'uuid'));
	// Other kinds reuse the id of the line that they are about.
	if (key === undefined || !KINDS.has(type)) return undefined;
	const parentKey = idOf(member(line, 'parentUuid')) ?? idOf(member(line, 'logicalParentUuid')) ?? null;
	const at = ofIso(member(line, 'timestamp'));
	const place = { key, parentKey, at };
	if (type === 'system') return { ...place, role: 'system', text: '' };
	if (type === 'tool_result') return { ...place, role: 'tool', text: '' };
	if (type !== 'user' && type !== 'assistant') return { ...place, role: 'note', text: '' };
	const message = member(line, 'message');
	const content = said(member(message, 'parts') ?? member(message, 'content'));
	if (member(line, 'isSidechain') === true) return { ...place, role: type, text: '', hidden: 'subagent' };
	if (content.onlyResults) return { ...place, role: 'tool', text: '' };
	if (type === 'user') return questionOf(line, place, content.text);
	const model = named(member(message, 'model')) ?? named(member(line, 'model'));
	return {
		...place,
		role: 'assistant',
		text: content.text,
		tools: content.tools,
		model: model === '<synthetic>' ? undefined : model,
		finish: finishOf(line, message),
	};
}

const COMMAND =
	/^\s*<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr)>/;

function questionOf(
	line: JsonObject,
	place: Pick<SourceRecord, 'key' | 'parentKey' | 'at'>,
	whole: string,
): SourceRecord {
	const text = whole.replace(/<system-reminder>[\s\S]*?<\/system-reminder>\s*/g, '');
	const asked = { ...place, role: 'user' as const, text };
	if (member(line, 'isCompactSummary') === true) return { ...asked, hidden: 'summary' };
	if (member(line, 'isMeta') === true) return { ...asked, hidden: 'note' };
	if (COMMAND.test(text)) return { ...asked, hidden: 'command' };
	return /^\[Request interrupted by user/.test(text) ? { ...asked, hidden: 'note' } : asked;
}

function finishOf(line: JsonObject, message: unknown): SourceRecord['finish'] {
	if (member(line, 'isApiErrorMessage') === true) return 'error';
	return textOf(member(message, 'stop_reason')) === 'max_tokens' ? 'truncated' : undefined;
}
