import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passages } from '../../source/library/passages.ts';
import { read } from '../../source/library/readers.ts';
import { sentences } from '../../source/library/sentences.ts';
import { countWords } from '../../source/library/words.ts';

const split = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
	it('end at a full stop, not at a title, an initial or a decimal', () => {
		expect(split('Dr. Smith met J. R. Tolkien in St. Louis. It cost 3.5 dollars, e.g. two coins! Did it?')).toEqual([
			'Dr. Smith met J. R. Tolkien in St. Louis.',
			'It cost 3.5 dollars, e.g. two coins!',
			'Did it?',
		]);
	});

	it('end at an empty line and before a list item, not at the end of a line', () => {
		expect(split('A line\nwraps here.\n\nNext paragraph\n- one\n- two')).toEqual([
			'A line\nwraps here.',
			'Next paragraph',
			'- one',
			'- two',
		]);
	});

	it('go on behind a question that is quoted inside them', () => {
		expect(split('“Why not buy new ones?” he asked. “Because!” she said.')).toEqual([
			'“Why not buy new ones?” he asked.',
			'“Because!” she said.',
		]);
	});

	it('do not end at i.e., No. 5, a file name, an address or the number of a list item', () => {
		expect(
			split(
				'See No. 5, i.e. the red one, in notes.v2.txt at https://a.example/x.html today. He said no. Then he left.',
			),
		).toEqual([
			'See No. 5, i.e. the red one, in notes.v2.txt at https://a.example/x.html today.',
			'He said no.',
			'Then he left.',
		]);
		expect(split('1. Install it.\n2. Run it at 3.5 volts.')).toEqual(['1. Install it.', '2. Run it at 3.5 volts.']);
	});

	it('leave a block of code whole, and a row of a table', () => {
		const code = '```sh\nrun a. Then b.\n\n- c\n```';
		const table = ['| a. B | c |', '| --- | --- |', '| One. Two | d |'];
		expect(split(`Do this.\n${code}\nAnd that.\n\n${table.join('\n')}\n`)).toEqual([
			'Do this.',
			code,
			'And that.',
			...table,
		]);
		expect(split('x | y\n--|--\nOne. Two | d\n\nText.')).toEqual(['x | y', '--|--', 'One. Two | d', 'Text.']);
	});

	it('end at the full stop of Chinese and Japanese', () => {
		expect(split('他住在北京。她住在东京！')).toEqual(['他住在北京。', '她住在东京！']);
	});

	it('of a line without end are cut, and nothing is lost', () => {
		const line = 'word '.repeat(2000) + 'x'.repeat(5000);
		const cut = split(line);
		expect(Math.max(...cut.map(({ length }) => length))).toBeLessThanOrEqual(1201);
		expect(cut.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
	});

	it('never cut a character in two, whatever the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 4000 }), (text) => {
				for (const sentence of split(text))
					expect(sentence.isWellFormed()).toBe(text.isWellFormed() || sentence.isWellFormed());
			}),
		);
	});

	it('are found in linear time in hostile text', () => {
		const start = process.cpuUsage();
		for (const piece of [
			'.',
			'."',
			'\n',
			'\n \t',
			'- ',
			'。',
			'1.',
			'A.',
			'!)',
			'“',
			'|\n',
			'```\n',
			'```\n~~~\n',
			'-|\n\n',
			'--|',
		])
			split(piece.repeat(500_000 / piece.length));
		const { user } = process.cpuUsage(start);
		expect(user / 1e6).toBeLessThan(10);
	});
});

describe('passages', () => {
	const number = (i: number) => `Sentence number ${i} has exactly ten words in it, truly.`;

	it('are packed from whole sentences to 150-200 words, with one sentence of overlap', () => {
		const text = Array.from({ length: 60 }, (_, i) => number(i)).join(' ');
		const reading = read('plain.txt', text);
		const found = passages(reading).map(({ start, end }) => text.slice(start, end));
		for (const passage of found.slice(0, -1)) {
			expect(countWords(passage)).toBeGreaterThanOrEqual(150);
			expect(countWords(passage)).toBeLessThanOrEqual(200);
		}
		expect(found[0]?.endsWith(number(14))).toBe(true);
		expect(found[1]?.startsWith(number(14))).toBe(true);
		expect(found.at(-1)?.endsWith(number(59))).toBe(true);
	});

	it('are cut at headings and know theirs', () => {
		const reading = read(
			's.md',
			'# Spider-Man\n\nHe climbs.\n\n## Origins\n\nStan Lee made him.\n\nPowers\n------\n\nMany.\n',
		);
		expect(reading.title).toBe('Spider-Man');
		expect(passages(reading).map(({ heading, start, end }) => [heading, reading.text.slice(start, end)])).toEqual([
			['', 'He climbs.'],
			['Origins', 'Stan Lee made him.'],
			['Powers', 'Many.'],
		]);
	});

	it('hold every word of the document', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom('word', 'a.', '\n\n', '# H\n', 'Long', '。', 'é'), { maxLength: 800 }),
				(pieces) => {
					const reading = read('x.txt', pieces.join(' '));
					const held = new Set(
						passages(reading).flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
					);
					for (const [i, character] of [...reading.text].entries())
						if (/[a-z]/.test(character) && !reading.headings.some(({ start, end }) => i >= start && i < end))
							expect(held.has(i)).toBe(true);
				},
			),
			{ numRuns: 50 },
		);
	});
});

describe('readers', () => {
	it('read reStructuredText and Org headings', () => {
		expect(
			read('a.rst', 'Title\n=====\n\nText.\n\nPart\n----\n\nMore.\n').headings.map(({ title, level }) => [
				title,
				level,
			]),
		).toEqual([
			['Title', 1],
			['Part', 2],
		]);
		expect(read('a.org', '* Title\nText\n** Part\nMore\n').headings.map(({ title, level }) => [title, level])).toEqual([
			['Title', 1],
			['Part', 2],
		]);
	});

	it('leave what looks like a heading inside a code block alone', () => {
		expect(read('a.md', '# Real\n\n```\n# a comment\n```\n').headings.map(({ title }) => title)).toEqual(['Real']);
	});

	it('read the text of a page and know where it stood', () => {
		const page =
			'<html><head><title>A &amp; B</title><style>p{}</style></head><body><h1>Top</h1><p>One <b>bold</b> word.</p><script>no()</script></body>';
		const reading = read('a.html', page);
		expect(reading.title).toBe('A & B');
		const [passage] = passages(reading);
		expect(reading.text.slice(passage?.start, passage?.end)).toBe('One bold word.');
		expect(page.slice(reading.origin(passage?.start ?? 0)).startsWith('One')).toBe(true);
	});

	it('keep the preformatted code of a page together', () => {
		const { text } = read('a.html', '<body><p>Run this:</p><pre>one.\n\ntwo &lt; three</pre><p>Done.</p></body>');
		expect(split(text)).toEqual(['Run this:', '```\none.\n\ntwo < three\n```', 'Done.']);
	});

	it('read hostile pages in linear time', () => {
		const start = process.cpuUsage();
		for (const piece of ['<', '<a ', '<!--', '<script>', '</h1', '&#', '<h1>', '&amp', '<title', '<pre>'])
			passages(read('a.html', piece.repeat(1_000_000 / piece.length)));
		expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
	});
});
