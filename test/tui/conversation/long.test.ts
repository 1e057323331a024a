import { Lexer } from 'marked';
import { afterEach, expect, test, vi } from 'vitest';
import { createLayouts, Path } from '../../../source/tui/conversation/path.ts';
import { scroll, toEnd, toTurn, visible } from '../../../source/tui/conversation/scroll.ts';
import { splitAnswer } from '../../../source/tui/conversation/split.ts';
import { colourless, marks, turnOf } from './turns.ts';

const MEGABYTE = 1 << 20;
const repeated = (text: string) => text.repeat(Math.ceil(MEGABYTE / text.length));
const rows = Array.from({ length: 10_000 }, (_, index) => `| row ${index} | value |`).join('\n');

const LONG: Readonly<Record<string, string>> = {
	'one line': 'x'.repeat(MEGABYTE),
	words: repeated('the quick brown fox '),
	'200,000 lines': 'line\n'.repeat(200_000),
	'many paragraphs': repeated('a\n\n'),
	'a table of 10,000 rows': `| a | b |\n|---|---|\n${rows}`,
	'a fence': `\`\`\`ts\n${repeated('const a = 1;\n')}\`\`\``,
	'a fence of one line': `\`\`\`\n${'y'.repeat(MEGABYTE)}\n\`\`\``,
	'one list': repeated('- an item\n'),
	brackets: '['.repeat(MEGABYTE),
	quotes: '>'.repeat(MEGABYTE),
	'open emphasis': repeated('**a '),
	accents: `a${'\u0301'.repeat(MEGABYTE)}`,
	families: repeated('👨‍👩‍👦'),
};

afterEach(() => {
	vi.restoreAllMocks();
});

test.each(Object.entries(LONG))('%s of 1 MiB: little is tokenized, and no more than is seen', (_name, answer) => {
	const lexed: number[] = [];
	vi.spyOn(Lexer.prototype, 'lex').mockImplementation((text: string) => {
		lexed.push(text.length);
		return Object.assign([{ type: 'text' as const, raw: text, text, escaped: false }], { links: {} });
	});
	const turn = turnOf(answer);
	const path = new Path({ turn: () => turn }, turn.bates, { width: 70, marks }, createLayouts());
	const ink = { theme: colourless, width: 70 };
	let place = toTurn(turn.bates);
	expect(visible(path, place, 30, ink)).toHaveLength(30);
	for (let index = 0; index < 5; index++) {
		place = scroll(path, place, 30, 30);
		visible(path, place, 30, ink);
	}
	visible(path, toEnd(path, 30), 30, ink);
	expect(Math.max(0, ...lexed)).toBeLessThanOrEqual(8 * 1024);
	expect(lexed.length).toBeLessThan(160);
});

test.each(Object.entries(LONG))('%s of 1 MiB: parted into some thousand pieces of bounded size', (name, answer) => {
	const { blocks } = splitAnswer(answer);
	expect(blocks.length).toBeLessThan(5_000);
	const largest = Math.max(...blocks.map(({ text }) => text.length));
	// A single line of code is a row, and only its beginning is looked at.
	expect(largest).toBeLessThanOrEqual(name === 'a fence of one line' ? MEGABYTE : 17 * 1024);
});

test('a long table repeats its header, a long list goes on counting', () => {
	const table = splitAnswer(LONG['a table of 10,000 rows'] ?? '').blocks.slice(0, 20);
	expect(table.every(({ kind, text }) => kind === 'prose' && text.startsWith('| a | b |\n|---|---|\n| row'))).toBe(
		true,
	);
	const items = Array.from({ length: 1000 }, (_, index) => `${index + 1}. item`).join('\n');
	const turn = turnOf(items);
	const path = new Path({ turn: () => turn }, turn.bates, { width: 70, marks }, createLayouts());
	const shown = visible(path, toTurn(turn.bates), 1100, { theme: colourless, width: 70 }).map(({ text }) => text);
	expect(shown.join('\n')).toContain('1000.\u001b[22m item'.replace('\u001b[22m ', ' \u001b[22m'));
});
