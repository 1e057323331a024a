import { basename } from 'node:path';
import { sha256Hex } from '../hash/digest.ts';
import { prepare } from '../library/documents.ts';
import { readTextFile } from '../library/file.ts';
import { lineOf } from '../library/source-name.ts';
import type { EvidenceRecord } from '../store/types.ts';

/** Where a passage stands in its document as that is now. */
interface Place {
	/** The document's lines. */
	lines: readonly string[];
	/** The passage's, from 1; where it stood when it is there no more. */
	line: number;
	/** The passage is no longer in the document as it was sent. */
	changed: boolean;
}

/**
 * Looks for a passage in its document as it is now: it may have moved, or have been changed since an answer rested on it.
 * Undefined when the document cannot be read.
 * @param file Where the document lies.
 */
export function placeOf({ source, passage_sha256 }: EvidenceRecord, file: string): Place | undefined {
	const was = lineOf(source);
	const read = readable(file);
	if (read === undefined) return undefined;
	const passages = prepare(file, basename(file), read).passages.filter(
		({ text }) => sha256Hex(text) === passage_sha256,
	);
	const nearest = passages.sort((a, b) => Math.abs(a.line - was) - Math.abs(b.line - was))[0];
	return { lines: read.text.split('\n'), line: nearest?.line ?? was, changed: nearest === undefined };
}

function readable(file: string) {
	try {
		const read = readTextFile(file);
		return typeof read === 'string' ? undefined : read;
	} catch {
		return undefined;
	}
}
