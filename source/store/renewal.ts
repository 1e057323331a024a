import { type Sqlite, sqliteCode } from '../sqlite.ts';
import { BESIDE, completeShard } from './schema.ts';

// SQLite reads what it throws away: DROP and REINDEX fail on the very page that is damaged. So a tree that holds nothing of
// the record is given another root in the schema, an empty one, and its pages are left behind; writing the file anew ends them.

const SEARCH_TABLES = ['nodes_fts', 'nodes_cjk'].flatMap((index) => [
	index,
	...['data', 'idx', 'content', 'docsize', 'config'].map((part) => `${index}_${part}`),
]);

/** A table or an index as the schema has it. */
interface Tree {
	type: 'table' | 'index';
	name: string;
	/** Whether its entries are kept as those of an index are. */
	keyed: 0 | 1;
}

/**
 * Begins anew all that is made from the record: both search indexes, every index, and the tables beside the record that
 * are lost. Inside a transaction, on a connection that may write the schema.
 */
export function renewDerived(db: Sqlite, lost: ReadonlySet<string>): void {
	const drop = db.prepare('DELETE FROM sqlite_schema WHERE tbl_name = ?');
	const setRoot = db.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?');
	for (const table of SEARCH_TABLES) drop.run(table);
	const emptied = treesOf(db).filter(({ type, name }) => type === 'index' || lost.has(name));
	for (const [at, tree] of emptied.entries()) {
		const spare = `spare_${at}`;
		setRoot.run(emptyRoot(db, spare, tree), tree.name);
		drop.run(spare);
	}
	db.pragma('writable_schema = RESET');
	db.exec('REINDEX');
	completeShard(db);
}

/** The tables beside the record that cannot be read. Outside a transaction: one that met a damaged page does nothing more. */
export function lostBeside(db: Sqlite): Set<string> {
	const names = treesOf(db).map(({ name }) => name);
	return new Set(names.filter((name) => BESIDE.includes(name) && !reads(db, name)));
}

function reads(db: Sqlite, table: string): boolean {
	try {
		db.prepare(`SELECT * FROM ${table} NOT INDEXED`).all();
		return true;
	} catch (error) {
		if (!sqliteCode(error)?.startsWith('SQLITE_CORRUPT')) throw error;
		return false;
	}
}

function treesOf(db: Sqlite): Tree[] {
	return db
		.prepare<[], Tree>(
			"SELECT type, name, type = 'index' OR sql LIKE '%WITHOUT ROWID%' AS keyed FROM sqlite_schema WHERE rootpage > 0",
		)
		.all();
}

function emptyRoot(db: Sqlite, name: string, { keyed }: Tree): number {
	db.exec(`CREATE TABLE ${name} (${keyed ? 'value PRIMARY KEY) WITHOUT ROWID' : 'value)'}`);
	return db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) as number;
}
