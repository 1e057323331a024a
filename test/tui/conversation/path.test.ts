import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Turn } from '../../../source/store/types.ts';
import { languagesLoaded } from '../../../source/tui/conversation/highlight.ts';
import { layoutTurn } from '../../../source/tui/conversation/lines.ts';
import { createLayouts, Path, type Turns } from '../../../source/tui/conversation/path.ts';
import { type Place, scroll, toEnd, toNextTurn, toTurn, visible } from '../../../source/tui/conversation/scroll.ts';
import { batesOf, colourless, marks, RICH, turnOf } from './turns.ts';

const ink = { theme: colourless, width: 47 };
const shape = { width: 47, marks };

/** A chain of turns that counts how often one is asked for. */
function chain(length: number, answer: (seq: number) => string): Turns & { asked: Set<string>; leaf: string } {
	const asked = new Set<string>();
	return {
		asked,
		leaf: batesOf(length),
		turn(bates): Turn | undefined {
			const seq = Number(bates.slice(2));
			asked.add(bates);
			if (seq === 0) return turnOf('', { seq, audit_mode: 'ROOT', bates, parent_bates: null });
			return turnOf(answer(seq), { seq, question: `question ${seq}` });
		},
	};
}

const texts = (path: Path, place: Place, height: number) => visible(path, place, height, ink).map(({ text }) => text);

test('a window is a slice of the whole path, however it was scrolled', () => {
	const length = 6;
	const turns = chain(length, (seq) => (seq % 2 ? RICH.slice(0, seq * 120) : `Answer ${seq}.\n\n- a\n- b`));
	const path = new Path(turns, turns.leaf, shape, createLayouts());
	const whole = texts(path, toTurn(batesOf(1)), 2000);
	const end = whole.findLastIndex((line) => line !== '') + 1;
	const leafAt = end - layoutTurn(turns.turn(turns.leaf) as Turn, { ...shape, ...ink }).length;
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 30 }),
			fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 20 }),
			(height, moves) => {
				let place = toTurn(batesOf(1));
				let at = 0;
				for (const by of moves) {
					place = scroll(path, place, by, height);
					at = Math.min(Math.max(0, at + by), Math.max(leafAt, end - height));
					expect(texts(path, place, height)).toEqual([...whole, ...Array<string>(60).fill('')].slice(at, at + height));
				}
			},
		),
	);
});

test('a path of 10,000 turns costs what is seen of it', () => {
	const turns = chain(10_000, (seq) => `Answer ${seq}.`);
	const path = new Path(turns, turns.leaf, shape, createLayouts());
	let place = toTurn(turns.leaf);
	expect(texts(path, place, 20).slice(0, 3)).toEqual([
		expect.stringContaining('question 10000'),
		'',
		'  Answer 10000.',
	]);
	expect(turns.asked.size).toBe(1);
	for (let index = 0; index < 10; index++) place = scroll(path, place, -8, 20);
	texts(path, place, 20);
	expect(turns.asked.size).toBeLessThan(16);
	expect(texts(path, toEnd(path, 20), 20)[0]).toContain('question 10000');
	expect(toNextTurn(path, toTurn(batesOf(9_998)), 'down', 20)).toEqual(toTurn(batesOf(9_999)));
	expect(toNextTurn(path, { bates: batesOf(9_998), piece: 1, row: 0 }, 'up', 20)).toEqual(toTurn(batesOf(9_998)));
	expect(toNextTurn(path, toTurn(batesOf(9_998)), 'up', 20)).toEqual(toTurn(batesOf(9_997)));
	expect(turns.asked.size).toBeLessThan(16);
});

test('a long answer is laid out where it is seen, from either end', () => {
	const answer = Array.from({ length: 200_000 }, (_, index) => `line ${index}`).join('\n');
	const turns = chain(1, () => answer);
	const path = new Path(turns, turns.leaf, shape, createLayouts());
	expect(texts(path, toTurn(turns.leaf), 6).slice(2)).toEqual(['  line 0', '  line 1', '  line 2', '  line 3']);
	const place = toEnd(path, 6);
	expect(texts(path, place, 6).slice(2)).toEqual([
		'  line 199998',
		'  line 199999',
		'',
		'  \u001b[2mSTRICT · excerpt\u001b[22m',
	]);
	expect(texts(path, scroll(path, place, -3, 6), 6)[0]).toBe('  line 199993');
});

test('what grows keeps the rows of what is finished', () => {
	const layouts = createLayouts();
	const answer = `${RICH}\n\nThe last paragraph`;
	const rowsAt = (text: string) => {
		const turn = turnOf(text);
		const path = new Path({ turn: () => turn, standing: () => ({ coming: 'answering' }) }, turn.bates, shape, layouts);
		return Array.from({ length: path.pieces(0) }, (_, piece) => path.rows(0, piece));
	};
	const before = rowsAt(answer);
	const after = rowsAt(`${answer} goes on`);
	expect(after.length).toBe(before.length);
	const again = after.flatMap((rows, piece) => (rows === before[piece] ? [] : piece));
	// The question and the closing are the turn's, and are laid out anew with it.
	expect(again).toEqual([0, after.length - 2, after.length - 1]);
	expect(rowsAt(`${answer} goes on`)).toEqual(after);
});

test('an unchanged turn is not laid out again, one with another width is', () => {
	const layouts = createLayouts();
	const turns = chain(3, () => 'Answer.');
	const rows = (width: number) => new Path(turns, turns.leaf, { width, marks }, layouts).rows(0, 1);
	expect(rows(47)).toBe(rows(47));
	expect(rows(46)).not.toBe(rows(47));
});

test('colours of code come when its language does, on the same path', async () => {
	const turn = turnOf('```go\nfunc main() {}\n```');
	const path = new Path({ turn: () => turn }, turn.bates, shape, createLayouts());
	const row = () => path.rows(0, 1)[2]?.runs.map(({ text }) => text);
	expect(row()).toEqual(['  ', '  ', 'func main() {}']);
	await languagesLoaded();
	expect(row()).toEqual(['  ', '  ', 'func', ' ', 'main', '() {}']);
	expect(path.rows(0, 1)).toBe(path.rows(0, 1));
});

test('a place that is gone becomes the last turn', () => {
	const turns = chain(3, () => 'Answer.');
	const path = new Path(turns, turns.leaf, shape, createLayouts());
	expect(texts(path, { bates: 'elsewhere', piece: 9, row: 9 }, 3)[0]).toContain('question 3');
	expect(texts(path, { bates: turns.leaf, piece: 99, row: 99 }, 2)).toEqual([
		'',
		'  \u001b[2mSTRICT · excerpt\u001b[22m',
	]);
	expect(texts(new Path({ turn: () => undefined }, 'gone', shape, createLayouts()), toTurn('gone'), 2)).toEqual([
		'',
		'',
	]);
});

test('turns above are quiet, but for what was searched', () => {
	const turns = chain(2, () => 'Answer in **bold**.');
	const path = new Path(turns, turns.leaf, shape, createLayouts());
	const lines = visible(path, toTurn(batesOf(1)), 12, { ...ink, highlightWords: ['answers'] });
	expect(lines[2]?.text).toBe(
		'\u001b[2m  \u001b[22m\u001b[2m\u001b[4mAnswer\u001b[24m\u001b[22m\u001b[2m in \u001b[22m\u001b[2m\u001b[1mbold\u001b[22m\u001b[22m\u001b[2m.\u001b[22m',
	);
	expect(lines[10]?.text).toContain('\u001b[4mAnswer\u001b[24m');
});
