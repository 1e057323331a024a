import { createReadStream } from 'node:fs';
import type { Sqlite } from '../sqlite.ts';
import { type Content, contentOf, type Unreadable } from './content.ts';
import { openCopy } from './database.ts';
import { type Piece, values } from './values.ts';

/** One file of a history, wherever it stands: on the disk, or inside an archive. */
export interface Source {
	/** As people read it: a path, with the archive's before it. */
	name: string;
	/** Its bytes as it is read. */
	size: number;
	/** When it was written, milliseconds since 1970: the time of what has none. */
	writtenAt: number;
	/** Where it is on the disk; undefined inside an archive. */
	path?: string;
	bytes(): AsyncIterable<Buffer>;
}

/** A source of which it is known what it holds. */
export interface Opened extends Source {
	content: Content;
	/** Every JSON value, or why there is none. */
	values(): AsyncIterable<Piece>;
	/** All of it, as far as texts go: 64 MB. */
	text(): Promise<string>;
	/** Of a database, a copy that can only be read. */
	db: Sqlite | undefined;
	close(): void;
}

const AT_ONCE = 1024 * 1024;

export function fileSource(path: string, size: number, writtenAt: number): Source {
	return { name: path, size, writtenAt, path, bytes: () => bytesOf(path, size) };
}

/** A file in pieces. Each takes the memory of a whole one, so that of a small file they are no larger than it is. */
export function bytesOf(path: string, size: number): AsyncIterable<Buffer> {
	return createReadStream(path, { highWaterMark: Math.min(AT_ONCE, size + 1) });
}

const LONGEST_TEXT = 64 * 1024 * 1024;

export async function opened(source: Source): Promise<Opened> {
	const content = await contentOf(() => source.bytes());
	if (content.kind !== 'database') return readable(source, content);
	if (source.path === undefined) return unreadable(source, 'inner-database');
	try {
		const { db, tables, close } = openCopy(source.path);
		return { ...readable(source, { kind: 'database', tables }), db, close };
	} catch {
		return unreadable(source, 'no-database');
	}
}

function unreadable(source: Source, why: Unreadable): Opened {
	return readable(source, { kind: 'unreadable', why });
}

function readable(source: Source, content: Content): Opened {
	// Nothing below holds on to the content: its sample may be large, and is of no use once the format is known.
	const shape = content.kind === 'values' ? content.shape : 'lines';
	const reading = {
		values: () => values(source.bytes(), shape),
		text: () => textOf(source),
		close: () => undefined,
	};
	return { ...source, ...reading, content, db: undefined };
}

async function textOf(source: Source): Promise<string> {
	const parts: Buffer[] = [];
	let length = 0;
	for await (const chunk of source.bytes()) {
		length += chunk.length;
		if (length > LONGEST_TEXT) break;
		parts.push(chunk);
	}
	return Buffer.concat(parts)
		.toString('utf8')
		.replace(/^\ufeff/, '');
}
