import { openSqlite, type Sqlite, sqliteCode } from '../../sqlite.ts';
import { cjkRow } from '../cjk.ts';
import type { IndexedTexts } from '../types.ts';
import type { FindingList } from './findings.ts';

/**
 * Compares the search index with the rows. FTS5 checks an index only on a connection that may write, so this opens one
 * of its own, and takes back what it began; where the file cannot be written, a copy in memory is checked.
 */
export function verifySearchIndex(db: Sqlite, path: string, findings: FindingList): void {
	const writer = writableTwin(db, path);
	try {
		attempt(writer, 'index.words', findings, () =>
			writer.exec("INSERT INTO nodes_fts(nodes_fts, rank) VALUES ('integrity-check', 1)"),
		);
		if (!writer.prepare("SELECT 1 FROM sqlite_master WHERE name = 'nodes_cjk'").get()) return;
		attempt(writer, 'index.pairs', findings, () => {
			writer.exec("INSERT INTO nodes_cjk(nodes_cjk) VALUES ('integrity-check')");
			compareCjk(writer, findings);
		});
	} finally {
		writer.close();
	}
}

function writableTwin(db: Sqlite, path: string): Sqlite {
	if (path === ':memory:') return openSqlite(db.serialize());
	const twin = openSqlite(path, { fileMustExist: true });
	try {
		twin.exec('BEGIN IMMEDIATE; ROLLBACK');
		return twin;
	} catch (error) {
		twin.close();
		if (!/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(sqliteCode(error) ?? '')) throw error;
		return openSqlite(db.serialize());
	}
}

function attempt(db: Sqlite, id: string, findings: FindingList, act: () => void): void {
	try {
		db.exec('BEGIN IMMEDIATE');
		act();
	} catch (error) {
		// SQLITE_ERROR when the index lacks one of its own tables.
		if (!/^SQLITE_(CORRUPT|ERROR)/.test(sqliteCode(error) ?? '')) throw error;
		findings.add('index', id, 'the search index', 'does not say what the turns say');
	} finally {
		if (db.inTransaction) db.exec('ROLLBACK');
	}
}

function compareCjk(db: Sqlite, findings: FindingList): void {
	const last = (db.prepare('SELECT last_id FROM cjk_state').pluck().get() ?? 0) as number;
	const indexed = db.prepare<[number], { question: string; answer_text: string; cited_titles: string }>(
		'SELECT * FROM nodes_cjk WHERE rowid = ?',
	);
	let rows = 0;
	for (const node of db
		.prepare<[], IndexedTexts & { bates: string }>('SELECT id, bates, question, answer_text, cited_titles FROM nodes')
		.iterate()) {
		const wanted = cjkRow(node);
		const row = wanted || node.id <= last ? indexed.get(node.id) : undefined;
		if (row) rows++;
		const same = row
			? wanted?.join('\n') === [row.question, row.answer_text, row.cited_titles].join('\n')
			: wanted === null;
		if (!same && (row || node.id <= last))
			findings.add('index', 'index.pairs', node.bates, 'is not indexed as what it says');
	}
	const total = db.prepare('SELECT count(*) FROM nodes_cjk').pluck().get() as number;
	if (rows !== total) findings.add('index', 'index.pairs', 'the search index', 'holds turns that are not there');
}
