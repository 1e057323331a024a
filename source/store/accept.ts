import { ArboristError } from '../errors.ts';
import { readHeadFile, writeHeadFile } from './head-file.ts';
import type { Head } from './types.ts';

/**
 * Takes a shard's own head as the one to go on from, after a restore that was meant. It is recorded in the head file's own
 * history: the audit chain has no event for it, and could not testify about itself. Returns what the file held before.
 */
export function acceptHead(shard: string, head: Head, at: string): Head | null {
	const kept = readHeadFile(shard);
	const instead_of = kept?.head ?? null;
	try {
		const accepted = kept?.accepted ?? [];
		writeHeadFile(shard, { head, accepted: instead_of ? [...accepted, { at, instead_of, head }] : accepted });
	} catch (error) {
		throw new ArboristError(
			'FILE_NOT_WRITABLE',
			'The head file beside the shard cannot be written.',
			'Make it and its folder writable, then accept again.',
			{ cause: error },
		);
	}
	return instead_of;
}
