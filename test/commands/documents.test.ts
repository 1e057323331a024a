import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../helpers/world.ts';
import { desk, refusal } from './desk.ts';

const NOTE = '# Oaks\n\nThe oak at the gate was planted in 1931 by Ida Berg.\n';

function folderOf(files: Record<string, string | Buffer>): string {
	const folder = tempFolder();
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

describe('add', () => {
	test('reads a folder, and says in a line what that came to', async () => {
		const { type } = desk();
		const { json, text, status } = await type('add', folderOf({ 'a.md': NOTE, 'b.txt': 'Elms are gone.' }));
		expect([json.added, json.skipped, status]).toEqual([2, [], 0]);
		expect(text).toBe('2 documents added · 2 passages from 75 B');
	});

	test('names what cannot be a document, and adds the rest', async () => {
		const { type } = desk();
		const folder = folderOf({ 'note.md': NOTE, 'photo.dat': Buffer.from([0, 1, 2, 0, 9]), 'nothing.txt': '' });
		writeFileSync(join(folder, 'huge.txt'), 'x'.repeat(2 * 1024 * 1024 + 1));
		execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
		symlinkSync('/dev/zero', join(folder, 'endless.txt'));
		symlinkSync(join(folder, 'gone'), join(folder, 'broken.txt'));
		symlinkSync('circle.txt', join(folder, 'circle.txt'));
		const { json, text, status } = await type('add', folder);
		expect([json.added, status]).toEqual([1, 0]);
		expect(json.skipped.map(({ path }: { path: string }) => path.slice(folder.length + 1)).sort()).toEqual([
			'broken.txt',
			'circle.txt',
			'endless.txt',
			'huge.txt',
			'nothing.txt',
			'photo.dat',
			'pipe.txt',
		]);
		const lines = text.split('\n');
		expect(lines.at(-1)).toBe(`1 document added · 1 passage from ${NOTE.length} B · 7 skipped`);
		for (const { path, reason } of json.skipped) expect(lines).toContain(`  skipped ${path}: ${reason}`);
	});

	test('has failed when nothing of what was named could be added', async () => {
		const { type } = desk();
		const folder = folderOf({ 'photo.dat': Buffer.from([0, 1, 2, 0, 9]) });
		expect((await type('add', folder)).status).toBe(1);
		expect((await type('add', join(folder, 'none.md'), folder)).status).toBe(1);
		writeFileSync(join(folder, 'note.md'), NOTE);
		expect((await type('add', folder)).status).toBe(0);
		expect((await type('add', folder)).status).toBe(0);
		expect((await type('add', folderOf({}))).status).toBe(0);
	});

	test('takes an endless device and a pipe by name for what they are', async () => {
		const { type } = desk();
		const folder = folderOf({ 'note.md': NOTE });
		execFileSync('mkfifo', [join(folder, 'pipe')]);
		const { json } = await type(
			'add',
			join(folder, 'note.md'),
			join(folder, 'pipe'),
			'/dev/zero',
			join(folder, 'none'),
		);
		expect(json.added).toBe(1);
		expect(json.skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
			'not a regular file',
			'not a regular file',
			'does not exist',
		]);
	});

	test.skipIf(process.getuid?.() === 0)('names a file and a folder that may not be read', async () => {
		const { type } = desk();
		const folder = folderOf({ 'note.md': NOTE, 'secret.md': NOTE });
		mkdirSync(join(folder, 'closed'));
		chmodSync(join(folder, 'secret.md'), 0);
		chmodSync(join(folder, 'closed'), 0);
		const { json } = await type('add', folder);
		chmodSync(join(folder, 'closed'), 0o700);
		expect([json.added, json.skipped.length]).toEqual([1, 2]);
	});

	test('of a path that does not exist is refused', async () => {
		const missing = join(tempFolder(), 'missing');
		expect(await refusal(desk().type('add', missing))).toEqual({
			code: 'FILE_NOT_FOUND',
			message: `There is no file or folder ${missing}.`,
			hint: 'Check the path.',
		});
	});

	test('of an empty path is refused: nobody means the folder they happen to be in', async () => {
		const { type, context } = desk();
		expect((await refusal(type('add', ''))).message).toBe('A path is empty.');
		expect((await refusal(type('remove', ' '))).message).toBe('A path is empty.');
		expect((await context.library()).documents()).toEqual([]);
	});

	test('again says what is unchanged, read again and gone', async () => {
		const { type } = desk();
		const folder = folderOf({ 'a.md': NOTE, 'b.md': NOTE, 'c.md': NOTE });
		await type('add', folder);
		writeFileSync(join(folder, 'b.md'), `${NOTE}\nIt was felled in 2019.\n`);
		rmSync(join(folder, 'c.md'));
		const { json, text } = await type('add', folder);
		expect(json).toMatchObject({ added: 0, updated: 1, unchanged: 1, removed: 1 });
		expect(text).toContain('0 documents added · 1 read again · 1 unchanged · 1 gone');
	});

	test('tells a terminal how far it is, and clears the line in the end', async () => {
		const shown: (string | null)[] = [];
		const { type } = desk({ onProgress: (line) => shown.push(line) });
		await type('add', folderOf({ 'a.md': NOTE, 'b.md': NOTE }));
		expect(shown[0]).toMatch(/^1 of 2 files · .+\/s · \d+ s left · .*a\.md$/);
		expect(shown.at(-1)).toBeNull();
	});

	test('that is interrupted keeps what is done, says so, and goes on when asked again', async () => {
		const { type, context } = desk({ onProgress: (line, stop) => line?.startsWith('2 of 3') && stop() });
		const folder = folderOf({ 'a.md': NOTE, 'b.md': NOTE, 'c.md': NOTE });
		const { json, text, status } = await type('add', folder);
		expect([json.added, json.interrupted, status]).toEqual([2, true, 1]);
		expect(text.split('\n').at(-1)).toBe('Stopped; what is added stays. Add again to go on.');
		expect((await context.library()).documents()).toHaveLength(2);
		context.signal = new AbortController().signal;
		expect((await type('add', folder)).json).toMatchObject({ added: 1, unchanged: 2, interrupted: false });
	});
});

