import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A document larger than this, in bytes, is named and skipped. */
export const LARGEST_FILE = 2 * 1024 * 1024;

/** A text file as it was found. */
export interface TextFile {
	bytes: Buffer;
	text: string;
	mtimeMs: number;
	/** The byte offset in the file of a character offset in `text`. */
	byteOffset(offset: number): number;
}

/** Why a file cannot be a document: one clause, to stand behind its name. */
export interface Skipped {
	path: string;
	reason: string;
}

/** A system error in words. */
export function reasonOf(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'ENOENT') return 'does not exist';
	if (code === 'EACCES' || code === 'EPERM') return 'no permission to read it';
	if (code === 'ELOOP') return 'a link that leads to itself';
	return typeof code === 'string' ? `cannot be read (${code})` : 'cannot be read';
}

/** Reads one file, never more than the limit of it, never a device; gives the reason when it cannot be a document. */
export function readTextFile(path: string): TextFile | string {
	try {
		return read(path);
	} catch (error) {
		return reasonOf(error);
	}
}

function read(path: string): TextFile | string {
	// Opening a pipe for reading would wait for its writer for ever; a regular file knows no waiting.
	const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const stat = fstatSync(file);
		if (!stat.isFile()) return 'not a regular file';
		if (stat.size > LARGEST_FILE) return 'larger than 2 MB';
		// Files of /proc tell no size and may never end.
		const bytes = Buffer.allocUnsafe(stat.size);
		let filled = 0;
		while (filled < bytes.length) {
			const count = readSync(file, bytes, filled, bytes.length - filled, filled);
			if (count === 0) break;
			filled += count;
		}
		return decode(bytes.subarray(0, filled), Math.trunc(stat.mtimeMs));
	} finally {
		closeSync(file);
	}
}

/** Characters looked at to tell text from bytes. */
const SAMPLE = 20_000;

function decode(bytes: Buffer, mtimeMs: number): TextFile | string {
	if (bytes.length === 0) return 'empty';
	if (bytes.includes(0)) return 'binary';
	const plain = isAscii(bytes);
	const wide = !plain && isUtf8(bytes);
	const text = plain
		? bytes.toString('latin1')
		: wide
			? bytes.toString('utf8')
			: new TextDecoder('windows-1252').decode(bytes);
	const controls = text.slice(0, SAMPLE).match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
	if (controls * 20 > Math.min(text.length, SAMPLE)) return 'binary';
	if (text.trim() === '') return 'empty';
	return {
		bytes,
		text,
		mtimeMs,
		byteOffset: wide ? walking(text) : (offset) => offset,
	};
}

/** Counts UTF-8 bytes from where the last question stood, so that offsets asked in about their order cost one pass. */
function walking(text: string): (offset: number) => number {
	let characters = 0;
	let bytes = 0;
	return (offset) => {
		if (offset >= characters) bytes += Buffer.byteLength(text.slice(characters, offset));
		else bytes -= Buffer.byteLength(text.slice(offset, characters));
		characters = offset;
		return bytes;
	};
}
