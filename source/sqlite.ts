import Database from 'better-sqlite3';

// The one module that knows which SQLite library is used.

export type Sqlite = Database.Database;
export interface OpenOptions {
	readonly?: boolean;
	fileMustExist?: boolean;
	/** How long a statement waits for another program's write before it fails with SQLITE_BUSY. */
	busyTimeout?: number;
}

export function openSqlite(file: string | Buffer, options: OpenOptions = {}): Sqlite {
	return new Database(file, {
		readonly: options.readonly ?? false,
		fileMustExist: options.fileMustExist ?? false,
		timeout: options.busyTimeout ?? 5000,
	});
}

/** SQLite's result code ("SQLITE_BUSY", ...) when that is what was thrown. */
export function sqliteCode(error: unknown): string | undefined {
	return error instanceof Database.SqliteError ? error.code : undefined;
}

/** A query of which only the first column is wanted. */
export interface ColumnQuery<Value> {
	get(...parameters: unknown[]): Value | undefined;
	all(...parameters: unknown[]): Value[];
}

export function columnQuery<Value>(db: Sqlite, sql: string): ColumnQuery<Value> {
	return db.prepare(sql).pluck() as unknown as ColumnQuery<Value>;
}
