import { styledCharsFromTokens, tokenize } from '@alcalzone/ansi-tokenize';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { type Line, layoutTurn } from '../../../source/tui/conversation/lines.ts';
import { markdownRows } from '../../../source/tui/conversation/markdown.ts';
import { splitAnswer } from '../../../source/tui/conversation/split.ts';
import { HARMLESS, HOSTILE } from '../../helpers/hostile.ts';
import { colourless, evidence, marks, RICH, theme, turnOf } from './turns.ts';

const PIECES = [
	...[
		'# ',
		'## ',
		'- ',
		'* ',
		'1. ',
		'12) ',
		'- [ ] ',
		'> ',
		'> > ',
		'| ',
		' | ',
		'|',
		'|---|:-:|',
		'---',
		'    ',
		'  ',
		'\t',
	],
	...[
		'**',
		'*',
		'_',
		'~~',
		'`',
		'``',
		'```',
		'```ts',
		'~~~',
		'[',
		']',
		'](',
		')',
		'![',
		'<',
		'>',
		'<b>',
		'&lt;',
		'\\',
		'\\[',
	],
	...[
		'[E1 | Title | line 3]',
		'[E12]',
		'\n[E2 | a \\| b | c]',
		'  E1  Nearest, line 4',
		'http://a.b/c',
		'a@b.c',
		'[x]: http://y',
	],
	...[
		'word',
		'spider-man',
		'a longer piece of prose. ',
		'“Quoted.”',
		'1962',
		'incomprehensibilities',
		' ',
		'\n',
		'\n',
		'\n\n',
		'\r\n',
	],
	...[
		'蜘蛛侠',
		'e\u0301',
		'👩‍👩‍👧',
		'🇧🇷',
		'שלום',
		'नमस्ते',
		'\u0301',
		'\u200d',
		'\ufe0f',
		'\u00ad',
		'\u00a0',
		'\ufdd0',
		'\ufdd1',
		'\ud800',
	],
	...HOSTILE.map(({ text }) => text),
	...HARMLESS.map(({ text }) => text),
];

const markdown = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 6 })), {
	maxLength: 60,
});
const VERDICTS = ['word', '“Quoted.”', 'a longer piece of prose.'].map((sentence) => ({
	sentence,
	verdict: 'misquoted',
}));

