import { ArboristError } from '../errors.ts';
import { consistencyProof, treeHead } from '../hash/log-tree.ts';
import type { Sqlite } from '../sqlite.ts';
import { eventHashes, logTree, originOf } from './anchor.ts';
import { lookInto } from './open.ts';
import { prepareStatements } from './statements.ts';
import type { Head } from './types.ts';

/** The head of the record at one moment. */
export interface Checkpoint {
	head: Head;
	origin: string;
	size: number;
	/** Of the tree over all events; 32 bytes, empty when it was not asked for. */
	root: Buffer;
	/** Of the tree over the first events, as far as the earlier checkpoint went. */
	start: Buffer | null;
	/** What shows that the one goes on from the other: base64. */
	consistency: string[];
}

/** @param since How many events the earlier checkpoint had. Throws EMPTY where nothing was recorded yet. */
export function checkpointOf(shard: string, withTree: boolean, since?: number): Checkpoint {
	return lookInto(shard, (db) => headOf(db, withTree, since));
}

function headOf(db: Sqlite, withTree: boolean, since: number | undefined): Checkpoint {
	const head = prepareStatements(db).head.get();
	if (!head) throw new ArboristError('EMPTY', 'Nothing was recorded yet.', 'Ask a first question.');
	const size = head.seq;
	const plain = { head, origin: originOf(db), size, start: null, consistency: [] };
	if (!withTree) return { ...plain, root: Buffer.alloc(0) };
	if (since === undefined) return { ...plain, root: logTree(db, size) };
	const hashes = [...eventHashes(db, size)];
	if (since < 1 || since > size) return { ...plain, root: logTree(db, size) };
	return {
		...plain,
		root: Buffer.from(treeHead(hashes)),
		start: Buffer.from(treeHead(hashes.slice(0, since))),
		consistency: consistencyProof(hashes, since).map((hash) => Buffer.from(hash).toString('base64')),
	};
}
