import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type Sqlite } from '../sqlite.ts';

/** A database of another program: only read, and only a copy of it, since the program may be writing. */
export interface OtherDatabase {
	db: Sqlite;
	/** The columns of each table; what is a view or virtual is none. */
	tables: ReadonlyMap<string, ReadonlySet<string>>;
	close(): void;
}

/** Throws for a file that is no whole database. */
export function openCopy(path: string): OtherDatabase {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-import-'));
	try {
		chmodSync(folder, 0o700);
		if (!statSync(path).isFile()) throw new Error(`${path} is no regular file`);
		const copy = join(folder, 'copy.db');
		for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
		const db = openSqlite(copy, { readonly: true, fileMustExist: true });
		db.pragma('trusted_schema = OFF');
		db.pragma('query_only = ON');
		return {
			db,
			tables: tablesOf(db),
			close() {
				db.close();
				rmSync(folder, { recursive: true, force: true });
			},
		};
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
}

function tablesOf(db: Sqlite): Map<string, Set<string>> {
	const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'");
	const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck();
	return new Map((names.pluck().all() as string[]).map((name) => [name, new Set(columns.all(name) as string[])]));
}

/** Whether a database has a table with at least these columns. */
export function hasTable(tables: OtherDatabase['tables'], name: string, ...columns: string[]): boolean {
	const present = tables.get(name);
	return present !== undefined && columns.every((column) => present.has(column));
}
