import { stripVTControlCharacters as stripAnsi } from 'node:util';
import { Box, Text } from 'ink';
import { expect, test } from 'vitest';
import { Keyboard, mount } from '../../../source/tui/screen/mount.ts';
import { Painted } from '../../../source/tui/screen/painted.tsx';
import { Sink } from '../../../source/tui/screen/sink.ts';
import { FakeOutput } from './terminal.ts';

/** The last frame Ink hands over. */
class Frames extends Sink {
	frame = '';

	override write(frame: string): boolean {
		this.frame = frame;
		return super.write(frame);
	}
}

let painted = 0;
const paint = (state: string, width: number, height: number) => {
	painted++;
	return Array.from({ length: height }, (_, row) => `\x1b[1m${row}\x1b[22m ${state.repeat(width)}`);
};

const screen = (state: string, width: number, height: number, note = '') => (
	<Box width={20} height={height}>
		<Painted state={state} width={width} height={height} paint={paint} />
		<Text>|{note}</Text>
	</Box>
);

function start(state: string, width: number, height: number) {
	const sink = new Frames(new FakeOutput(20, 6));
	const app = mount(screen(state, width, height), sink, new Keyboard());
	const rows = () => stripAnsi(sink.frame).split('\n');
	return { app, sink, rows };
}

test('paints its lines, cut to its width, beside others', () => {
	const { rows, sink } = start('ab', 5, 3);
	expect(rows()).toEqual(['0 aba|', '1 aba', '2 aba']);
	expect(sink.frame).toContain('\x1b[1m2\x1b[22m');
});

test('cuts wide characters right', () => {
	expect(start('蜘蛛', 5, 2).rows()).toEqual(['0 蜘 |', '1 蜘']);
	expect(start('蜘蛛', 6, 2).rows()).toEqual(['0 蜘蛛|', '1 蜘蛛']);
});

test('one row is enough, none is none', () => {
	expect(start('ab', 4, 1).rows()).toEqual(['0 ab|']);
	expect(start('ab', 0, 2).rows()).toEqual(['|', '']);
});

test('is painted again only when its state or size changed', () => {
	const { app, rows } = start('a', 4, 2);
	const before = painted;
	app.rerender(screen('a', 4, 2, 'note'));
	expect(rows()[0]).toBe('0 aa|note');
	expect(painted).toBe(before);
	app.rerender(screen('b', 4, 2));
	expect(rows()[1]).toBe('1 bb');
	app.rerender(screen('b', 3, 2));
	expect([rows()[1], painted]).toEqual(['1 b', before + 2]);
});

test('no line of a painter gets past its row or its colours', () => {
	const hostile = () => ['\x1b[2J\x1b[Hx', 'a\nb', '\u009b2Jc'];
	const sink = new Frames(new FakeOutput(30, 6));
	mount(<Painted state={0} width={30} height={3} paint={hostile} />, sink, new Keyboard());
	expect(sink.frame.split('\n')).toEqual(['⟨1B⟩[2J⟨1B⟩[Hx', 'a⟨A⟩b', '⟨9B⟩2Jc']);
});
