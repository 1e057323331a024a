import { randomBytes } from 'node:crypto';
import type { Sqlite } from '../sqlite.ts';
import { type Aside, asideOf } from './aside.ts';
import { type Backup, backupShard } from './backup.ts';
import { isSid, mintSid, sidOf } from './bates.ts';
import { forgetTurn } from './forget.ts';
import { guarded } from './guarded.ts';
import { keepHead } from './head-file.ts';
import { holdsOf } from './holds.ts';
import { type Imported, importSession, type SessionImport } from './import.ts';
import { type ImportRecord, importedFrom, importRecords, takenAs, toolsOf } from './imports.ts';
import { type Log, logOf } from './log.ts';
import { noSession } from './missing.ts';
import { type OpenShardOptions, openShard } from './open.ts';
import { type Outline, outlineOf } from './outline.ts';
import { type PrunePlan, planPrune, pruneSessions } from './prune.ts';
import { type Resolved, resolveReference } from './resolve.ts';
import { toTurn } from './rows.ts';
import { type Erased, scrub } from './scrub.ts';
import { createSearch, type Search } from './search.ts';
import { prepareStatements, type SessionSummary } from './statements.ts';
import { type ShardStats, shardStats } from './stats.ts';
import { transactionsOn } from './transactions.ts';
import type { AuditEvent, Change, Session, Surroundings, Turn } from './types.ts';
import { type TurnUsage, usageIn } from './usage.ts';
import { type Findings, type VerifyOptions, verifyShard } from './verify/verify.ts';
import { type Addition, addTurn, labelSession, labelTurn, moveSession } from './write.ts';

/** The shared store: everything that reads or writes the forest goes through one of these. Synchronous. */
export interface Forest {
	readonly file: string;
	/** Newest turn first. */
	sessions(): SessionSummary[];
	/** One of `sessions`, which at 10,000 of them take a tenth of a second. */
	summary(sid: string): SessionSummary | undefined;
	session(sid: string): Session | undefined;
	/** What each session was asked first, by sid; the first 300 characters. */
	firstQuestions(): Map<string, string>;
	/** The tool that each imported session came from, by sid; pruned ones too. */
	importedBy(): Map<string, string>;
	/** Sessions that other running programs have open, as far as they say so. */
	openElsewhere(): Set<string>;
	/** Turns of all sessions. */
	countTurns(): number;
	countSessions(): number;
	/** The session that changed last. */
	lastSession(): Session | undefined;
	turn(bates: string): Turn | undefined;
	/** By time asked, then bates. */
	children(bates: string): Turn[];
	/** From the first turn of its tree down to this one; the synthetic root is left out. */
	path(bates: string): Turn[];
	/** The seq 0 node of the tree a turn hangs in. */
	treeRoot(bates: string): Turn | undefined;
	/** A session's turns that hang under another session's turn, by seq. */
	entries(sid: string): string[];
	branchPoints(sid: string): Turn[];
	labelled(): Turn[];
	/** The shape of the forest, read lazily. */
	readonly outline: Outline;
	/** Throws UNKNOWN_REFERENCE. `sid` is the session in use: a seq is one of its turns. */
	resolve(reference: string, sid: string | null): Resolved;
	/** `name:value` filters too; `keep` narrows further. */
	readonly find: Search;
	events(after: number): AuditEvent[];
	/** The event that recorded a turn; an imported turn has none of its own. */
	eventOf(bates: string): AuditEvent | undefined;
	head(): { seq: number; event_hash: string } | undefined;
	/** What was imported into the sessions that are here, oldest first. */
	imports(): ImportRecord[];
	/** The turns that stand for a source's turn, by the name it has there. */
	importedFrom(tool: string, id: string): string[];
	/** The bates under which a source's turn was taken in, even when it was forgotten or pruned since. */
	takenAs(tool: string, id: string): string | undefined;
	/** Of the names that begin alike, the one that sorts last before another. */
	takenBefore(tool: string, beginning: string, before: string): string | undefined;
	/** Whether a session of this id is here, or was before it was pruned. */
	wasMinted(sid: string): boolean;
	verify(options?: VerifyOptions): Findings;

