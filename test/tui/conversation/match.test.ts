import { expect, test } from 'vitest';
import { Look, run } from '../../../source/tui/conversation/looks.ts';
import { markedRow, matcher } from '../../../source/tui/conversation/match.ts';

const marked = (words: string[], line: string) => {
	const found = matcher(words)(line);
	return found.map(([from, to]) => line.slice(from, to));
};

test.each([
	[['cherry'], 'Cherries and a CHERRY', ['Cherries', 'CHERRY']],
	[['prun'], 'pruned or spruned', ['pruned']],
	[['cafe'], 'the Café, decafé', ['Café']],
	[['spider-man'], 'a spider, a man', ['spider', 'man']],
	[['蜘蛛'], '是蜘蛛侠和蜘蛛', ['蜘蛛']],
	[['x*', '('], 'x (y)', ['x']],
	[[], 'anything', []],
])('%j marks in %j %j', (words, line, expected) => {
	expect(marked(words, line)).toEqual(expected);
});

test('a word of several runs is marked in each', () => {
	const row = { runs: [run('a '), run('spi', Look.bold), run('ders web')] };
	expect(markedRow(row, matcher(['spider'])).runs).toEqual([
		run('a '),
		run('spi', Look.bold | Look.match),
		run('ders', Look.match),
		run(' web'),
	]);
});
