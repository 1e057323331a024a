import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Action, type Draft, draftOf, edit } from '../../../source/tui/composer/edit.ts';
import { actionOf } from '../../../source/tui/composer/keys.ts';
import { editLine, lineLayout } from '../../../source/tui/composer/line.ts';
import type { CaretPlace } from '../../../source/tui/composer/words.ts';
import { InputParser } from '../../../source/tui/screen/input.ts';
import { width } from '../../../source/tui/screen/width.ts';

const run = (draft: Draft, ...actions: Action[]) => actions.reduce(edit, draft);
const typed = (text: string): Action[] => [...text].map((one) => ({ do: 'insert', text: one }));
const move = (to: CaretPlace): Action => ({ do: 'move', to });
const rub = (to: CaretPlace): Action => ({ do: 'delete', to });
/** The text with the caret in it. */
const seen = ({ text, caret }: Draft) => `${text.slice(0, caret)}|${text.slice(caret)}`;

describe('writing', () => {
	test('stores what was given, line ends as newlines, no lone halves', () => {
		expect(seen(run(draftOf(''), { do: 'insert', text: 'a\r\nb\rc\u202e\ud800' }))).toBe('a\nb\nc\u202e\ufffd|');
	});

	test.each<[string, Action[], string]>([
		['👩‍👩‍👧', [move('left')], '|👩‍👩‍👧'],
		['e\u0301🇧🇷', [move('left'), move('left'), move('right')], 'e\u0301|🇧🇷'],
		['👩‍👩‍👧', [rub('left')], '|'],
		['a\nb', [move('start'), rub('right'), rub('right')], '|b'],
		['who drew him, first?', [move('word-left')], 'who drew him, |first?'],
		['who drew him, first?', [move('word-left'), move('word-left')], 'who drew |him, first?'],
		['who drew', [move('start'), move('word-right')], 'who| drew'],
		['who drew', [rub('word-left')], 'who |'],
		['one\ntwo', [move('line-start')], 'one\n|two'],
		['one\ntwo', [move('line-start'), rub('line-start')], 'one|two'],
		['one\ntwo', [move('start'), rub('line-end')], '|\ntwo'],
		['one\ntwo', [move('start'), rub('line-end'), rub('line-end')], '|two'],
		['one\ntwo\nthree', [{ do: 'up', columns: 20 }, { do: 'delete-line' }], 'one\n|three'],
		['one\ntwo', [{ do: 'delete-line' }], 'one|'],
		['only', [{ do: 'delete-line' }], '|'],
		[
			'',
			[move('left'), move('right'), rub('left'), rub('right'), rub('line-end'), { do: 'delete-line' }, { do: 'undo' }],
			'|',
		],
	])('%j', (text, actions, expected) => {
		expect(seen(run(draftOf(text), ...actions))).toBe(expected);
	});

	test('typing in front of a character that joins keeps the order of what was typed', () => {
		expect(run(draftOf('👧'), move('start'), ...typed('👩\u200d👩\u200d')).text).toBe('👩‍👩‍👧');
	});
});

describe('undo', () => {
	test('goes back word by word, and forth again', () => {
		let draft = run(draftOf(''), ...typed('who drew him'));
		const texts = [draft.text];
		for (let step = 0; step < 3; step++) {
			draft = edit(draft, { do: 'undo' });
			texts.push(draft.text);
		}
		expect(texts).toEqual(['who drew him', 'who drew ', 'who ', '']);
		expect(run(draft, { do: 'redo' }, { do: 'redo' }).text).toBe('who drew ');
	});

	test('what is written after it ends redo', () => {
		const draft = run(draftOf(''), ...typed('a b'), { do: 'undo' }, ...typed('c'), { do: 'redo' });
		expect(draft.text).toBe('a c');
	});

	test('of everything is the start, redo of everything the end', () => {
		fc.assert(
			fc.property(fc.array(anyAction, { maxLength: 60 }), (actions) => {
				let draft = run(draftOf('start'), ...actions.filter((action) => action.do !== 'undo' && action.do !== 'redo'));
				const end = draft.text;
				for (let step = draft.done.length; step > 0; step--) draft = edit(draft, { do: 'undo' });
				expect(draft.text).toBe('start');
				for (let step = draft.undone.length; step > 0; step--) draft = edit(draft, { do: 'redo' });
				expect(draft.text).toBe(end);
			}),
			{ numRuns: 200 },
		);
	});
});

