import { columnQuery, type Sqlite } from '../sqlite.ts';
import { readable } from './columns.ts';

/** A turn as the tree shows it: its place and marks, of its texts only the beginning of the question. */
export interface OutlineRow {
	bates: string;
	sid: string;
	seq: number;
	parent_bates: string | null;
	/** The first 300 characters. */
	question: string;
	label: string | null;
	audit_mode: string;
	subtree_hash: string;
	/** How many turns hang right below it. */
	children: number;
}

/** Reads the shape of the forest, lazily: nothing here costs more than what it returns. */
export interface Outline {
	row(bates: string): OutlineRow | undefined;
	/** The children, by time asked, then bates. */
	below(bates: string): OutlineRow[];
	/** How many turns hang below, all generations; at most `most`. */
	countBelow(bates: string, most: number): number;
	/** The bates ids from the root of the tree down to a turn, itself included; only the nearest `most` when given. */
	lineage(bates: string, most?: number): string[];
}

const ROW = `${readable('bates, sid, seq, parent_bates, label, audit_mode, subtree_hash')},
  CAST(substr(question, 1, 300) AS TEXT) AS question,
  (SELECT count(*) FROM nodes c WHERE c.parent_bates = n.bates) AS children`;

export function outlineOf(db: Sqlite): Outline {
	const row = db.prepare<[string], OutlineRow>(`SELECT ${ROW} FROM nodes n WHERE bates = ?`);
	const below = db.prepare<[string], OutlineRow>(
		`SELECT ${ROW} FROM nodes n WHERE parent_bates = ? ORDER BY created_at, bates`,
	);
	const countBelow = columnQuery<number>(
		db,
		`WITH RECURSIVE down(bates) AS (SELECT bates FROM nodes WHERE parent_bates = ? UNION
		 SELECT n.bates FROM down JOIN nodes n ON n.parent_bates = down.bates LIMIT ?) SELECT count(*) FROM down`,
	);
	const lineage = columnQuery<string>(
		db,
		`WITH RECURSIVE up(bates, parent_bates) AS (SELECT bates, parent_bates FROM nodes WHERE bates = ? UNION
		 SELECT n.bates, n.parent_bates FROM up JOIN nodes n ON n.bates = up.parent_bates LIMIT ?) SELECT bates FROM up`,
	);
	return {
		row: (bates) => row.get(bates),
		below: (bates) => below.all(bates),
		countBelow: (bates, most) => countBelow.get(bates, most) ?? 0,
		lineage: (bates, most = -1) => lineage.all(bates, most).reverse(),
	};
}
