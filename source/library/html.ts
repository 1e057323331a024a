import type { Heading, Reading } from './passages.ts';

// The readable text of an HTML page, by one pass over its tags. It remembers where in the page each run of text stood, so
// that a quotation opens at its place.

const BLOCK = new Set(
	(
		'address article aside blockquote body br caption dd div dl dt fieldset figcaption figure footer ' +
		'form h1 h2 h3 h4 h5 h6 header hr html li main nav ol option p pre section table td tfoot th thead tr ul'
	).split(' '),
);
const UNSEEN = new Set('script style noscript template svg head nav'.split(' '));
const HEADING = /^h[1-6]$/;
const TAG = /<(?:!--|(\/?)([a-zA-Z][a-zA-Z0-9-]{0,30})[^<>]*>|[!?/][^<>]*>)/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;
const NAMED: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '–',
	mdash: '—',
	hellip: '…',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
	copy: '©',
	laquo: '«',
	raquo: '»',
	middot: '·',
	bull: '•',
	times: '×',
	para: '¶',
	sect: '§',
};

/** Text with its character references (`&amp;`) as the characters. */
export function decoded(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
		if (name !== undefined) return NAMED[name] ?? whole;
		const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\ufffd';
	});
}

/** The text of a page, its headings, and its `<title>` (else its first heading, else the file's name). */
export function readHtml(name: string, page: string): Reading {
	const parts: string[] = [];
	const runs: { at: number; from: number }[] = [];
	const headings: Heading[] = [];
	let length = 0;
	let open: { level: number; start: number; from: number } | undefined;
	const put = (text: string, from: number) => {
		if (text === '') return;
		runs.push({ at: length, from });
		parts.push(text);
		length += text.length;
	};
	const tags = new RegExp(TAG);
	let preformatted = false;
	let from = 0;
	for (let tag = tags.exec(page); tag !== null; tag = tags.exec(page)) {
		put(decoded(page.slice(from, tag.index)), from);
		const element = tag[2]?.toLowerCase() ?? '';
		const closing = tag[1] === '/';
		if (tag[0] === '<!--' || (!closing && UNSEEN.has(element))) {
			tags.lastIndex = endOf(page, tags.lastIndex, element);
		} else if (BLOCK.has(element)) {
			const heading = HEADING.test(element);
			if (element === 'pre' && closing === preformatted) {
				put(closing ? '\n```\n\n' : '\n\n```\n', tag.index);
				preformatted = !closing;
			} else if (!heading) put(element === 'br' || element === 'td' ? '\n' : '\n\n', tag.index);
			else if (!closing) {
				put('\n\n', tag.index);
				open = { level: Number(element[1]), start: length, from: parts.length };
			} else if (open !== undefined) {
				const title = parts.slice(open.from).join('').replace(/\s+/g, ' ').trim().slice(0, 120);
				put('\n\n', tag.index);
				if (title !== '') headings.push({ title, level: open.level, start: open.start, end: length });
				open = undefined;
			}
		}
		from = tags.lastIndex;
	}
	put(decoded(page.slice(from)), from);
	const title = /<title[^>]{0,200}>([^<]{1,400})</i.exec(page.slice(0, 20_000))?.[1];
	return {
		title: (title === undefined ? '' : decoded(title).replace(/\s+/g, ' ').trim()) || headings[0]?.title || name,
		text: parts.join(''),
		headings,
		lines: false,
		origin: (offset) => originIn(runs, offset),
	};
}

/** Past the end of a comment or of an element that is not shown; the end of the page when it is never closed. */
function endOf(page: string, from: number, element: string): number {
	const close = element === '' ? /-->/g : new RegExp(`</${element}[^<>]*>`, 'gi');
	close.lastIndex = from;
	return close.exec(page) === null ? page.length : close.lastIndex;
}

function originIn(runs: readonly { at: number; from: number }[], offset: number): number {
	let low = 0;
	let high = runs.length;
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if ((runs[middle]?.at ?? 0) <= offset) low = middle;
		else high = middle;
	}
	const run = runs[low];
	return run === undefined ? 0 : run.from + offset - run.at;
}
