import { expect, test } from 'vitest';
import { codeRows } from '../../../source/tui/conversation/code.ts';
import { highlighted, languagesLoaded } from '../../../source/tui/conversation/highlight.ts';
import { layoutTurn } from '../../../source/tui/conversation/lines.ts';
import { Look } from '../../../source/tui/conversation/looks.ts';
import { asciiMarks, colourless, declined, hybrid, marks, quoted, RICH, turnOf } from './turns.ts';

const plain = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '').trimEnd();

const turns = {
	rich: turnOf(RICH),
	quoted,
	declined,
	hybrid,
	imported: turnOf('Half an answ', {
		audit_mode: 'IMPORTED',
		question: 'Two lines\nasked at once',
		meta: { source: { tool: 'chatgpt', id: '1' }, finish: 'cancelled' },
	}),
};

for (const [name, turn] of Object.entries(turns)) {
	test.each([47, 70])(`${name} at %i columns`, async (width) => {
		const siblings = name === 'quoted' ? { at: 2, of: 2, same: 2 } : { at: 1, of: 3 };
		const look = { width, marks, theme: colourless, siblings };
		layoutTurn(turn, look);
		await languagesLoaded();
		const text = layoutTurn(turn, look).map((line) => plain(line.text));
		await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`frames/${name}-${width}.txt`);
	});
}

test('where only ASCII is safe, marks are ASCII', async () => {
	const text = layoutTurn(hybrid, { width: 47, marks: asciiMarks, theme: colourless }).map((line) => plain(line.text));
	await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('frames/hybrid-ascii-47.txt');
});

test('an answer that is coming and a turn that is folded', () => {
	const look = { width: 40, marks, theme: colourless };
	const lines = (more: object) => layoutTurn(quoted, { ...look, ...more }).map((line) => plain(line.text));
	expect(lines({ coming: 'answering' }).at(-1)).toBe('  ⠿ answering');
	expect(lines({ folded: true })).toEqual([
		'▌ When should I prune a cherry tree?  #1',
		'',
		'  ▸ “Cherries and plums are the excepti…',
	]);
});

test('lines say what they belong to', () => {
	const lines = layoutTurn(hybrid, { width: 70, marks, theme: colourless });
	expect(lines[0]).toMatchObject({ part: 'question', bates: hybrid.bates });
	expect(lines.flatMap(({ source }) => source ?? [])).toEqual(['E1', 'E7', 'E12']);
	const coded = layoutTurn(turnOf('A\n\n```\none\ntwo\n```\n\n- b\n\n  ```\n  three\n  ```'), {
		width: 70,
		marks,
		theme: colourless,
	});
	expect(coded.flatMap(({ code }) => code ?? [])).toEqual(['one\ntwo', 'one\ntwo', 'three']);
});

test('prose is no wider than reads well; code and tables may be', () => {
	const prose = 'word '.repeat(60);
	const lines = layoutTurn(turnOf(`${prose}\n\n- ${prose}\n\n\`\`\`\n${prose}\n\`\`\``), {
		width: 240,
		marks,
		theme: colourless,
	});
	const widths = lines.filter(({ part }) => part === 'answer').map(({ text }) => plain(text).length);
	expect(Math.max(...widths.filter((width) => width < 200))).toBe(103);
	expect(Math.max(...widths)).toBe(240);
});

test('code has colours that add up to the same text, unless it is long', async () => {
	const looks = (code: string) => {
		const rows = codeRows(code, 'java', 80, marks).slice(1);
		return new Set(rows.flatMap(({ runs }) => runs.map(({ look }) => look)));
	};
	const code = 'class A { /* two\nlines */ String s = "a<b>&\'c"; int n = 1; }';
	looks(code);
	await languagesLoaded();
	const lines = highlighted(code, 'java')?.map((runs) => runs.map(({ text }) => text).join(''));
	expect(lines?.join('\n')).toBe(code);
	expect([...looks(code)]).toEqual(
		expect.arrayContaining([Look.bold, Look.dim | Look.italic, Look.string, Look.literal]),
	);
	expect(highlighted('$'.repeat(500), 'java')).toBeUndefined();
	expect(highlighted('int a;\n'.repeat(2000), 'java')).toBeUndefined();
});
