import { ArboristError } from '../../errors.ts';
import { columnQuery, type Sqlite, sqliteCode } from '../../sqlite.ts';
import { type Anchor, type AnchorVerdict, verifyAnchor } from '../anchor.ts';
import { guarded } from '../guarded.ts';
import { readHeadFile } from '../head-file.ts';
import { openShard } from '../open.ts';
import { inspectShard } from '../schema.ts';
import type { Head } from '../types.ts';
import { verifyChain } from './chain.ts';
import { type Finding, FindingList, type Part } from './findings.ts';
import { Ledger } from './ledger.ts';
import { verifyNodes } from './nodes.ts';
import { Progress, type Stage } from './progress.ts';
import { verifySearchIndex } from './search-index.ts';
import { verifySessions } from './sessions.ts';
import { verifyBeside, verifyLookups } from './structure.ts';
import { verifySubtrees } from './subtrees.ts';

export interface Findings {
	intact: boolean;
	/** The first thousand. */
	findings: Finding[];
	/** All of them, by part. */
	counts: Record<Part, number>;
	sessions: number;
	turns: number;
	events: number;
	/** The last event; null of an empty shard. A chain inside the file cannot show that its own tail was cut. */
	head: Head | null;
	/** What was kept outside the file and compared with it. */
	anchors: AnchorVerdict[];
}

export interface VerifyOptions {
	/** Only the chain and its replay. */
	chainOnly?: boolean;
	/** Leaves out the search index, whose check reads all text again. */
	withoutIndex?: boolean;
	/** Told now and then how far it is. */
	onProgress?: (stage: Stage) => void;
	/** Kept elsewhere; the head file beside the shard is compared too, when there is one. */
	against?: Anchor;
}

/** Opens a shard only to look, and verifies it. Throws for what is no readable shard at all, as `openShard` does. */
export function verifyFile(path: string, options: VerifyOptions = {}): Findings {
	const db = openShard(path, { readonly: true });
	try {
		return guarded(path, () => verifyShard(db, path, options));
	} finally {
		db.close();
	}
}

/** Verifies everything that the format promises, on one snapshot. Names each fault and never throws for one. */
export function verifyShard(db: Sqlite, path: string, options: VerifyOptions = {}): Findings {
	const list = new FindingList();
	const found = { sessions: 0, turns: 0, head: null as Findings['head'], anchors: [] as AnchorVerdict[] };
	// Read first: the shard may run ahead of it meanwhile, never fall behind.
	const kept = path === ':memory:' ? null : readHeadFile(path);
	try {
		verifySchema(db, path, list);
		db.transaction(() => {
			verifyTables(db, list, found, options);
			found.anchors = verifyAnchors(db, kept, options.against, list);
		}).deferred();
		if (!options.chainOnly && !options.withoutIndex) {
			options.onProgress?.({ what: 'the search index', done: 0, of: 0 });
			verifyBeside(db, list);
			verifyLookups(db, list);
			verifySearchIndex(db, path, list);
		}
	} catch (error) {
		// SQLITE_ERROR when a table or a column is gone.
		if (!/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(sqliteCode(error) ?? '')) throw error;
		list.add('file', 'file.damaged', path, 'is damaged: SQLite cannot read all of it');
	}
	return {
		intact: list.kept.length === 0,
		findings: list.kept,
		counts: list.counts,
		events: found.head?.seq ?? 0,
		...found,
	};
}

function verifyAnchors(
	db: Sqlite,
	kept: ReturnType<typeof readHeadFile>,
	against: Anchor | undefined,
	list: FindingList,
): AnchorVerdict[] {
	if (kept === undefined) list.add('anchor', 'anchor.file', 'the head file beside the shard', 'cannot be understood');
	return [
		...(kept ? [verifyAnchor(db, { kind: 'head', head: kept.head }, 'head file', list)] : []),
		...(against ? [verifyAnchor(db, against, 'given', list)] : []),
	];
}

/** A file is refused at its opening; while it is open, another program may have planted something. */
function verifySchema(db: Sqlite, path: string, list: FindingList): void {
	try {
		inspectShard(db, path);
	} catch (error) {
		if (!(error instanceof ArboristError)) throw error;
		list.add('file', 'file.schema', path, `is no shard any more: ${error.message}`);
	}
}

function verifyTables(
	db: Sqlite,
	list: FindingList,
	found: Pick<Findings, 'sessions' | 'turns' | 'head'>,
	options: VerifyOptions,
): void {
	const progress = new Progress(options.onProgress);
	const ledger = new Ledger();
	progress.begin('events', columnQuery<number>(db, 'SELECT max(seq) FROM audit_events'));
	found.head = verifyChain(db, ledger, list, progress);
	if (options.chainOnly) return;
	progress.begin('turns', columnQuery<number>(db, 'SELECT sum(next_seq) FROM sessions'));
	const table = verifyNodes(db, ledger, list, progress);
	verifySubtrees(table, list);
	found.sessions = verifySessions(db, ledger, table, list);
	found.turns = table.size - found.sessions;
}
