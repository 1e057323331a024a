import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Library, openLibrary } from '../../source/library/library.ts';

/** The moment at which every test takes place. */
export const NOON = Date.UTC(2024, 4, 1, 12);

/** A folder of its own for one test, with some files in it. */
export function desk(files: Record<string, string | Uint8Array> = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-desk-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const put = (name: string, content: string | Uint8Array): string => {
		const path = join(folder, name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, content);
		return path;
	};
	for (const [name, content] of Object.entries(files)) put(name, content);
	return { folder, put, at: (name: string) => join(folder, name) };
}

/** A library in memory, with the given documents in it. */
export async function libraryOf(files: Record<string, string> = {}, handbook?: string): Promise<Library> {
	const library = await openLibrary(':memory:', { now: () => NOON, handbook });
	onTestFinished(() => library.close());
	const { folder } = desk(files);
	if (Object.keys(files).length > 0) await library.add([folder]);
	return library;
}
