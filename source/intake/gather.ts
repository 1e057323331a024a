import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from './archive.ts';
import { UNREADABLE, type Unreadable } from './content.ts';
import type { Format } from './format.ts';
import { formatOf } from './formats.ts';
import { bytesOf, fileSource, type Opened, opened, type Source } from './source.ts';

/** A file that holds a history. */
export interface Found {
	source: Opened;
	format: Format;
	/** Of the file as it stands on the disk: of an entry, its archive's. Empty where it was only looked at. */
	file_sha256: string;
}

export interface Gathered {
	found: Found[];
	refused: { name: string; reason: string }[];
	/** Files in folders and archives that are no history. */
	others: number;
	close(): void;
}

export interface Looking {
	/** Aborted: what was found so far. */
	signal?: AbortSignal | undefined;
	onLook?(name: string): void;
	/** No file is read further than it takes to know what it is. */
	briefly?: boolean;
}

/** Looks into files, folders and archives for histories, by what they hold; their names say nothing. Reads nothing in. */
export async function gather(
	paths: readonly string[],
	{ signal, onLook, briefly = false }: Looking = {},
): Promise<Gathered> {
	const gathered: Gathered = { found: [], refused: [], others: 0, close: () => undefined };
	const closing: (() => void)[] = [];
	gathered.close = () => {
		for (const close of closing) close();
	};
	const seen = new Set<string>();
	for (const path of paths) {
		for (const file of filesAt(path)) {
			if (signal?.aborted) return gathered;
			if ('reason' in file) gathered.refused.push(file);
			else if (!seen.has(file.path)) {
				seen.add(file.path);
				onLook?.(file.path);
				await look(file.path, file.path === path);
			}
		}
	}
	return gathered;

	async function look(path: string, wasNamed: boolean): Promise<void> {
		try {
			const { size, mtimeMs } = statSync(path);
			const writtenAt = Math.trunc(mtimeMs);
			let sha: Promise<string> | undefined;
			const hash = async () => {
				if (briefly) return '';
				sha ??= sha256OfFile(path, size);
				return sha;
			};
			if (await take(fileSource(path, size, writtenAt), wasNamed, hash)) return;
			const archive = await openArchive(path, writtenAt);
			closing.push(archive.close);
			gathered.refused.push(...archive.refused);
			for (const entry of archive.entries) {
				if (await take(entry, false, hash)) continue;
				gathered.refused.push({ name: entry.name, reason: UNREADABLE['inner-archive'] });
			}
		} catch (error) {
			gathered.refused.push({ name: path, reason: reasonOf(error) });
		}
	}

	/** False for an archive. */
	async function take(source: Source, wasNamed: boolean, hash: () => Promise<string>): Promise<boolean> {
		let known: Opened;
		try {
			known = await opened(source);
		} catch (error) {
			gathered.refused.push({ name: source.name, reason: reasonOf(error) });
			return true;
		}
		const { content } = known;
		if (content.kind === 'zip') return false;
		const format = formatOf(content);
		if (format) {
			closing.push(known.close);
			const slim = content.kind === 'values' ? { ...content, sample: [] } : content;
			gathered.found.push({ source: { ...known, content: slim }, format, file_sha256: await hash() });
			return true;
		}
		known.close();
		const why = content.kind === 'unreadable' ? content.why : 'unknown';
		if (wasNamed || MAY_HOLD_ONE.has(why)) gathered.refused.push({ name: source.name, reason: UNREADABLE[why] });
		else gathered.others++;
		return true;
	}
}

/** What may well hold a history is never passed over in silence. */
const MAY_HOLD_ONE: ReadonlySet<Unreadable> = new Set(['zstd', 'gzip', 'inner-database']);

const MOST_FILES = 200_000;
const JOURNAL = /-(?:wal|shm|journal)$/;

/** The files below a path, by name; links are not followed, but for one that was named itself. */
function* filesAt(path: string): Generator<{ path: string } | { name: string; reason: string }> {
	const waiting = [path];
	let count = 0;
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		try {
			const stats = at === path ? statSync(at) : lstatSync(at);
			if (stats.isFile()) {
				yield { path: at };
				if (++count >= MOST_FILES)
					yield { name: path, reason: `holds more than ${MOST_FILES.toLocaleString('en')} files` };
				if (count >= MOST_FILES) return;
			} else if (stats.isDirectory()) {
				const names = readdirSync(at, { withFileTypes: true })
					.filter(isWanted)
					.map(({ name }) => name);
				for (const name of names.sort().reverse()) waiting.push(join(at, name));
			} else if (at === path) yield { name: at, reason: 'is no regular file' };
		} catch (error) {
			yield { name: at, reason: reasonOf(error) };
		}
	}
}

function isWanted(entry: Dirent): boolean {
	if (entry.isDirectory()) return entry.name !== 'node_modules' && entry.name !== '.git';
	return entry.isFile() && !JOURNAL.test(entry.name);
}

async function sha256OfFile(path: string, size: number): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of bytesOf(path, size)) hash.update(chunk);
	return hash.digest('hex');
}

/** A failure in the words after a file's name. */
export function reasonOf(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'ENOENT') return 'does not exist';
	if (code === 'EACCES' || code === 'EPERM') return 'may not be read';
	if (code === 'ELOOP') return 'is a link that leads to itself';
	return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