	/** A sid for a new session. Nothing is written before its first turn. */
	begin(): string;
	/** Saved when it returns. */
	add(addition: Addition): Turn;
	move(sid: string, bates: string): void;
	label(bates: string, label: string | null): void;
	labelSession(sid: string, label: string | null): void;
	/** Takes in a session of another program, in one transaction; see import.ts. Saved when it returns. */
	import(session: SessionImport): Imported;
	/** Several writes as one transaction: all of them or none. Listeners hear of them when it is committed. */
	together<Result>(act: () => Result): Result;
	/** What `prune` would do to all sessions but the `keep` that were active last. */
	prunable(keep: number): PrunePlan;
	/** Removes these sessions for good, as far as nothing keeps them; see prune.ts. Slow: the file is written anew. */
	prune(sids: readonly string[]): Erased & PrunePlan;
	/** Blanks a turn's text for good; see forget.ts. Slow: the file is written anew. */
	forget(bates: string): Erased;
	/** Sessions as their events tell them, for exact queries. */
	log(): Log;
	/** The cache keys of a session's answers. */
	cacheKeys(sid: string): string[];
	/** A consistent copy in a new file; see backup.ts. */
	backup(path: string): Backup;
	stats(): ShardStats;
	/** What answers took, of every turn that says so, or of one and all below it. */
	usage(below?: string): TurnUsage[];
	/** Says that this program has a session open, so that no other prunes it; until another is, or `close`. */
	hold(sid: string): void;

	/** What the screen keeps, beside the record. */
	aside(): Aside;

	/** Told after each commit, this process's and, on `catchUp`, those of others. */
	subscribe(listener: (change: Change) => void): () => void;
	/** Tells listeners what other processes have committed since; microseconds when nothing has. Throws SHARD_GONE. */
	catchUp(): void;
	/** How long a write waits for another program's, milliseconds; what it was before. A screen must not stand still for long. */
	waitAtMost(milliseconds: number): number;
	close(): void;
}

const REAL: Surroundings = { now: Date.now, randomBytes: (count) => randomBytes(count) };

/** Opens the shard at `path` (":memory:" for one that is never kept). Throws ArboristError as `openShard` does. */
export function openForest(path: string, options: OpenShardOptions & Partial<Surroundings> = {}): Forest {
	const surroundings: Surroundings = {
		now: options.now ?? REAL.now,
		randomBytes: options.randomBytes ?? REAL.randomBytes,
	};
	const db = openShard(path, options);
	try {
		return forestOver(db, path, surroundings);
	} catch (error) {
		db.close();
		throw error;
	}
}

