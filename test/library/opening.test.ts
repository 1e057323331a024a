import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answersIn } from '../../source/library/cache.ts';
import { openLibrary } from '../../source/library/library.ts';
import { openLibraryFile } from '../../source/library/schema.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { desk, libraryOf, NOON } from './desk.ts';

const open = (path: string) => openLibrary(path, { now: () => NOON });

describe('opening the library', () => {
	it('makes a private file in a private folder', async () => {
		const { at } = desk();
		(await open(at('new/library.db'))).close();
		expect(statSync(at('new/library.db')).mode & 0o777).toBe(0o600);
		expect(statSync(at('new')).mode & 0o777).toBe(0o700);
	});

	it('refuses what is no library, and leaves it as it is', async () => {
		const { at } = desk({ 'text.db': 'not a database, but long enough to look like a file of some kind'.repeat(20) });
		const foreign = openSqlite(at('foreign.db'));
		foreign.exec('CREATE TABLE recipes (name)');
		foreign.close();
		for (const name of ['text.db', 'foreign.db']) {
			const before = readFileSync(at(name));
			await expect(open(at(name))).rejects.toMatchObject({
				code: 'LIBRARY_DAMAGED',
				hint: expect.stringContaining('delete'),
			});
			expect(readFileSync(at(name)).subarray(100)).toEqual(before.subarray(100));
		}
		const { folder } = desk({ 'x/y.txt': '' });
		await expect(open(`${folder}/x`)).rejects.toMatchObject({ code: 'LIBRARY_DAMAGED' });
	});

	it('says that a damaged library can be deleted', async () => {
		const { at } = desk({ 'a.txt': 'Apples are red. '.repeat(5000) });
		const library = await open(at('library.db'));
		await library.add([at('a.txt')]);
		library.close();
		const bytes = readFileSync(at('library.db'));
		bytes.fill(0x55, 4096);
		writeFileSync(at('library.db'), bytes);
		const spoilt = async () => {
			const damaged = await open(at('library.db'));
			damaged.search('own', ['apples'], 5);
		};
		await expect(spoilt()).rejects.toMatchObject({ code: 'LIBRARY_DAMAGED', hint: expect.stringContaining('delete') });
	});
});

describe('the handbook', () => {
	it('is there from the start, apart from the own documents', async () => {
		const { folder, put } = desk({
			'README.md': '# Arborist\n\nAsk and branch.',
			'docs/guide.md': '# Guide\n\nPress Enter to ask.',
			'docs/notes/x.md': 'no',
		});
		const library = await libraryOf({}, folder);
		expect(library.documents('handbook').map(({ path }) => path)).toEqual(['handbook:README.md', 'handbook:guide.md']);
		expect(library.documents()).toEqual([]);
		expect(library.search('handbook', ['enter'], 1)[0]?.source).toBe('handbook:guide.md:3');
		put('docs/more.md', '# More');
	});

	it('follows the files', async () => {
		const { folder, put, at } = desk({ 'README.md': '# Arborist\n\nAsk.' });
		(await openLibrary(at('l.db'), { now: () => NOON, handbook: folder })).close();
		put('README.md', '# Arborist\n\nAsk and branch again.');
		put('docs/new.md', '# New\n\nNovelties.');
		const library = await openLibrary(at('l.db'), { now: () => NOON, handbook: folder });
		expect(library.documents('handbook').map(({ title }) => title)).toEqual(['Arborist', 'New']);
		expect(library.search('handbook', ['branch'], 1)).toHaveLength(1);
		library.close();
	});
});

it('remembers an answer under both of its keys', async () => {
	const library = await libraryOf();
	library.remember('key', 'evidence', { answer_text: 'Yes.' });
	expect(library.recall('key', 'evidence')).toEqual({
		answer: { answer_text: 'Yes.' },
		cached_at: '2024-05-01T12:00:00.000Z',
	});
	expect(library.recall('key', 'other evidence')).toBeUndefined();
});

it('drops the oldest answers beyond its bound', () => {
	const db = openLibraryFile(':memory:');
	const answers = answersIn(db, 3);
	for (const key of ['a', 'b', 'c', 'a', 'd'])
		answers.remember(key, '', { answer_text: key }, '2024-05-01T12:00:00.000Z');
	expect(['a', 'b', 'c', 'd'].filter((key) => answers.recall(key, '') !== undefined)).toEqual(['a', 'c', 'd']);
	db.close();
});

it('treats anything searched for as words, never as syntax', async () => {
	const library = await libraryOf({ 'a.txt': 'Apples.' });
	for (const word of ['"', 'OR', 'a"b', 'NEAR(', '*', '-', "';--", '\u0000', '\ud800'])
		expect(() => library.search('own', [word], 5)).not.toThrow();
});
