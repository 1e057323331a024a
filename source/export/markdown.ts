import { display, displayLine, shorten } from '../text.ts';
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
	return [
		'',
		`<a id="turn-${number}"></a>`,
		'',
		`## ${number}. ${heading(first.trim() === '' ? '(opening)' : first)}${label === null ? '' : ` ⚑ ${heading(label)}`}`,
		'',
		...(rest.length > 0 ? [`${rest.map((line) => `> ${inText(line)}`.trimEnd()).join('\n')}`, ''] : []),
		`*${[...under, ...facts].join(' · ')}*`,
		'',
		answer(answer_text === '' ? '*No answer.*' : display(answer_text), number, turn.meta.evidence ?? []),
		'',
		...footnotes(number, turn.meta.evidence ?? []),
	].join('\n');
}

type Evidence = NonNullable<Picked['turn']['meta']['evidence']>;

function footnotes(number: number, evidence: Evidence): string[] {
	const notes = evidence.map(
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
function answer(text: string, number: number, evidence: Evidence): string {
	const known = new Set(evidence.map(({ pointer }) => pointer));
	const lines: string[] = [];
	let fence: string | undefined;
	for (const line of text.split('\n')) {
		const mark = FENCE.exec(line)?.[1];
		if (fence === undefined) {
			fence = mark;
			lines.push(mark === undefined ? outsideCode(line, (part) => cited(inText(part), number, known)) : line);
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

/** As an answer has it, what its fields escape included; see answer/pointer.ts. */
const POINTER = /(?<!\\)\[(E\d{1,3})(?: \|(?:[^\]\\\n]|\\.)*)?\]/g;

/** `[E1 | title | place]` becomes a footnote's mark. */
function cited(text: string, number: number, known: ReadonlySet<string>): string {
	return text.replace(POINTER, (all, name: string) => (known.has(name) ? `[^${number}-${name}]` : all));
}
