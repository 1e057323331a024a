import { pointersIn } from '../pointer.ts';
import { display, displayLine, shorten } from '../text.ts';
import { type Cited, citedIn } from './cited.ts';
import type { Picked, Selection } from './selection.ts';

// Markdown for people: front matter, a heading for each question, sources as footnotes. Answers are Markdown already; what
// in them could act as HTML where the page is shown is escaped, and a fence that was left open is closed.

export function* markdownOf(selection: Selection): Generator<string> {
	const { title, sid, root } = selection;
	yield frontMatter({ title, ...(sid && { session: sid }), ...(root && { session_root: root }) });
	yield `\n# ${heading(title)}\n`;
	for (const each of selection.turns()) yield turnText(each);
}

function frontMatter(fields: Readonly<Record<string, string>>): string {
	const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(displayLine(value))}`);
	return ['---', ...lines, 'from: "Arborist"', '---', ''].join('\n');
}

function turnText({ turn, number, above }: Picked): string {
	const { question, answer_text, bates, created_at, audit_mode, label, meta } = turn;
	const [first = '', ...rest] = display(question).split('\n');
	const under = above === undefined || above === number - 1 ? [] : [`under [${above}](#turn-${above})`];
	const source = meta.source && audit_mode === 'IMPORTED' ? [`from ${meta.source.tool}`] : [];
	const facts = [audit_mode, ...source, ...(meta.model ? [meta.model] : []), created_at, bates].map(heading);
	const sources = citedIn(turn);
	return [
		'',
		`<a id="turn-${number}"></a>`,
		'',
		`## ${number}. ${heading(first.trim() === '' ? '(opening)' : first)}${label === null ? '' : ` ⚑ ${heading(label)}`}`,
		'',
		...(rest.length > 0 ? [`${rest.map((line) => `> ${inText(line)}`.trimEnd()).join('\n')}`, ''] : []),
		`*${[...under, ...facts].join(' · ')}*`,
		'',
		answer(answer_text === '' ? '*No answer.*' : display(answer_text), number, sources),
		'',
		...footnotes(number, sources),
	].join('\n');
}

function footnotes(number: number, sources: readonly Cited[]): string[] {
	const notes = sources.map(
		({ pointer, title, source }) => `[^${number}-${pointer}]: ${heading(title)}, ${heading(source)}`,
	);
	return notes.length > 0 ? [...notes, ''] : [];
}

/** One line that is not read as Markdown. */
function heading(text: string): string {
	return inText(shorten(displayLine(text), 300).replace(/([\\`*_[\]#|])/g, '\\$1'));
}

/** No tag, and no entity. */
function inText(text: string): string {
	return text.replace(/&(?=#|\w+;)/g, '&amp;').replace(/<(?=[A-Za-z/!?])/g, '&lt;');
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** An answer's Markdown, line by line: code stays as it is. */
function answer(text: string, number: number, sources: readonly Cited[]): string {
	const known = new Set(sources.map(({ pointer }) => pointer));
	const lines: string[] = [];
	let fence: string | undefined;
	for (const line of text.split('\n')) {
		const mark = FENCE.exec(line)?.[1];
		if (fence === undefined) {
			fence = mark;
			lines.push(mark === undefined ? outsideCode(cited(line, number, known), inText) : line);
		} else {
			lines.push(line);
			const closes = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
			if (closes) fence = undefined;
		}
	}
	if (fence !== undefined) lines.push(fence);
	return lines.join('\n');
}

/** Does something to what stands outside `code`. */
function outsideCode(line: string, act: (part: string) => string): string {
	return line
		.split(/(`+[^`]+`+)/)
		.map((part, index) => (index % 2 === 0 ? act(part) : part))
		.join('');
}

/** A pointer becomes a footnote's mark, but for one in code. A title may hold code itself. */
function cited(line: string, number: number, known: ReadonlySet<string>): string {
	let text = '';
	let from = 0;
	let inCode = false;
	for (const { name, start, end } of pointersIn(line)) {
		const before = line.slice(from, start);
		if ((before.match(/`+/g)?.length ?? 0) % 2 === 1) inCode = !inCode;
		text += before + (known.has(name) && !inCode ? `[^${number}-${name}]` : line.slice(start, end));
		from = end;
	}
	return text + line.slice(from);
}
