import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Library, openLibrary } from '../../source/library/library.ts';
import type { Passage } from '../../source/library/retrieval.ts';
import { desk, libraryOf, NOON } from './desk.ts';

const names = (library: Library, folder: string) =>
	library.documents().map(({ path }) => path.slice(folder.length + 1));
const found = (library: Library, ...asked: string[]) => library.search('own', asked, 5).map(({ title }) => title);

describe('adding a folder', () => {
	it('reads its documents, each under its title', async () => {
		const { folder } = desk({
			'a.md': '# Apples\n\nApples are red.',
			'deep/b.txt': 'Bananas are yellow.',
			'c.py': 'print("cherries")\n',
		});
		const library = await libraryOf();
		expect(await library.add([folder])).toMatchObject({
			added: 3,
			unchanged: 0,
			updated: 0,
			removed: 0,
			skipped: [],
			passages: 3,
		});
		expect(library.documents().map(({ title }) => title)).toEqual(['Apples', 'c.py', 'b.txt']);
		expect(found(library, 'bananas')).toEqual(['b.txt']);
	});

	it('keeps to .gitignore, the nested ones too, and leaves .git alone', async () => {
		const { folder } = desk({
			'.gitignore': '*.log\nbuild/\n',
			'a.log': 'noise',
			'build/out.txt': 'noise',
			'keep.txt': 'kept',
			'sub/.gitignore': 'secret.txt\n!wanted.log\n',
			'sub/secret.txt': 'noise',
			'sub/wanted.log': 'kept',
			'.git/config': 'noise',
		});
		const library = await libraryOf();
		await library.add([folder]);
		expect(names(library, folder)).toEqual(['.gitignore', 'keep.txt', 'sub/.gitignore', 'sub/wanted.log']);
	});

	it('names what cannot be a document, and adds the rest', async () => {
		const { folder, at } = desk({
			'good.txt': 'Good.',
			'big.txt': 'x'.repeat(2 * 1024 * 1024 + 1),
			'bytes.txt': new Uint8Array([1, 2, 0, 3]),
			'paper.pdf': '%PDF-1.4',
			'none.txt': '',
		});
		execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at('pipe')]);
		symlinkSync('/dev/zero', at('endless'));
		symlinkSync(folder, at('loop'));
		symlinkSync('nowhere', at('broken'));
		const library = await libraryOf();
		const report = await library.add([folder, '/dev/zero', at('missing.txt')]);
		expect(report.added).toBe(1);
		expect(
			Object.fromEntries(report.skipped.map(({ path, reason }) => [path.replace(`${folder}/`, ''), reason])),
		).toEqual({
			'big.txt': 'larger than 2 MB',
			broken: 'a link that leads nowhere',
			'bytes.txt': 'binary',
			endless: 'a link that leads out of the folder',
			'none.txt': 'empty',
			'paper.pdf': 'there is no reader for .pdf files yet',
			pipe: 'not a regular file',
			'/dev/zero': 'not a regular file',
			'missing.txt': 'does not exist',
		});
	});

	it.skipIf(process.getuid?.() === 0)('names what may not be read', async () => {
		const { folder, at } = desk({ 'a.txt': 'A.', 'closed.txt': 'B.' });
		chmodSync(at('closed.txt'), 0);
		const library = await libraryOf();
		const { skipped } = await library.add([folder]);
		expect(skipped).toEqual([{ path: at('closed.txt'), reason: 'no permission to read it' }]);
	});

	it('fails when the only path does not exist', async () => {
		const library = await libraryOf();
		await expect(library.add(['/no/such/place'])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
	});

	it('reads text that is not UTF-8 as Western European', async () => {
		const { folder } = desk({ 'old.txt': Buffer.from('Das Caf\xe9 ist offen.', 'latin1') });
		const library = await libraryOf();
		await library.add([folder]);
		expect(found(library, 'cafe')).toEqual(['old.txt']);
	});

	it('tells how far it is, and stops when asked, keeping what is done', async () => {
		const { folder } = desk(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.txt`, `Number ${i}.`])));
		const library = await libraryOf();
		const stop = new AbortController();
		const seen: number[] = [];
		const report = await library.add([folder], {
			signal: stop.signal,
			onProgress: ({ files, totalFiles }) => {
				seen.push(files);
				expect(totalFiles).toBe(5);
				if (files === 2) stop.abort();
			},
		});
		expect(seen).toEqual([1, 2]);
		expect(report).toMatchObject({ added: 2, interrupted: true });
		expect(library.documents()).toHaveLength(2);
		expect(await library.add([folder])).toMatchObject({ added: 3, unchanged: 2, interrupted: false });
	});
});

describe('adding again', () => {
	it('reads only what changed', async () => {
		const { folder, at, put } = desk({ 'a.txt': 'Apples.', 'b.txt': 'Bananas.', 'c.txt': 'Cherries.' });
		const library = await libraryOf();
		await library.add([folder]);
		appendFileSync(at('a.txt'), ' Apricots.');
		utimesSync(at('b.txt'), 1, 1);
		rmSync(at('c.txt'));
		put('d.txt', 'Dates.');
		expect(await library.add([folder])).toMatchObject({ added: 1, updated: 1, unchanged: 1, removed: 1 });
		expect(names(library, folder)).toEqual(['a.txt', 'b.txt', 'd.txt']);
		expect(found(library, 'apricots')).toEqual(['a.txt']);
		expect(found(library, 'cherries')).toEqual([]);
		expect(library.size('own')).toBe(3);
	});

	it('tells what became of a passage that was quoted', async () => {
		const { folder, at, put } = desk({ 'a.md': 'Apples are red.', 'b.md': 'Pears are green.' });
		const library = await libraryOf();
		await library.add([folder]);
		const [{ source, passage_sha256 }] = library.search('own', ['apples'], 1) as [Passage];
		const state = () => library.passageState(source, passage_sha256);
		expect(state()).toBe('unchanged');
		put('a.md', '# Fruit\n\nNew on top.\n\n## Apples\n\nApples are red.');
		await library.add([folder]);
		expect(state()).toBe('unchanged');
		put('a.md', 'Apples are yellow.');
		await library.add([folder]);
		expect(state()).toBe('changed');
		rmSync(at('a.md'));
		await library.add([folder]);
		expect(state()).toBe('gone');
		expect(library.passageState('never:there', passage_sha256)).toBe('gone');
	});

	it('from two programs at once ends with each document once', async () => {
		const { folder, at } = desk(
			Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`docs/${i}.txt`, `Number ${i}.`])),
		);
		const open = () => openLibrary(at('library.db'), { now: () => NOON });
		const [one, other] = [await open(), await open()];
		await Promise.all([one.add([`${folder}/docs`]), other.add([`${folder}/docs`])]);
		expect(one.documents()).toHaveLength(40);
		expect(other.size('own')).toBe(40);
		one.close();
		other.close();
	});
});

it('takes documents out, a folder at a time, and says when there are none', async () => {
	const { folder, at } = desk({ 'a.txt': 'Apples.', 'sub/b.txt': 'Bananas.', 'subway.txt': 'Trains.' });
	const library = await libraryOf();
	await library.add([folder]);
	expect(library.remove(at('sub'))).toBe(1);
	expect(names(library, folder)).toEqual(['a.txt', 'subway.txt']);
	expect(() => library.remove(at('sub'))).toThrow(expect.objectContaining({ code: 'FILE_NOT_FOUND' }));
});

it('remembers where each passage stands, byte for byte', async () => {
	const text = 'Erster Satz über Äpfel.\r\n\r\n# Über Birnen\n\nBirnen 🍐 sind süß.\n';
	const { folder, at } = desk({ 'a.md': text });
	const library = await openLibrary(at('library.db'), { now: () => NOON });
	await library.add([at('a.md')]);
	const [passage] = library.search('own', ['birnen'], 1);
	expect(passage).toMatchObject({
		source: `${folder}/a.md:5`,
		where: 'line 5',
		text: 'Birnen 🍐 sind süß.',
		title: 'Über Birnen',
	});
	expect(readFileSync(at('a.md'), 'utf8').split('\n')[4]).toBe(passage?.text);
	library.close();
});
