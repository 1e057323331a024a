import { basename, resolve } from 'node:path';
import { ArboristError } from '../errors.ts';
import { sha256Hex } from '../hash/digest.ts';
import { prepare } from '../library/documents.ts';
import { readTextFile } from '../library/file.ts';
import { unreadableKind } from '../library/readers.ts';
import { sourceName, whereOf } from '../library/source-name.ts';
import type { EvidencePassage } from './engine.ts';

/**
 * The passages of files that are given along with a question, whole and in their order; they are in no library.
 * @throws ArboristError FILE_NOT_FOUND for a file that cannot be read as a document
 */
export function attachedPassages(paths: readonly string[]): EvidencePassage[] {
	return paths.flatMap(passagesOf);
}

function passagesOf(given: string): EvidencePassage[] {
	const path = resolve(given);
	const file = unreadableKind(path) ?? readTextFile(path);
	if (typeof file === 'string')
		throw new ArboristError(
			'FILE_NOT_FOUND',
			`${given} cannot be attached: ${file}.`,
			'Attach text, as `arborist add` takes it.',
		);
	const { sha256, passages } = prepare(path, basename(path), file);
	return passages.map(({ title, line, text }) => ({
		pointer: '',
		title,
		source: sourceName(path, line),
		where: whereOf(path, line),
		text,
		passage_sha256: sha256Hex(text),
		document_sha256: sha256,
		score: 0,
	}));
}
