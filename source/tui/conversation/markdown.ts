import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { isAscii, type Marks } from '../screen/marks.ts';
import { codeRows } from './code.ts';
import { beside, proseRows, widthOf } from './flow.ts';
import { inlineRuns } from './inline.ts';
import { EMPTY, Look, type Row, run } from './looks.ts';
import { tableRows } from './table.ts';

/** Markdown, laid out at a width. What the tokenizer does not take is shown as it is. */
export function markdownRows(text: string, columns: number, marks: Marks): Row[] {
	return blockRows(tokensOf(text), columns, marks);
}

/** One line of words and pointers (`[E1]`), with nothing that Markdown reads a meaning into. */
const PROSE = /^(?![\s#>+=|-]|\d{1,9}[.)]|.*(?:www\.|:\/\/))(?:[^\n\r\t\\`*_[\]<~&@]|\[E\d{1,3}\](?![[(:]))*(?<!\s)$/i;

function tokensOf(text: string): readonly Token[] {
	// Most answers that quote are such a line, and a start need not make the tokenizer's patterns for it.
	if (PROSE.test(text)) return [{ type: 'text', raw: text, text }];
	try {
		return new Lexer({ gfm: true }).lex(text);
	} catch {
		return [{ type: 'text', raw: text, text }];
	}
}

function blockRows(tokens: readonly Token[], columns: number, marks: Marks, tight = false): Row[] {
	const rows: Row[] = [];
	for (const token of tokens as readonly MarkedToken[]) {
		const own = rowsOf(token, columns, marks);
		if (own.length > 0 && rows.length > 0 && !tight) rows.push(EMPTY);
		rows.push(...own);
	}
	return rows;
}

function rowsOf(token: MarkedToken, columns: number, marks: Marks): Row[] {
	switch (token.type) {
		case 'space':
		case 'checkbox':
			return [];
		case 'heading':
			return headingRows(token, columns, marks);
		case 'paragraph':
			return proseRows(inlineRuns(token.tokens, marks), columns);
		case 'list':
			return listRows(token, columns, marks);
		case 'table':
			return tableRows(token, columns, marks);
		case 'code':
			return codeRows(token.text, token.lang ?? '', columns, marks);
		case 'hr':
			return [{ runs: [run(marks.rule.repeat(Math.min(columns, 12)), Look.dim)] }];
		case 'blockquote': {
			const bar = run(`${marks.trunk} `, Look.dim);
			return beside(columns, bar, bar, (inner) => blockRows(token.tokens, inner, marks));
		}
		case 'html':
		case 'def':
			return proseRows([run(token.raw.trimEnd(), Look.dim)], columns);
		default:
			return proseRows(inlineRuns([token], marks), columns);
	}
}

function headingRows({ depth, tokens }: Tokens.Heading, columns: number, marks: Marks): Row[] {
	const runs = inlineRuns(tokens, marks, Look.bold | Look.bright);
	const rows = proseRows(runs, columns);
	if (depth > 1) return rows;
	const widest = Math.max(...rows.map((row) => widthOf(row.runs)));
	return [...rows, { runs: [run(marks.rule.repeat(widest), Look.dim)] }];
}

function listRows({ items, ordered, start, loose }: Tokens.List, columns: number, marks: Marks): Row[] {
	const first = start === '' ? 1 : start;
	const digits = String(first + items.length - 1).length;
	const rows: Row[] = [];
	for (const [index, item] of items.entries()) {
		const number = `${String(first + index).padStart(digits)}. `;
		const bullet = item.task ? (item.checked ? '[x] ' : '[ ] ') : ordered ? number : isAscii(marks) ? '- ' : '• ';
		const layout = (inner: number) => blockRows(item.tokens, inner, marks, !loose);
		if (loose && index > 0) rows.push(EMPTY);
		const own = beside(columns, run(bullet, Look.dim), run(' '.repeat(bullet.length)), layout);
		rows.push(...(own.length > 0 ? own : [{ runs: [run(bullet.trim(), Look.dim)] }]));
	}
	return rows;
}
