import type { MarkedToken, Token } from 'marked';
import { isAscii, type Marks } from '../screen/marks.ts';
import { UNCITED, UNPROVEN } from './annotate.ts';
import { GLUE } from './flow.ts';
import { Look, type Run, run } from './looks.ts';

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const NOTE = new RegExp(`\\[E(\\d{1,3})\\]|${UNPROVEN}|${UNCITED}|\\n *`, 'g');
// Not library/html.ts's: that one reads numbers too, which would bring back the very characters that `display` took out.
const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	nbsp: ' ',
};
/** A line at least this long was broken by whoever wrapped the text, and goes on; after a shorter one the break is meant. */
const WRAPPED = 60;

/** `¹²`, or `[12]` where only ASCII is safe. */
function noteMark(number: string, marks: Marks): string {
	return isAscii(marks) ? `[${number}]` : Array.from(number, (digit) => SUPERSCRIPT[Number(digit)]).join('');
}

/** The inline tokens of a paragraph as runs; line breaks in them are meant. */
export function inlineRuns(tokens: readonly Token[], marks: Marks, look: number = Look.plain): Run[] {
	const runs: Run[] = [];
	let column = 0;
	const add = (text: string, own: number) => {
		if (text === '') return;
		runs.push(run(text, own));
		column = text.endsWith('\n') ? 0 : column + text.length;
	};
	const note = (text: string, own: number) => {
		const before = runs.at(-1)?.text ?? '\n';
		if (!/\s$/.test(before)) add(GLUE, Look.plain);
		add(text, own);
	};
	const words = (text: string, own: number) => {
		const plain = text.replace(/&(#39|[a-z]{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole);
		let from = 0;
		for (const { 0: found, 1: number, index } of plain.matchAll(NOTE)) {
			add(plain.slice(from, index), own);
			from = index + found.length;
			if (found.startsWith('\n')) add(column >= WRAPPED ? ' ' : '\n', own);
			else if (number !== undefined) note(noteMark(number, marks), Look.bright);
			else if (found === UNPROVEN) note(marks.bad, Look.bad);
			else note(marks.alert, Look.warn);
		}
		add(plain.slice(from), own);
	};
	const address = (text: string, href: string) => {
		if (text !== href && `mailto:${text}` !== href) add(` (${href})`, Look.dim);
	};
	const walk = (all: readonly Token[], own: number) => {
		for (const token of all as readonly MarkedToken[]) {
			if (token.type === 'strong') walk(token.tokens, own | Look.bold);
			else if (token.type === 'em') walk(token.tokens, own | Look.italic);
			else if (token.type === 'del') walk(token.tokens, own | Look.strike);
			else if (token.type === 'codespan') code(token.text, own);
			else if (token.type === 'br') add('\n', own);
			else if (token.type === 'html') add(/^<br ?\/?>$/i.test(token.text) ? '\n' : token.raw, own | Look.dim);
			else if (token.type === 'checkbox') continue;
			else if (token.type === 'escape') add(token.text, own);
			else if (token.type === 'image') {
				add(token.text, own | Look.italic);
				address(token.text, token.href);
			} else if (token.type === 'link') {
				walk(token.tokens, own);
				address(token.text, token.href);
			} else if (token.type === 'text' && token.tokens !== undefined) walk(token.tokens, own);
			else words(token.type === 'text' ? token.text : token.raw, own);
		}
	};
	// The ticks stay: they are what says code where there are no colours.
	const code = (text: string, own: number) => {
		add('`', own | Look.dim);
		add(text, own | Look.string);
		add('`', own | Look.dim);
	};
	walk(tokens, look);
	return runs;
}
