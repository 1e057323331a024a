import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { ConversationPane, type PaneState, paint } from '../../../source/tui/conversation/pane.tsx';
import { createLayouts, Path } from '../../../source/tui/conversation/path.ts';
import { toTurn } from '../../../source/tui/conversation/scroll.ts';
import { batesOf, colourless, hybrid, marks, quoted } from './turns.ts';

const turns = new Map(
	[quoted, { ...hybrid, seq: 2, bates: batesOf(2), parent_bates: quoted.bates }].map((turn) => [turn.bates, turn]),
);

function stateAt(bates: string, width: number): PaneState {
	const path = new Path({ turn: (each) => turns.get(each) }, batesOf(2), { width, marks }, createLayouts());
	return { path, place: toTurn(bates), theme: colourless, title: 'trees', focused: true };
}

const plain = (line: string) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd();

test.each([47, 70])('the path at %i columns', async (width) => {
	const lines = paint(stateAt(quoted.bates, width), width, 40).map(plain);
	expect(lines).toHaveLength(40);
	await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`frames/path-${width}.txt`);
});

test.each([
	[80, 'trees › When should I prune a cherry tree? › who created him?'],
	[57, '… › When should I prune a cherry tree? › who created him?'],
	[40, '… › who created him?'],
	[12, '… › who cre…'],
])('above it the questions that led here, at %i columns %j', (width, expected) => {
	expect(plain(paint(stateAt(batesOf(2), width), width, 10)[0] ?? '')).toBe(expected);
});

test('the component draws what paint says, down to one row', () => {
	const state = stateAt(batesOf(2), 47);
	const { lastFrame, rerender } = render(<ConversationPane state={state} width={47} height={12} />);
	const drawn = () => lastFrame()?.split('\n').map(plain);
	expect(drawn()?.join('\n').trimEnd()).toBe(paint(state, 47, 12).map(plain).join('\n').trimEnd());
	rerender(<ConversationPane state={state} width={47} height={1} />);
	expect(drawn()).toEqual(['… › who created him?']);
});
