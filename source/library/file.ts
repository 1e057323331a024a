import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { wellFormed } from '../text.ts';

/** A document larger than this, in bytes, is named and skipped. */
export const LARGEST_FILE = 2 * 1024 * 1024;

/** A text file as it was found. */
export interface TextFile {
	bytes: Buffer;
	text: string;
	mtimeMs: number;
	/** The byte offset in the file of a character offset in `text`, for offsets asked in ascending order. */
	byteOffset(offset: number): number;
}

/** Why a file cannot be a document: one clause, to stand behind its name. */
export interface Skipped {
	path: string;
	reason: string;
}

/** Reads one file, never more than the limit of it, never a device; gives the reason when it cannot be a document. */
export async function readTextFile(path: string): Promise<TextFile | string> {
	// Opening a pipe for reading would wait for its writer for ever; a regular file knows no waiting.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const stat = await file.stat();
		if (!stat.isFile()) return 'not a regular file';
		if (stat.size > LARGEST_FILE) return 'larger than 2 MB';
		// Files of /proc tell no size and may never end.
		const bytes = Buffer.alloc(stat.size);
		let filled = 0;
		while (filled < bytes.length) {
			const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
			if (bytesRead === 0) break;
			filled += bytesRead;
		}
		return decode(bytes.subarray(0, filled), Math.trunc(stat.mtimeMs));
	} finally {
		await file.close();
	}
}

function decode(bytes: Buffer, mtimeMs: number): TextFile | string {
	if (bytes.length === 0) return 'empty';
	if (bytes.includes(0)) return 'binary';
	let text: string;
	let wide = true;
	try {
		text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		text = new TextDecoder('windows-1252').decode(bytes);
		wide = false;
	}
	const controls = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
	if (controls * 20 > text.length) return 'binary';
	if (text.trim() === '') return 'empty';
	return {
		bytes,
		text: wellFormed(text),
		mtimeMs,
		byteOffset: wide && text.length !== bytes.length ? ascending(text) : (offset) => offset,
	};
}

/** Counts UTF-8 bytes from where the last question ended, so that a document's offsets cost one pass. */
function ascending(text: string): (offset: number) => number {
	let characters = 0;
	let counted = 0;
	return (offset) => {
		if (offset < characters) {
			characters = 0;
			counted = 0;
		}
		counted += Buffer.byteLength(text.slice(characters, offset));
		characters = offset;
		return counted;
	};
}
