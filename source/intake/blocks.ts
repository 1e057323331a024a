import { createHash } from 'node:crypto';
import { isObject, type JsonObject, listOf, member, named, textOf } from '../json.ts';

// The content of a record, in the shapes that most tools share: a text, or a list of typed blocks.

/** What is kept of a text that was taken out of an attached file, UTF-16 units. */
const LONGEST_EXTRACT = 20_000;

export interface Said {
	text: string;
	/** Names of the tools that are called in it. */
	tools: string[];
	/** It holds nothing but what a tool gave back. */
	onlyResults: boolean;
}

const TEXTS = new Set(['text', 'input_text', 'output_text', 'Text', 'refusal']);
const CALLS = new Set(['tool_use', 'toolCall', 'tool_call', 'tool-call', 'server_tool_use', 'functionCall']);
const RESULTS = new Set(['tool_result', 'toolResult', 'tool-result', 'functionResponse', 'web_search_tool_result']);

/** Texts joined by blank lines, images and files as a line each, thinking and the traffic of tools left out. */
export function said(content: unknown): Said {
	if (typeof content === 'string') return { text: content, tools: [], onlyResults: false };
	const texts: string[] = [];
	const tools: string[] = [];
	let results = 0;
	const blocks = listOf(content);
	for (const block of blocks) {
		if (typeof block === 'string') texts.push(block);
		if (!isObject(block)) continue;
		const type = textOf(member(block, 'type'));
		const call = member(block, 'functionCall');
		if (RESULTS.has(type) || isObject(member(block, 'functionResponse'))) results++;
		else if (CALLS.has(type))
			tools.push(named(member(block, 'name')) ?? named(member(member(block, 'tool_call'), 'name')) ?? 'tool');
		else if (isObject(call)) tools.push(named(member(call, 'name')) ?? 'tool');
		else texts.push(blockText(block, type));
	}
	const text = texts.filter((each) => each !== '').join('\n\n');
	return { text, tools, onlyResults: results > 0 && text === '' && tools.length === 0 };
}

function blockText(block: JsonObject, type: string): string {
	if (TEXTS.has(type) || (type === '' && typeof member(block, 'text') === 'string')) {
		return member(block, 'thought') === true ? '' : textOf(member(block, 'text'));
	}
	if (/image/i.test(type) || isObject(member(block, 'inlineData'))) return imageLine(block);
	if (type === 'file' || type === 'document' || type === 'input_file') return fileLine(block);
	return '';
}

/** An image by its name or the hash of its bytes, which are never kept. */
function imageLine(block: JsonObject): string {
	const name =
		named(member(block, 'asset_pointer')) ?? named(member(block, 'name')) ?? named(member(block, 'filename'));
	if (name !== undefined) return `[image ${name}]`;
	const source = member(block, 'source');
	const url = member(block, 'image_url');
	const data =
		named(member(source, 'data')) ??
		named(member(member(block, 'inlineData'), 'data')) ??
		named(member(url, 'url')) ??
		named(url) ??
		named(member(block, 'data')) ??
		'';
	if (/^https?:/.test(data)) return `[image ${data}]`;
	return data === '' ? '[image]' : `[image sha256 ${createHash('sha256').update(data).digest('hex').slice(0, 16)}]`;
}

/** `[file report.pdf, 12345 bytes]`, and the text that the source took out of it, up to a cap. */
export function fileLine(file: unknown): string {
	const name =
		named(member(file, 'file_name')) ??
		named(member(file, 'name')) ??
		named(member(file, 'filename')) ??
		named(member(file, 'title')) ??
		'unnamed';
	const size = member(file, 'file_size') ?? member(file, 'size') ?? member(file, 'bytes');
	const line = typeof size === 'number' ? `[file ${name}, ${size} bytes]` : `[file ${name}]`;
	const extract = textOf(member(file, 'extracted_content'));
	return extract === '' ? line : `${line}\n${cut(extract)}`;
}

function cut(extract: string): string {
	return extract.length <= LONGEST_EXTRACT ? extract : `${extract.slice(0, LONGEST_EXTRACT)}\n[cut here]`;
}

/** Base64 of a data URL is never kept: it is replaced by its size. */
export function withoutData(text: string): string {
	if (!text.includes(';base64,')) return text;
	return text.replace(/data:([\w.+/-]{1,100});base64,(?:[A-Za-z0-9+/=]{40,}\s?)+/g, (all, type: string) => {
		const { length } = all.trimEnd();
		return `[${type}, ${length} characters of base64]${all.slice(length)}`;
	});
}