describe('library', () => {
	test('lists the documents in columns', async () => {
		const { type } = desk();
		const folder = folderOf({ 'a.md': NOTE, 'b.txt': 'Elms are gone.' });
		await type('add', folder);
		const { json, text } = await type('library');
		expect(json.map(({ path }: { path: string }) => path)).toEqual([join(folder, 'a.md'), join(folder, 'b.txt')]);
		expect(text.split('\n')).toEqual([
			`    1 passage   ${'Oaks'.padEnd(40)}  ${join(folder, 'a.md')}`,
			`    1 passage   ${'b.txt'.padEnd(40)}  ${join(folder, 'b.txt')}`,
			'',
			'2 documents',
		]);
	});

	test('keeps a file name of two lines on one', async () => {
		const { type } = desk();
		await type('add', folderOf({ 'two\nlines.md': 'Elms are gone.' }));
		expect((await type('library')).text.split('\n')).toHaveLength(3);
	});

	test('that is empty says what answers, and how to add', async () => {
		const { json, text } = await desk().type('library');
		expect(json).toEqual([]);
		expect(text).toBe('No documents yet; the handbook answers. Add some with: arborist add ~/notes');
	});
});

describe('remove', () => {
	test('takes a document out, and leaves the file and the turns that cite it', async () => {
		const { type, sids } = desk({ engine: [{ answer: 'Ida Berg did.\n[E1 | Oaks | line 3]' }] });
		const folder = folderOf({ 'a.md': NOTE, 'b.md': 'Elms are gone.' });
		await type('add', folder);
		await type('ask', 'who planted the oak?');
		const { json, text } = await type('remove', join(folder, 'a.md'));
		expect(json).toEqual({ path: join(folder, 'a.md'), removed: 1 });
		expect(text).toBe('1 document removed; the files are untouched, and turns that cite them stay.');
		expect((await type('library')).json).toHaveLength(1);
		expect(sids()).toHaveLength(1);
		expect((await type('add', join(folder, 'a.md'))).json.added).toBe(1);
	});

	test('takes all of a folder out', async () => {
		const { type } = desk();
		const folder = folderOf({ 'a.md': NOTE, 'b.md': 'Elms are gone.' });
		await type('add', folder);
		expect((await type('remove', folder)).json.removed).toBe(2);
	});

	test('of what is not in the library is refused', async () => {
		expect((await refusal(desk().type('remove', '/nowhere'))).message).toBe('The library holds no document /nowhere.');
	});
});
