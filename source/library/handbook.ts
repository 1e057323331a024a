import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addFiles, emptyReport } from './add.ts';
import type { Documents } from './documents.ts';
import { handbookFileOf, handbookName } from './source-name.ts';

// The program's own manual: README.md and docs/*.md of the folder it was installed in.

async function pages(folder: string): Promise<string[]> {
	const docs = await readdir(join(folder, 'docs')).catch(() => []);
	return ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];
}

/** Where a page lies that goes by `handbook:<file>`; undefined for any other document. */
export function handbookFile(name: string, folder: string): string | undefined {
	const file = handbookFileOf(name);
	if (file === undefined) return undefined;
	const page = basename(file);
	return page === 'README.md' ? join(folder, page) : join(folder, 'docs', page);
}

/** Brings the handbook's shelf up to date, by the same check of time and size as for any document. */
export async function refreshHandbook(documents: Documents, folder: string, now: () => number): Promise<void> {
	const candidates = [];
	for (const page of await pages(folder)) {
		const path = join(folder, page);
		const found = await stat(path).catch(() => undefined);
		if (found?.isFile() !== true) continue;
		const name = handbookName(page.replace(/^docs[\\/]/, ''));
		candidates.push({ path, name, size: found.size, mtimeMs: Math.trunc(found.mtimeMs) });
	}
	await addFiles(documents, 'handbook', candidates, emptyReport(), now, {});
	const present = new Set(candidates.map(({ name }) => name));
	const gone = documents.list('handbook').filter(({ path }) => !present.has(path));
	if (gone.length > 0) documents.removeAll(gone.map(({ path }) => path));
}
