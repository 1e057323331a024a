import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Source } from './source.ts';

// Entries of a zip are read as streams and never written anywhere; their names are only shown.

const MOST_ENTRIES = 100_000;
const MOST_BYTES = 64 * 1024 ** 3;
/** JSON packs some 5 to 30 times smaller; what unpacks further than this, and to much, was made to fill a disk. */
const HIGHEST_RATIO = 250;
const HARMLESS_BYTES = 64 * 1024 * 1024;

export interface Archive {
	entries: Source[];
	/** Entries that are not read, each with the words after its name. */
	refused: { name: string; reason: string }[];
	close(): void;
}

/** What a zip holds. Throws for one that cannot be read, or that holds more than any history does. */
export async function openArchive(path: string, writtenAt: number): Promise<Archive> {
	// Undecoded names: the library would refuse the whole archive for one that leads out of a folder.
	const zip = await openPromise(path, { decodeStrings: false, autoClose: false });
	const entries: Source[] = [];
	const refused: Archive['refused'] = [];
	let bytes = 0;
	try {
		if (zip.entryCount > MOST_ENTRIES) throw new Error(`holds ${zip.entryCount} files`);
		for await (const entry of zip.eachEntry()) {
			const inside = entry.fileNameRaw.toString('utf8');
			if (inside.endsWith('/')) continue;
			const name = `${path} › ${inside}`;
			const reason = refusalOf(entry);
			if (reason !== undefined) refused.push({ name, reason });
			else entries.push(entrySource(zip, entry, name, writtenAt));
			bytes += entry.uncompressedSize;
			if (bytes > MOST_BYTES) throw new Error('unpacks to more than 64 GB');
		}
	} catch (error) {
		zip.close();
		throw error;
	}
	// A history in shards is read in the order of their numbers.
	entries.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
	return { entries, refused, close: () => zip.close() };
}

function refusalOf(entry: Entry): string | undefined {
	if (entry.isEncrypted()) return 'is encrypted';
	const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
	if (ratio > HIGHEST_RATIO && entry.uncompressedSize > HARMLESS_BYTES)
		return 'unpacks to far more than a history does';
	return entry.canDecodeFileData() ? undefined : 'is packed in a way that is not known here';
}

function entrySource(zip: ZipFile, entry: Entry, name: string, writtenAt: number): Source {
	return {
		name,
		size: entry.uncompressedSize,
		writtenAt,
		async *bytes() {
			const stream: Readable = await zip.openReadStreamPromise(entry);
			try {
				yield* stream as AsyncIterable<Buffer>;
			} finally {
				stream.destroy();
			}
		},
	};
}
