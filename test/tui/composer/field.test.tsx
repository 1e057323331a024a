import TextInput from 'ink-text-input';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { Field, rubbed, typeInto } from '../../../source/tui/composer/field.tsx';
import { InputParser } from '../../../source/tui/screen/input.ts';
import { Keyboard, mount } from '../../../source/tui/screen/mount.ts';
import { Sink } from '../../../source/tui/screen/sink.ts';
import { graphemes, width } from '../../../source/tui/screen/width.ts';
import { random } from '../screen/strings.ts';
import { FakeOutput } from '../screen/terminal.ts';

class Frames extends Sink {
	frame = '';

	override write(frame: string): boolean {
		this.frame = frame;
		return super.write(frame);
	}
}

const bare = { value: '' };

function Bare({ showCursor }: { readonly showCursor: boolean }) {
	const [text, setText] = useState('');
	bare.value = text;
	return <TextInput value={text} onChange={setText} showCursor={showCursor} />;
}

/** What ink-text-input, as it comes, makes of keys. */
function stock(keys: readonly string[], flushed: boolean, showCursor = true): string {
	const root = () => <Bare showCursor={showCursor} />;
	const keyboard = new Keyboard();
	const app = mount(root(), new Sink(new FakeOutput()), keyboard);
	app.rerender(root());
	for (const key of keys) {
		keyboard.type(key);
		if (flushed) app.rerender(root());
	}
	app.rerender(root());
	app.unmount();
	return bare.value;
}

describe('what docs/notes/text-input.md says of ink-text-input', () => {
	test('letters that come in one tick are lost, unless each is flushed', () => {
		expect(stock(['a', 'b', 'c'], false)).toBe('c');
		expect(stock(['a', 'b', 'c'], true)).toBe('abc');
	});

	test('left at the start spoils what is typed next; with its cursor hidden it cannot move', () => {
		expect(stock(['x', '\x1b[D', '\x1b[D', '\x1b[D', 'a', 'b'], true)).toBe('abx');
		expect(stock(['\x1b[D', 'a', 'b'], true)).toBe('ba');
		expect(stock(['\x1b[D', 'a', 'b'], true, false)).toBe('ab');
	});

	test('rubbing out halves an emoji', () => {
		expect(stock(['😀', '\x7f'], true)).toBe('\ud83d');
	});

	test('text at its end is kept exactly', () => {
		expect(stock([...'a👩‍👩‍👧蜘e\u0301', '[A', 'whole words'], true, false)).toBe('a👩‍👩‍👧蜘e\u0301[Awhole words');
	});
});

describe('the field', () => {
	function start(columns: number) {
		const state = { value: '' };
		const sink = new Frames(new FakeOutput());
		const keyboard = new Keyboard();
		const change = (value: string) => {
			state.value = value;
		};
		const root = () => <Field value={state.value} columns={columns} onChange={change} />;
		const app = mount(root(), sink, keyboard);
		const flush = () => app.rerender(root());
		flush();
		const type = (bytes: string) => {
			const parser = new InputParser();
			for (const event of [...parser.push(new TextEncoder().encode(bytes)), ...parser.flush()]) {
				if (event.kind === 'key' && event.key === 'backspace') {
					state.value = rubbed(state.value);
					flush();
				} else typeInto(keyboard, event, flush);
			}
		};
		return { state, sink, type };
	}

	test('takes bursts, pastes and emoji, rubs out whole characters', () => {
		const { state, sink, type } = start(30);
		type('ori\x1b[Dgin👩‍👩‍👧\x7f\x7f!\x1b[200~a\r\nb\x1b[201~\x1b[24;80R');
		expect(state.value).toBe('origi!a b');
		expect(sink.frame).toBe('origi!a b');
	});

	test('takes no more than fits, and goes on after rubbing out', () => {
		const { state, sink, type } = start(5);
		type('abcdef');
		expect([state.value, sink.frame]).toEqual(['abcd', 'abcd']);
		type('\x7f\x7f蜘蛛x');
		expect([state.value, sink.frame]).toEqual(['ab蜘', 'ab蜘']);
	});

	test('400 events at random do what they should', () => {
		const pick = random(5);
		const { state, type } = start(40);
		let expected = '';
		const pieces = [
			'a',
			'Z',
			' ',
			'é',
			'蜘',
			'😀',
			'👩‍👩‍👧',
			'\x7f',
			'\x7f',
			'\x7f',
			'\x1b[D',
			'\x1b[A',
			'\x01',
			'[',
			'O',
			'7',
		];
		for (let turn = 0; turn < 400; turn++) {
			let burst = '';
			for (let count = pick(4); count >= 0; count--) {
				const piece = pieces[pick(pieces.length)] as string;
				burst += piece;
				if (piece === '\x7f') expected = graphemes(expected).slice(0, -1).join('');
				else if (!/^[\x00-\x1f]/.test(piece)) for (const one of piece) if (width(expected + one) < 40) expected += one;
			}
			type(burst);
			if (state.value !== expected) expect({ burst, value: state.value }).toEqual({ burst, value: expected });
		}
	});
});
