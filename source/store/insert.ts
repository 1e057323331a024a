import { cjkRow } from './cjk.ts';
import type { WriteStatements } from './statements.ts';
import type { NodeRow } from './types.ts';

/** Writes a node with its rows in both search indexes; inside the transaction of the change. Returns its row id. */
export function insertRow(statements: WriteStatements, row: NodeRow): number {
	const id = Number(statements.insertNode.run(row).lastInsertRowid);
	statements.indexNode.run(id, row.question, row.answer_text, row.cited_titles);
	const pairs = cjkRow(row);
	if (pairs) statements.indexCjk.run(id, ...pairs);
	return id;
}
