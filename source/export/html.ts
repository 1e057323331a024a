import { createHash } from 'node:crypto';
import { Marked, type MarkedExtension, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { withPointersAs } from '../pointer.ts';
import { display, displayLine, shorten } from '../text.ts';
import { type Cited, citedIn } from './cited.ts';
import { DEEPEST_LEVEL, SCRIPT, STYLE } from './page.ts';
import type { Picked, Selection } from './selection.ts';

// One page that needs nothing else: it opens from a disk, in any year. Every text in it is escaped, and its own policy lets
// it run no script but the one that it was made with, and fetch nothing.

const LONGEST_MARKDOWN = 128 * 1024;

export function* htmlOf(selection: Selection): Generator<string> {
	const { title, sid, root } = selection;
	let turns = 0;
	for (const _ of selection.turns()) turns++;
	const facts = [
		`${turns.toLocaleString('en')} ${turns === 1 ? 'turn' : 'turns'}`,
		...(sid ? [sid] : []),
		...(root ? [`root ${root}`] : []),
	];
	yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${allowed(STYLE)}'; script-src '${allowed(SCRIPT)}'; base-uri 'none'; form-action 'none'">
<title>${escaped(displayLine(title))}</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><h1>${escaped(displayLine(title))}</h1><p>${escaped(facts.join(' · '))} <span id="count"></span></p></div><input id="search" type="search" placeholder="Search  /" aria-label="Search"><button id="all" type="button">fold all</button></header>
<div class="columns">
<nav aria-label="Questions">
`;
	for (const each of selection.turns()) yield outlineLine(each);
	yield '</nav>\n<main>\n';
	for (const each of selection.turns()) yield article(each);
	yield `</main>\n</div>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

function allowed(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function level({ level }: Picked): string {
	return `data-level="${Math.min(level, DEEPEST_LEVEL)}"`;
}

function nameOf({ turn }: Picked): string {
	const [first = ''] = turn.question.split('\n', 1);
	return first.trim() === '' ? '(opening)' : displayLine(first);
}

function outlineLine(each: Picked): string {
	const label = each.turn.label === null ? '' : ` ⚑ ${displayLine(each.turn.label)}`;
	const fork = each.below > 1 ? ' class="fork"' : '';
	return `<a href="#t${each.number}"${fork} ${level(each)}>${escaped(shorten(nameOf(each) + label, 120))}</a>\n`;
}

function article(each: Picked): string {
	const { turn, number, above, below } = each;
	const { question, answer_text, audit_mode, created_at, bates, label, meta } = turn;
	const under = above === undefined || above === number - 1 ? '' : ` · under <a href="#t${above}">${above}</a>`;
	const source = audit_mode === 'IMPORTED' && meta.source ? ` from ${meta.source.tool}` : '';
	const facts = [
		created_at.slice(0, 16).replace('T', ' '),
		meta.model,
		bates,
		label === null ? undefined : `⚑ ${label}`,
	];
	const rest = facts.filter((fact) => fact !== undefined).map((fact) => ` · ${escaped(displayLine(fact))}`);
	const sources = citedIn(turn);
	const fold = below > 0 ? '<button class="fold" type="button">fold</button>' : '';
	const answer =
		answer_text === ''
			? `<p><em>No answer${meta.finish && meta.finish !== 'complete' ? ` (${meta.finish})` : ''}.</em></p>`
			: rendered(display(answer_text), sources, number);
	return `<article id="t${number}"${above === undefined ? '' : ` data-above="${above}"`}${each.level > 0 ? ' class="branch"' : ''} ${level(each)}>${fold}<h2><a href="#t${number}">${number}</a>${escaped(question.trim() === '' ? '(opening)' : display(question))}</h2>
<p class="facts"><b>${escaped(audit_mode + source)}</b>${rest.join('')}${under}</p>
<div class="answer">${answer}</div>${sourceList(sources, number)}</article>
`;
}

function sourceList(sources: readonly Cited[], number: number): string {
	if (sources.length === 0) return '';
	const items = sources.map(
		({ pointer, title, source }) =>
			`<li id="${noteOf(number, pointer)}"><b>${pointer.slice(1)}</b> ${escaped(displayLine(title))} · ${escaped(displayLine(source))}</li>`,
	);
	return `\n<ul class="sources">${items.join('')}</ul>`;
}

function noteOf(number: number, pointer: string): string {
	return `t${number}-${pointer}`;
}

/** Only what leads somewhere people go on purpose; anything else is its text. */
const LINK = /^(?:https?:|mailto:)/i;

const MARKDOWN: MarkedExtension = {
	gfm: true,
	renderer: {
		html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
		link({ href, tokens }: Tokens.Link) {
			const inside = this.parser.parseInline(tokens);
			return LINK.test(href) ? `<a href="${escaped(href)}" rel="noopener noreferrer">${inside}</a>` : inside;
		},
		image: ({ href, text }: Tokens.Image) => `[image ${escaped(text || href)}]`,
	},
};

/** A short pointer to one of the sources as its number, which leads there. */
function noteMarks(sources: readonly Cited[], number: number): TokenizerAndRendererExtension {
	const known = new Set(sources.map(({ pointer }) => pointer));
	return {
		name: 'note',
		level: 'inline',
		start: (text) => text.indexOf('[E'),
		tokenizer(text) {
			const [raw, pointer = ''] = /^\[(E\d{1,3})\]/.exec(text) ?? [];
			return raw !== undefined && known.has(pointer) ? { type: 'note', raw, pointer } : undefined;
		},
		renderer: ({ pointer }) => `<sup><a href="#${noteOf(number, pointer)}">${pointer.slice(1)}</a></sup>`,
	};
}

function rendered(text: string, sources: readonly Cited[], number: number): string {
	try {
		if (text.length <= LONGEST_MARKDOWN) {
			const extensions = sources.length > 0 ? [noteMarks(sources, number)] : [];
			return new Marked(MARKDOWN, { extensions }).parse(
				withPointersAs(text, ({ name }) => `[${name}]`),
				{ async: false },
			);
		}
	} catch {
		// Nested deeper than the reader of Markdown goes: shown as it is.
	}
	return `<pre>${escaped(text)}</pre>`;
}
