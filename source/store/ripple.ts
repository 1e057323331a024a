import { subtreeHash } from '../hash/merkle.ts';
import type { WriteStatements } from './statements.ts';
import type { Touched } from './types.ts';

/**
 * Recomputes subtree_hash from a node up to the root of its tree, over session boundaries: O(depth). Returns the changed
 * path, root first. Inside a transaction, after the change below `bates` is written.
 */
export function ripple(statements: WriteStatements, bates: string): Touched[] {
	const touched: Touched[] = [];
	let below: { id: number; hash: Uint8Array } | undefined;
	for (const link of statements.linksUp.all(bates)) {
		const others = statements.siblingHashes.all(link.bates, below?.id ?? -1).map((hash) => Buffer.from(hash, 'hex'));
		const hash = subtreeHash(Buffer.from(link.node_hash, 'hex'), below ? [below.hash, ...others] : others);
		const after = Buffer.from(hash).toString('hex');
		statements.setSubtreeHash.run(after, link.id);
		touched.push({ bates: link.bates, before: link.subtree_hash, after });
		below = { id: link.id, hash };
	}
	return touched.reverse();
}
