import type { Marks } from '../screen/marks.ts';
import { clipRuns, indented, wrapRuns } from './flow.ts';
import { highlighted } from './highlight.ts';
import { Look, type Row, type Run, run } from './looks.ts';

/** Code, never wrapped: what is too long ends in …. `label` names the language above it. */
export function codeRows(code: string, language: string, columns: number, marks: Marks, label = true): Row[] {
	const lines = highlighted(code, language) ?? code.split('\n').map((line) => [run(line)]);
	const rows = indented(columns, 2, (room) => lines.map((line) => codeRow(line, room, marks)));
	const named = language !== '' && label;
	const above = wrapRuns([run(`${marks.rule.repeat(2)} ${language}`, Look.dim)], columns);
	return (named ? [...above, ...rows] : rows).map((row) => ({ ...row, code }));
}

// Nothing is measured that cannot be seen.
function codeRow(line: readonly Run[], room: number, marks: Marks): Row {
	const seen = line.map(({ text, look }) => run(text.slice(0, room * 4 + 64), look));
	return { runs: clipRuns(seen, room, run(marks.cut, Look.dim)) };
}
