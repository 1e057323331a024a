import { openSqlite, type Sqlite } from '../sqlite.ts';
import { indexMissingRuns } from './cjk.ts';
import { guarded } from './guarded.ts';
import { lostBeside, renewDerived } from './renewal.ts';
import { inspectShard } from './schema.ts';
import type { Finding } from './verify/findings.ts';
import { gatherTable } from './verify/nodes.ts';
import { computeSubtrees } from './verify/subtrees.ts';
import { type Findings, verifyFile } from './verify/verify.ts';

/** What is wrong with a shard, by what can be done about it. */
export interface Damage {
	/** Is made from the record, or no part of it, and can be made anew. */
	derived: Finding[];
	/** Is the record itself, or what is compared with it: nobody can make it again. */
	recorded: Finding[];
	/** Left as they are while the record has faults: made anew, they would agree with what was changed. */
	subtreesStay: boolean;
}

const isSubtree = ({ id }: Finding) => id === 'turn.subtree_hash';

export function damageOf({ findings }: Findings): Damage {
	const derived = findings.filter(
		(finding) => finding.part === 'index' || finding.part === 'beside' || isSubtree(finding),
	);
	const recorded = findings.filter((finding) => !derived.includes(finding));
	const subtreesStay = recorded.some(({ part }) => part !== 'anchor') && derived.some(isSubtree);
	return { derived, recorded, subtreesStay };
}

/**
 * Makes anew what is derived, in one transaction: the search indexes, SQLite's own, what cannot be read beside the record,
 * and every subtree_hash that differs. Touches no other column and no event. Returns what a verification finds afterwards.
 */
export function repairShard(path: string, { subtreesStay }: Damage): Findings {
	guarded(path, () => {
		// Not opened as a shard is: that reads what may be damaged.
		const db = openSqlite(path, { fileMustExist: true });
		try {
			inspectShard(db, path);
			db.pragma('synchronous = FULL');
			db.unsafeMode(true);
			db.pragma('writable_schema = ON');
			const lost = lostBeside(db);
			db.transaction(() => {
				renewDerived(db, lost);
				if (!subtreesStay) mendSubtrees(db);
			}).immediate();
			indexMissingRuns(db);
			db.exec('VACUUM');
		} finally {
			db.close();
		}
	});
	return verifyFile(path);
}

function mendSubtrees(db: Sqlite): void {
	const table = gatherTable(db);
	const names = table.bates();
	const set = db.prepare('UPDATE nodes SET subtree_hash = ? WHERE bates = ?');
	for (const [index, hash] of computeSubtrees(table).differing)
		set.run(Buffer.from(hash).toString('hex'), names[index]);
}
