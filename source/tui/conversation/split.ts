/** A piece of an answer that is laid out by itself, and only when it is seen. */
export interface Block {
	readonly kind: 'prose' | 'plain' | 'code' | 'nearest';
	/** What is laid out: of a code block its code; of a table that goes on, its header again before its rows. */
	readonly text: string;
	/** Character offsets in the answer. */
	readonly start: number;
	readonly end: number;
	readonly language?: string;
	/** False for the second and later pieces of one thing: no space stands before it. */
	readonly opens: boolean;
}

export interface Split {
	readonly text: string;
	readonly blocks: readonly Block[];
}

/** Beyond this an answer is plain text, and beyond so many pieces. No model writes so much; imports and mishaps do. */
const RICH = 128 * 1024;
const MOST = 4000;
/** The tokenizer takes up to 0.1 s for 8 KB of the worst there is. More in one paragraph is plain text. */
const LARGEST = 8 * 1024;
/** Where a long list or table may be parted. */
const ENOUGH = 4 * 1024;
const CODE = 16 * 1024;
const PLAIN = 2 * 1024;

// All are tried on the first characters of a line only.
const HEAD = 24;
const BLANK = /^\s*$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const NEAREST = /^ {2}E\d{1,3} {2}/;
const DELIMITER = /^[\s|:-]+$/;
// Quotes and lists so deep that the tokenizer would run out of stack.
const DEEP = /^(?:[ \t]{0,3}>){30}|^(?:[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]){20}/m;

const lineEnd = (text: string, from: number) => {
	const end = text.indexOf('\n', from);
	return end < 0 ? text.length : end;
};
const head = (text: string, at: number) => {
	const start = text.slice(at, at + HEAD);
	const end = start.indexOf('\n');
	return end < 0 ? start : start.slice(0, end);
};
const isBlank = (text: string, at: number) =>
	BLANK.test(head(text, at)) && BLANK.test(text.slice(at, lineEnd(text, at)));

/**
 * Parts an answer where Markdown parts it: at empty lines, outside of fences and lists. Costs one pass over the text. Given
 * how a shorter beginning of the same answer was parted, all but its last two things are taken over.
 */
export function splitAnswer(text: string, before?: Split): Split {
	const { blocks, from } = before !== undefined && text.startsWith(before.text) ? kept(before.blocks) : START;
	const found = [...blocks];
	let at = from;
	while (at < Math.min(text.length, RICH) && found.length < MOST) {
		const end = lineEnd(text, at);
		if (isBlank(text, at)) at = end + 1;
		else at = takeThing(text, at, found);
	}
	if (at < text.length) takePlain(text, at, text.length, found);
	return {
		text,
		blocks: before === undefined ? found : found.map((block, index) => same(before.blocks[index], block)),
	};
}

const START = { blocks: [], from: 0 };

// What comes next may still change the last thing, and what looked like one of its own may turn out to belong to the one before.
function kept(blocks: readonly Block[]): { blocks: readonly Block[]; from: number } {
	const last = blocks.findLastIndex(({ opens }) => opens);
	const index = blocks.slice(0, Math.max(0, last)).findLastIndex(({ opens }) => opens);
	return index < 0 ? START : { blocks: blocks.slice(0, index), from: (blocks[index] as Block).start };
}

// Whoever keeps what it made of a block finds it by the block itself.
function same(before: Block | undefined, now: Block): Block {
	if (before === undefined || before.start !== now.start || before.end !== now.end) return now;
	const equal = before.kind === now.kind && before.text === now.text && before.language === now.language;
	return equal && before.opens === now.opens ? before : now;
}

function takeThing(text: string, at: number, found: Block[]): number {
	const line = head(text, at);
	const fence = FENCE.exec(line)?.[1];
	if (fence !== undefined) {
		const info = text
			.slice(at, Math.min(lineEnd(text, at), at + 200))
			.trim()
			.slice(fence.length);
		if (fence.startsWith('~') || !info.includes('`')) return takeFence(text, at, fence, info, found);
	}
	return NEAREST.test(line) ? takeNearest(text, at, found) : takeProse(text, at, found);
}

