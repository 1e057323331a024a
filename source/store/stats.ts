import { statSync } from 'node:fs';
import { columnQuery, type Sqlite } from '../sqlite.ts';
import { TURNS } from './columns.ts';
import { isEntering } from './entering.ts';

/** How big a shard is and what shape it has. Sizes in bytes. */
export interface ShardStats {
	sessions: number;
	turns: number;
	events: number;
	labelled_turns: number;
	forgotten_turns: number;
	imported_turns: number;
	/** Turns that hang under another session's turn. */
	forks_across_sessions: number;
	/** Turns with two or more below them. */
	branch_points: number;
	/** The longest way from a root down, in turns. */
	depth: number;
	/** The most turns right below one. */
	fan_out: number;
	file_bytes: number;
	journal_bytes: number;
	/** Of the file: questions, answers and the rest of the turns; the audit chain; both search indexes; free pages. */
	turn_bytes: number;
	event_bytes: number;
	index_bytes: number;
	free_bytes: number;
}

/** Reads the shape of the forest once through; some seconds for a million turns. */
export function shardStats(db: Sqlite, path: string): ShardStats {
	const count = (sql: string) => columnQuery<number>(db, sql).get() ?? 0;
	const pageSize = count('PRAGMA page_size');
	const fileSize = (file: string) => (path === ':memory:' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0));
	const bytes = bytesByKind(db);
	const children = 'FROM nodes c WHERE parent_bates IS NOT NULL AND seq > 0 GROUP BY parent_bates';
	return {
		sessions: count('SELECT count(*) FROM sessions'),
		turns: count(`SELECT coalesce(sum(${TURNS}), 0) FROM sessions`),
		events: count('SELECT coalesce(max(seq), 0) FROM audit_events'),
		labelled_turns: count('SELECT count(*) FROM nodes WHERE label IS NOT NULL'),
		forgotten_turns: count(
			"SELECT count(*) FROM audit_events e WHERE event_type = 'node_forgotten' AND EXISTS (SELECT 1 FROM nodes n WHERE n.bates = e.bates)",
		),
		imported_turns: count("SELECT count(*) FROM nodes WHERE audit_mode = 'IMPORTED'"),
		forks_across_sessions: count(`SELECT count(*) FROM nodes WHERE ${isEntering('')}`),
		branch_points: count(`SELECT count(*) FROM (SELECT 1 ${children} HAVING count(*) > 1)`),
		depth: depthOf(db),
		fan_out: count(`SELECT max(below) FROM (SELECT count(*) AS below ${children})`),
		file_bytes: path === ':memory:' ? pageSize * count('PRAGMA page_count') : fileSize(path),
		journal_bytes: fileSize(`${path}-wal`),
		turn_bytes: bytes.turns,
		event_bytes: bytes.events,
		index_bytes: bytes.index,
		free_bytes: pageSize * count('PRAGMA freelist_count'),
	};
}

/** One walk over all pages. An index counts with its table. */
function bytesByKind(db: Sqlite): { turns: number; events: number; index: number } {
	const bytes = { turns: 0, events: 0, index: 0 };
	const sizes = db.prepare<[], { name: string; pgsize: number }>(
		'SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE',
	);
	for (const { name, pgsize } of sizes.all()) {
		if (/^nodes_(fts|cjk)/.test(name)) bytes.index += pgsize;
		else if (/^(nodes|sqlite_autoindex_nodes)/.test(name)) bytes.turns += pgsize;
		else if (/^(audit_events|events_)/.test(name)) bytes.events += pgsize;
	}
	return bytes;
}

/** The longest way down, in any order of rows; one that runs in a circle (a tampered shard) counts once around. */
function depthOf(db: Sqlite): number {
	const parents = new Map<number, number | null>();
	for (const [id, parent] of db
		.prepare('SELECT n.id, p.id FROM nodes n LEFT JOIN nodes p ON p.bates = n.parent_bates')
		.raw()
		.iterate() as Iterable<[number, number | null]>)
		parents.set(id, parent);
	const depths = new Map<number, number>();
	let deepest = 0;
	for (const id of parents.keys()) {
		const way: number[] = [];
		let at: number | null = id;
		while (at !== null && !depths.has(at)) {
			way.push(at);
			// Known from here on, though not yet how deep: a circle ends.
			depths.set(at, 0);
			at = parents.get(at) ?? null;
		}
		let depth = at === null ? -1 : (depths.get(at) as number);
		for (let next = way.pop(); next !== undefined; next = way.pop()) depths.set(next, ++depth);
		deepest = Math.max(deepest, depth);
	}
	return deepest;
}
