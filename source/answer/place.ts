import { basename } from 'node:path';
import { sha256Hex } from '../hash/digest.ts';
import { prepare } from '../library/documents.ts';
import { readTextFile } from '../library/file.ts';
import { lineOf } from '../library/source-name.ts';
import type { EvidenceRecord } from '../store/types.ts';
import { spansOf } from './lines.ts';

/** Where a passage stands in its document as that is now. */
interface Place {
	/** The document's lines. */
	lines: readonly string[];
	/** Those that were quoted, from 1, in order; where the passage stood when it is there no more. */
	quoted: readonly number[];
	/** The passage is no longer in the document as it was sent. */
	changed: boolean;
}

/**
 * Looks for a passage in its document as it is now: it may have moved, or have been changed since an answer rested on it.
 * Undefined when the document cannot be read.
 * @param file Where the document lies.
 * @param said What the answer says from it: of a passage that none of it is quoted of, all lines count as quoted.
 */
export function placeOf(
	{ source, passage_sha256 }: EvidenceRecord,
	file: string,
	said: readonly string[] = [],
): Place | undefined {
	const was = lineOf(source);
	const read = readTextFile(file);
	if (typeof read === 'string') return undefined;
	const lines = read.text.split('\n');
	const passages = prepare(file, basename(file), read).passages.filter(
		({ text }) => sha256Hex(text) === passage_sha256,
	);
	const nearest = passages.sort((a, b) => Math.abs(a.line - was) - Math.abs(b.line - was))[0];
	if (nearest === undefined) return { lines, quoted: [was], changed: true };
	const { text, lineAt } = nearest;
	const quoted = spansOf(said, text, file).flatMap(({ start, end }) => range(lineAt(start), lineAt(end - 1)));
	return { lines, quoted: [...new Set(quoted)].sort((a, b) => a - b), changed: false };
}

function range(first: number, last: number): number[] {
	return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