function takeFence(text: string, at: number, fence: string, info: string, found: Block[]): number {
	const from = Math.min(text.length, lineEnd(text, at) + 1);
	let close = text.indexOf(fence, from);
	const closes = (place: number) => {
		const start = text.lastIndexOf('\n', place) + 1;
		return (
			place - start <= 3 &&
			BLANK.test(text.slice(start, place)) &&
			/^(`*|~*)\s*$/.test(text.slice(place, Math.min(lineEnd(text, place), place + 200)))
		);
	};
	while (close >= 0 && !closes(close)) close = text.indexOf(fence, lineEnd(text, close));
	const to = close < 0 ? text.length : Math.max(from, text.lastIndexOf('\n', close));
	const language = /^[\w+#.-]{1,20}/.exec(info.trim())?.[0] ?? '';
	let start = from;
	do {
		const end = to - start <= CODE ? to : lineEnd(text, start + CODE);
		const opens = start === from;
		found.push({ kind: 'code', text: text.slice(start, end), start: opens ? at : start, end, language, opens });
		start = end + 1;
	} while (start < to);
	return close < 0 ? text.length : lineEnd(text, close) + 1;
}

function takeNearest(text: string, at: number, found: Block[]): number {
	let end = at;
	while (end < text.length && NEAREST.test(head(text, end))) end = lineEnd(text, end) + 1;
	found.push({ kind: 'nearest', text: text.slice(at, end), start: at, end, opens: true });
	return end;
}

function takeProse(text: string, at: number, found: Block[]): number {
	const second = lineEnd(text, at) + 1;
	const delimiter = text.slice(second, Math.min(lineEnd(text, second), second + 1000));
	const table = second - at < 1000 && delimiter.includes('|') && delimiter.includes('-') && DELIMITER.test(delimiter);
	const header = table ? text.slice(at, Math.min(text.length, lineEnd(text, second) + 1)) : '';
	let start = at;
	do {
		const { end, next } = proseEnd(text, start, table);
		const opens = start === at;
		const block = { start, end, opens, text: (opens ? '' : header) + text.slice(start, end) };
		if (block.text.length <= LARGEST && !DEEP.test(block.text)) found.push({ kind: 'prose', ...block });
		else takePlain(text, start, end, found);
		start = next;
	} while (table && start < text.length && !endsProse(text, start));
	return start;
}

function endsProse(text: string, at: number): boolean {
	return FENCE.test(head(text, at)) || NEAREST.test(head(text, at)) || isBlank(text, at);
}

function proseEnd(text: string, from: number, table: boolean): { end: number; next: number } {
	let list = ITEM.test(head(text, from));
	let parted = false;
	let end = lineEnd(text, from);
	let at = end + 1;
	// What is beyond is plain text, so that its end need not be looked for.
	while (at < Math.min(text.length, RICH)) {
		const line = head(text, at);
		const inside = list && /^\s/.test(line);
		const item = ITEM.test(line);
		const full = at - from > ENOUGH && (table || (list && item && !inside));
		if (isBlank(text, at)) {
			if (!list) break;
			parted = true;
		} else {
			if (full || (!inside && (FENCE.test(line) || NEAREST.test(line) || (parted && !item)))) break;
			parted = false;
			list ||= item;
			end = lineEnd(text, at);
		}
		at = lineEnd(text, at) + 1;
	}
	return { end, next: parted ? end + 1 : at };
}

/** A text without any markup in pieces of bounded size. */
export function plainBlocks(text: string): Block[] {
	const found: Block[] = [];
	takePlain(text, 0, text.length, found);
	return found;
}

function takePlain(text: string, from: number, to: number, found: Block[]): void {
	let start = from;
	while (start < to) {
		const end = to - start <= PLAIN ? to : cut(text, start, start + PLAIN);
		found.push({ kind: 'plain', text: text.slice(start, end), start, end, opens: start === from });
		start = text[end] === '\n' ? end + 1 : end;
	}
}

// At a line break, else a space, else wherever no character is cut in two.
function cut(text: string, start: number, end: number): number {
	const piece = text.slice(start, end);
	const line = piece.lastIndexOf('\n');
	if (line > 0) return start + line;
	const space = piece.lastIndexOf(' ');
	if (space > PLAIN - 200) return start + space + 1;
	const unit = text.charCodeAt(end);
	return unit >= 0xdc00 && unit < 0xe000 ? end - 1 : end;
}
