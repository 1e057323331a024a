import { columnQuery, type Sqlite, sqliteCode } from '../../sqlite.ts';
import { BESIDE } from '../schema.ts';
import type { FindingList } from './findings.ts';

/** SQLite's own indexes, by which children, sessions and labels are found, against the tables, whose every row was read before. */
export function verifyLookups(db: Sqlite, findings: FindingList): void {
	for (const table of ['nodes', 'sessions', 'audit_events']) {
		if (!isSound(db, table))
			findings.add('index', 'index.lookup', `the table ${table}`, 'is not found by what it says: an index is wrong');
	}
}

/** The tables beside the record: nothing in them is compared, but they must read, or the next turn is not saved. */
export function verifyBeside(db: Sqlite, findings: FindingList): void {
	const tables = columnQuery<string>(db, "SELECT name FROM sqlite_schema WHERE type = 'table'").all();
	for (const table of tables.filter((name) => BESIDE.includes(name))) {
		if (!isSound(db, table))
			findings.add('beside', 'beside.unreadable', `the table ${table}`, 'cannot be read; it is no part of the record');
	}
}

function isSound(db: Sqlite, table: string): boolean {
	try {
		const told = columnQuery<string>(db, 'SELECT integrity_check FROM pragma_integrity_check(?)').all(table);
		// A column without a value is told at its row.
		return told.every((line) => line === 'ok' || line.startsWith('NULL value in'));
	} catch (error) {
		if (!sqliteCode(error)?.startsWith('SQLITE_CORRUPT')) throw error;
		return false;
	}
}
