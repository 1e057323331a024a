import { ArboristError } from '../errors.ts';
import { contentSha256 } from '../hash/chain.ts';
import { columnQuery, type Sqlite } from '../sqlite.ts';
import { sidOf } from './bates.ts';
import { eraseRow, prepareErasing } from './erase.ts';
import { asideEraser } from './erase-aside.ts';
import { appendEvent } from './events.ts';
import { noTurn } from './missing.ts';
import { citationColumns } from './rows.ts';
import { markUnscrubbed } from './scrub.ts';
import type { WriteStatements } from './statements.ts';
import type { Change } from './types.ts';
import { labelTurn } from './write.ts';

/**
 * Blanks a turn for good: question, answer, citations, meta and label, in the rows and in the indexes, with its edits and
 * the drafts that hold its text. Its place and hashes stay. Throws UNKNOWN_REFERENCE; ALREADY_FORGOTTEN.
 */
export function forgetTurn(db: Sqlite, statements: WriteStatements, bates: string, now: string): { changes: Change[] } {
	const before = statements.node.get(bates);
	const sid = sidOf(bates);
	if (!before || before.audit_mode === 'ROOT') throw noTurn(bates, 'to forget');
	if (statements.forgotten.get(sid, bates) !== undefined)
		throw new ArboristError(
			'ALREADY_FORGOTTEN',
			`The turn ${bates} was forgotten before.`,
			'Nothing of its text is left.',
		);
	const aside = asideEraser(db);
	// What was begun under it is a text of its own; an edit of it is not.
	aside.texts(
		`beside:${bates}`,
		before.question,
		before.answer_text,
		before.label ?? '',
		...before.cited_titles.split('\n'),
	);
	aside.sweep();
	markUnscrubbed(db);
	const changes = before.label === null ? [] : labelTurn(statements, bates, null, now);
	const id = columnQuery<number>(db, 'SELECT id FROM nodes WHERE bates = ?').get(bates) as number;
	const after = { ...before, ...citationColumns([]), question: '', answer_text: '', meta_json: '{}', label: null };
	eraseRow(prepareErasing(db), { id, ...before });
	db.prepare(
		`UPDATE nodes SET question = '', answer_text = '', cited_titles_json = '[]', n_cited_sources = 0, cited_titles = '',
		 meta_json = '{}' WHERE id = ?`,
	).run(id);
	// A blank row is indexed like any other.
	statements.indexNode.run(id, '', '', '');
	appendEvent(statements, {
		type: 'node_forgotten',
		sid,
		bates,
		created_at: now,
		more: { content_sha256_before: contentSha256(before), content_sha256: contentSha256(after) },
	});
	changes.push({ kind: 'node_forgotten', sid, bates, touched: [], own: true });
	return { changes };
}