function forestOver(db: Sqlite, path: string, surroundings: Surroundings): Forest {
	const statements = guarded(path, () => prepareStatements(db));
	const read = <Result>(act: () => Result): Result => guarded(path, act);
	let search: Search | undefined;
	let log: Log | undefined;

	const heads = keepHead(path, statements);
	const { together, beside, write, subscribe, catchUp, close } = transactionsOn(db, path, statements, {
		time: () => new Date(surroundings.now()).toISOString(),
		onMoved: heads.moved,
	});
	const holds = holdsOf(path);
	const outline = guarded(path, () => outlineOf(db));

	function turnsUp(bates: string): Turn[] {
		return read(() => statements.path.all(bates).reverse().map(toTurn));
	}

	function pruneFor(wanted: (sessions: readonly SessionSummary[]) => Iterable<string>): PrunePlan {
		const sessions = statements.sessions.all();
		return planPrune(db, sessions, new Set(wanted(sessions)), holds.open());
	}

	return {
		file: path,
		sessions: () => read(() => statements.sessions.all()),
		summary: (sid) => read(() => statements.sessionSummary.get(sid)),
		session: (sid) => read(() => statements.session.get(sid)),
		firstQuestions: () =>
			read(() => new Map(statements.firstQuestions.all().map(({ sid, question }) => [sid, question]))),
		importedBy: () => read(() => toolsOf(statements)),
		openElsewhere: holds.elsewhere,
		countTurns: () => read(() => statements.countTurns.get() ?? 0),
		countSessions: () => read(() => statements.countSessions.get() ?? 0),
		lastSession: () => read(() => statements.lastSession.get()),
		turn: (bates) => read(() => optionalTurn(statements.node.get(bates))),
		children: (bates) => read(() => statements.children.all(bates).map(toTurn)),
		path: (bates) => turnsUp(bates).filter((turn) => turn.audit_mode !== 'ROOT'),
		treeRoot: (bates) =>
			read(() => optionalTurn(statements.node.get(statements.linksUp.all(bates).at(-1)?.bates ?? ''))),
		entries: (sid) => read(() => statements.enteringOf.all(sid)),
		branchPoints: (sid) =>
			read(() => statements.branchPoints.all(sid).flatMap((bates) => statements.node.all(bates).map(toTurn))),
		labelled: () => read(() => statements.labelledTurns.all().map(toTurn)),
		outline: {
			row: (bates) => read(() => outline.row(bates)),
			below: (bates) => read(() => outline.below(bates)),
			countBelow: (bates, most) => read(() => outline.countBelow(bates, most)),
			lineage: (bates, most) => read(() => outline.lineage(bates, most)),
		},
		resolve: (reference, sid) => read(() => resolveReference(statements, reference, sid)),
		find: (typed, limit, keep) =>
			read(() => {
				search ??= createSearch(db);
				return search(typed, limit, keep);
			}),
		events: (after) => read(() => statements.eventsAfter.all(after)),
		eventOf: (bates) => read(() => statements.eventOf.get(sidOf(bates), bates)),
		head: () => read(() => statements.head.get()),
		imports: () => read(() => importRecords(statements)),
		importedFrom: (tool, id) => read(() => importedFrom(statements, tool, id)),
		takenAs: (tool, id) => read(() => takenAs(statements, tool, id)),
		takenBefore: (tool, beginning, before) => read(() => statements.takenBefore.get(tool, beginning, before)),
		wasMinted: (sid) => read(() => statements.nextSessionSeq.get(sid) !== 0),
		verify: (options) => read(() => verifyShard(db, path, options)),

		begin() {
			for (;;) {
				const sid = mintSid(surroundings);
				if (read(() => statements.nextSessionSeq.get(sid)) === 0) return sid;
			}
		},
		add(addition) {
			if (!isSid(addition.sid)) throw noSession(addition.sid);
			const { bates } = write((all, now) => addTurn(all, addition, now));
			return toTurn(statements.node.get(bates) as NonNullable<ReturnType<typeof statements.node.get>>);
		},
		move: (sid, bates) => void write((all, now) => ({ changes: moveSession(all, sid, bates, now) })),
		label: (bates, label) => void write((all, now) => ({ changes: labelTurn(all, bates, label, now) })),
		labelSession: (sid, label) => void write((all, now) => ({ changes: labelSession(all, sid, label, now) })),
		import: (session) => write((all, now) => importSession(all, session, now, surroundings)).imported,
		together,
		prunable: (keep) => read(() => pruneFor((sessions) => sessions.slice(keep).map(({ sid }) => sid))),
		prune(sids) {
			const { plan } = write((all, now) => {
				const plan = pruneFor(() => sids);
				return { plan, ...pruneSessions(db, all, plan, now) };
			});
			return { ...plan, scrubbed: beside(() => scrub(db)) };
		},
		forget(bates) {
			write((all, now) => forgetTurn(db, all, bates, now));
			return { scrubbed: beside(() => scrub(db)) };
		},
		log: () => {
			log ??= read(() => logOf(db, read));
			return log;
		},
		cacheKeys: (sid) => read(() => statements.cacheKeysOf.all(sid)),
		backup: (to) => guarded(path, () => backupShard(db, to)),
		stats: () => read(() => shardStats(db, path)),
		usage: (below) => read(() => usageIn(db, below)),
		hold: holds.hold,

		aside: () => read(() => asideOf(db, beside)),

		subscribe,
		catchUp,
		waitAtMost(milliseconds) {
			const before = db.pragma('busy_timeout', { simple: true }) as number;
			db.pragma(`busy_timeout = ${Math.trunc(milliseconds)}`);
			return before;
		},
		close() {
			heads.close();
			holds.release();
			close();
		},
	};
}

function optionalTurn(row: Parameters<typeof toTurn>[0] | undefined): Turn | undefined {
	return row && toTurn(row);
}