describe('up and down', () => {
	test('keep to the column over rows of other lengths', () => {
		const start = run(draftOf('long line\nab\nanother'), move('end'));
		const up = run(start, { do: 'up', columns: 40 });
		expect(seen(up)).toBe('long line\nab|\nanother');
		expect(seen(run(up, { do: 'up', columns: 40 }))).toBe('long li|ne\nab\nanother');
		expect(seen(run(up, { do: 'down', columns: 40 }))).toBe('long line\nab\nanother|');
	});

	test('go by rows as they are wrapped', () => {
		const draft = draftOf('the quick brown fox');
		expect(seen(run(draft, { do: 'up', columns: 11 }))).toBe('the quick| brown fox');
		expect(seen(run(draft, { do: 'up', columns: 11 }, { do: 'down', columns: 11 }))).toBe('the quick brown fox|');
	});

	test('recall earlier questions at the edges, and give the draft back', () => {
		const history = ['first', 'second\nwith a line'];
		const up: Action = { do: 'up', columns: 40, history };
		const down: Action = { do: 'down', columns: 40, history };
		let draft = run(draftOf('draft'), up);
		expect(seen(draft)).toBe('second|\nwith a line');
		draft = run(draft, up);
		expect(seen(draft)).toBe('first|');
		expect(seen(run(draft, up))).toBe('|first');
		draft = run(draft, down);
		expect(seen(draft)).toBe('second\nwith a line|');
		draft = run(draft, down);
		expect(seen(draft)).toBe('draft|');
		expect(seen(run(draft, down))).toBe('draft|');
		expect(run(draft, { do: 'undo' }).text).toBe('second\nwith a line');
	});

	test('without a history go to the ends', () => {
		expect(seen(run(draftOf('ab'), { do: 'up', columns: 9 }))).toBe('|ab');
		expect(seen(run(draftOf('ab'), move('start'), { do: 'down', columns: 9 }))).toBe('ab|');
	});
});

/** The plainest editor there is: a list of characters and a place in it, segmented anew each time. */
class Naive {
	text = '';
	caret = 0;

	act(action: Action): void {
		if (action.do === 'insert') {
			this.text = this.text.slice(0, this.caret) + action.text + this.text.slice(this.caret);
			this.caret += action.text.length;
		} else if (action.do === 'move') this.caret = this.target(action.to);
		else if (action.do === 'delete') {
			let to = this.target(action.to);
			if (to === this.caret && action.to === 'line-start') to = Math.max(0, to - 1);
			if (to === this.caret && action.to === 'line-end') to = Math.min(this.text.length, to + 1);
			const [start, end] = [Math.min(to, this.caret), Math.max(to, this.caret)];
			this.text = this.text.slice(0, start) + this.text.slice(end);
			this.caret = start;
		}
	}

	target(to: CaretPlace): number {
		const edges = [...new Intl.Segmenter().segment(this.text)].map((part) => part.index).concat(this.text.length);
		const before = (at: number) => edges.findLast((edge) => edge < at) ?? 0;
		const after = (at: number) => edges.find((edge) => edge > at) ?? this.text.length;
		const isWord = (at: number) => /[\p{L}\p{N}\p{M}_]/u.test(String.fromCodePoint(this.text.codePointAt(at) ?? 0));
		let at = this.caret;
		switch (to) {
			case 'left':
				return before(at);
			case 'right':
				return after(at);
			case 'word-left':
				while (at > 0 && !isWord(before(at))) at = before(at);
				while (at > 0 && isWord(before(at))) at = before(at);
				return at;
			case 'word-right':
				while (at < this.text.length && !isWord(at)) at = after(at);
				while (at < this.text.length && isWord(at)) at = after(at);
				return at;
			case 'line-start':
				return this.text.slice(0, at).lastIndexOf('\n') + 1;
			case 'line-end':
				return `${this.text}\n`.indexOf('\n', at);
			case 'start':
				return 0;
			case 'end':
				return this.text.length;
		}
	}
}