const ALLOWED = /^(?:[^\u0000-\u001f\u007f-\u009f]|\u001b\[[\d;]+m)*$/;

/** Every character that Ink would give a cell takes what it is thought to take, and nothing stays open. */
function check(lines: readonly Line[], width: number): void {
	for (const { text } of lines) {
		if (stringWidth(text) > width) expect({ text, wide: stringWidth(text), width }).toBe('fitting');
		if (!ALLOWED.test(text)) expect(text).toBe('free of controls');
		if (!text.includes('\u001b')) continue;
		const last = styledCharsFromTokens(tokenize(`${text}#`)).at(-1);
		if (last?.styles.length !== 0) expect(text).toBe('closed');
	}
}

test('whatever an answer holds, no line is too wide, acts on the terminal, or leaves a colour open', () => {
	fc.assert(
		fc.property(markdown, fc.integer({ min: 1, max: 90 }), fc.boolean(), (pieces, width, coloured) => {
			const text = pieces.join('');
			const turn = turnOf(text, {
				question: text.slice(0, 200),
				meta: {
					verdicts: VERDICTS,
					evidence: [evidence('E1', text.slice(0, 90), text)],
					carried: [text],
					engine: text,
				},
			});
			const highlightWords = ['word', 'spider', 'longer', '蛛'];
			check(layoutTurn(turn, { width, marks, theme: coloured ? theme : colourless, highlightWords }), width);
		}),
		{ numRuns: 400 },
	);
});

test('hostile strings do nothing, and harmless ones are whole', () => {
	for (const { text } of HOSTILE) {
		for (const wrapped of [
			text,
			`\`${text}\``,
			`\`\`\`\n${text}\n\`\`\``,
			`- ${text}`,
			`[${text}](${text})`,
			`| ${text} |\n|---|\n| ${text} |`,
		])
			check(layoutTurn(turnOf(wrapped, { question: text }), { width: 30, marks, theme }), 30);
	}
	for (const { text } of HARMLESS.filter(({ is }) => !/columns|lines/.test(is))) {
		const lines = layoutTurn(turnOf(`**a** ${text}`), { width: 60, marks, theme });
		expect(lines.some((line) => line.text.includes(text))).toBe(true);
	}
});

test('what would act or hide is shown by the symbols of display, wherever it stands', () => {
	const bad = 'a\u001b[2Jb\u202ec\ufdd0d';
	const shown = /a␛\[2Jb⟨202E⟩c(?:⟨FDD0⟩|\ufdd0)d/;
	const answer = `${bad}\n\n\`${bad}\` [E1]\n\n\`\`\`\n${bad}\n\`\`\`\n\n| ${bad} |\n|---|\n| x |\n\n${'x '.repeat(5000)}\n${bad}`;
	const meta = {
		evidence: [evidence('E1', bad, bad)],
		carried: [bad],
		engine: bad,
		verdicts: [{ sentence: 'x', verdict: bad }],
	};
	const lines = layoutTurn(turnOf(answer, { question: bad, meta }), { width: 200, marks, theme: colourless });
	const found = lines.filter(({ text }) => shown.test(text.replace(/\u001b\[[\d;]+m/g, '')));
	// The question, a paragraph, code in it, a code block, a table, plain text, a source, a doubt, the mode.
	expect(found).toHaveLength(9);
});

test('a plain piece ends with a line, or a word, and never inside a character', () => {
	const pieces = (text: string) => splitAnswer(text).blocks.map((block) => block.text);
	expect(pieces('some words here\n'.repeat(1000)).every((text) => text.endsWith('here'))).toBe(true);
	expect(pieces('some words here '.repeat(1000)).every((text) => /(?:some|words|here) $/.test(text))).toBe(true);
	expect(pieces(`a${'😀'.repeat(9000)}`).every((text) => text.isWellFormed())).toBe(true);
});

test('no word of an answer is lost at any width', () => {
	const words = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
	const prose = RICH.slice(0, RICH.indexOf('| tree'));
	for (let width = 24; width < 100; width++) {
		const shown = words(
			layoutTurn(turnOf(prose), { width, marks, theme })
				.map(({ text }) => text)
				.join('\n'),
		).join('');
		for (const word of words(prose.replace('&lt;tag&gt;', 'tag')))
			if (word !== 'x' && !shown.includes(word)) expect({ word, width }).toBe('shown');
	}
});

test('an answer that grew is parted as if it had been there at once', () => {
	fc.assert(
		fc.property(markdown, fc.array(fc.nat(), { maxLength: 6 }), (pieces, places) => {
			const text = pieces.join('');
			const cuts = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
			let split = splitAnswer('');
			for (const end of cuts) split = splitAnswer(text.slice(0, end), split);
			expect(split.blocks).toEqual(splitAnswer(text).blocks);
		}),
		{ numRuns: 1000 },
	);
});

test('pieces follow each other and leave out nothing but empty lines and fences', () => {
	fc.assert(
		fc.property(markdown, (pieces) => {
			const text = pieces.join('');
			let from = 0;
			for (const { start, end } of splitAnswer(text).blocks) {
				expect(start).toBeGreaterThanOrEqual(from);
				expect(
					text
						.slice(from, start)
						.replace(/ {0,3}(?:`{3,}|~{3,})\s/g, '')
						.trim(),
				).toBe('');
				from = end;
			}
			expect(
				text
					.slice(from)
					.replace(/ {0,3}(?:`{3,}|~{3,})\s*/g, '')
					.trim(),
			).toBe('');
		}),
	);
});

const WORDS = [
	'tea',
	'a 1. b',
	'3. ',
	'2) ',
	'www.a.b',
	'http://a.b',
	'a:b',
	'a - b',
	'- ',
	'# ',
	' ',
	'. ',
	'!',
	'| ',
	'=',
	'(x)',
	'[E1]',
	'(',
	'[',
	'“quoted”',
	'蜘蛛',
];

test('a line of words is laid out as the tokenizer would have it', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }), (words) => {
			const text = words.join('');
			// A second paragraph that only the tokenizer can read; before it the same text.
			const both = markdownRows(`${text.trimEnd()}\n\n*so*`, 200, marks);
			if (text.trim() !== '') expect(markdownRows(text, 200, marks)).toEqual(both.slice(0, -2));
		}),
		{ numRuns: 3000 },
	);
});