const PLACES: CaretPlace[] = ['left', 'right', 'word-left', 'word-right', 'line-start', 'line-end', 'start', 'end'];
const someText = fc.constantFrom(
	'a',
	'B',
	' ',
	'.',
	'\n',
	'é',
	'e\u0301',
	'蜘',
	'👩‍👩‍👧',
	'🇧🇷',
	'\u0301',
	'word',
	'नमस्ते',
	'\u202e',
	'😀',
	'\t',
	'\u0600',
);
const anyAction: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 4, arbitrary: someText.map((text): Action => ({ do: 'insert', text })) },
	{ weight: 3, arbitrary: fc.constantFrom(...PLACES).map((to): Action => ({ do: 'move', to })) },
	{ weight: 2, arbitrary: fc.constantFrom(...PLACES.slice(0, 6)).map((to): Action => ({ do: 'delete', to })) },
);

test('400 actions at random do what the plainest editor does', () => {
	fc.assert(
		fc.property(fc.array(anyAction, { minLength: 400, maxLength: 400 }), (actions) => {
			const naive = new Naive();
			let draft = draftOf('');
			for (const action of actions) {
				naive.act(action);
				draft = edit(draft, action);
				if (draft.text !== naive.text || draft.caret !== naive.caret)
					expect([action, seen(draft)]).toEqual([action, seen(naive as unknown as Draft)]);
			}
		}),
		{ numRuns: 25 },
	);
});

test('however the bytes of keys and pastes are cut, the text is the same', () => {
	const piece = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 8 }),
		fc.constantFrom(
			'\x7f',
			'\x1b[D',
			'\x1b[C',
			'\x01',
			'\x05',
			'\x17',
			'\x1bb',
			'\x1b[200~p\ra\x1bste\x1b[201~',
			'\x1b[24;80R',
			'\x1f',
		),
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 15 }), fc.integer({ min: 1, max: 7 }), (pieces, size) => {
			const bytes = new TextEncoder().encode(pieces.join(''));
			const write = (step: number) => {
				const parser = new InputParser();
				const events = [];
				for (let at = 0; at < bytes.length; at += step) events.push(...parser.push(bytes.slice(at, at + step)));
				events.push(...parser.flush());
				return events
					.map(actionOf)
					.reduce<Draft>((draft, action) => (action ? edit(draft, action) : draft), draftOf('')).text;
			};
			expect(write(size)).toBe(write(bytes.length + 1));
		}),
		{ numRuns: 500 },
	);
});

describe('a line', () => {
	test('has no second one', () => {
		expect(editLine(draftOf('a'), { do: 'insert', text: '\n' }).text).toBe('a');
		expect(editLine(draftOf('a'), { do: 'insert', text: ' b\r\nc\td' }).text).toBe('a b c d');
	});

	test('shows the part around its caret', () => {
		expect(lineLayout({ text: 'abcdef', caret: 6 }, 4)).toEqual({ line: 'def', column: 3 });
		expect(lineLayout({ text: 'abcdef', caret: 2 }, 4)).toEqual({ line: 'abcd', column: 2 });
		expect(lineLayout({ text: '蜘蛛侠', caret: 3 }, 4)).toEqual({ line: '侠', column: 2 });
		expect(lineLayout({ text: 'a\u202eb', caret: 3 }, 20)).toEqual({ line: 'a⟨202E⟩b', column: 8 });
	});

	test('is never wider than its field', () => {
		fc.assert(
			fc.property(
				fc.array(someText, { maxLength: 20 }),
				fc.nat(60),
				fc.integer({ min: 2, max: 20 }),
				(parts, at, columns) => {
					const text = parts.join('').replaceAll('\n', ' ');
					const { line, column } = lineLayout({ text, caret: Math.min(at, text.length) }, columns);
					expect(width(line)).toBeLessThanOrEqual(columns);
					expect(column).toBeLessThan(columns);
				},
			),
		);
	});
});
