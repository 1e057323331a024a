import { describe, expect, test } from 'vitest';
import type { Sqlite } from '../../../source/sqlite.ts';
import { verifyFile, verifyShard } from '../../../source/store/verify/verify.ts';
import { behindItsBack, copyOf, SAMPLES, unbind } from '../../helpers/shards.ts';

// Every single edit of a sample: each table, column and row, replaced, nulled, emptied or given its neighbour's value;
// each row deleted, doubled, or swapped in one column with its neighbour. The constraints are taken off before, so that
// none of them is what stops the edit.

type Value = string | number | null;
interface Edit {
	what: string;
	sql: string;
	values: Value[];
}

const COLUMNS = {
	sessions: 'sid root_bates current_bates next_seq created_at updated_at label',
	nodes:
		'bates sid seq parent_bates question answer_text cache_key audit_mode cited_titles_json n_cited_sources created_at label node_hash subtree_hash meta_json cited_titles',
	audit_events: 'seq event_type sid bates prev_event_hash event_hash body created_at session_seq',
};

/** Another value of the same kind. */
function other(value: Value): Value {
	if (typeof value === 'number') return value + 1;
	if (value === null || value === '') return 'x';
	const last = value.slice(-1);
	return value.slice(0, -1) + (last === '1' ? '2' : '1');
}

function* editsOf(db: Sqlite): Generator<Edit> {
	for (const [table, names] of Object.entries(COLUMNS)) {
		const rows = db.prepare(`SELECT * FROM ${table} ORDER BY place`).all() as Record<string, Value>[];
		for (const [index, row] of rows.entries()) {
			const place = row['place'] as number;
			const next = rows[(index + 1) % rows.length] as Record<string, Value>;
			for (const column of names.split(' ')) {
				const value = row[column] as Value;
				const neighbour = next[column] as Value;
				const replacements = new Map<Value, string>([
					[null, 'null'],
					['', 'empty'],
					[neighbour, 'its neighbour’s'],
					[other(value), 'another'],
				]);
				replacements.delete(value);
				for (const [replacement, how] of replacements) {
					yield {
						what: `${table} ${place}: ${column} ${how}`,
						sql: `UPDATE ${table} SET ${column} = ? WHERE place = ?`,
						values: [replacement, place],
					};
				}
				if (neighbour !== value) {
					yield {
						what: `${table} ${place}: ${column} swapped with the next row’s`,
						sql: `UPDATE ${table} SET ${column} = CASE place WHEN ? THEN ? ELSE ? END WHERE place IN (?, ?)`,
						values: [place, neighbour, value, place, next['place'] as number],
					};
				}
			}
			yield { what: `${table} ${place}: deleted`, sql: `DELETE FROM ${table} WHERE place = ?`, values: [place] };
			yield {
				what: `${table} ${place}: doubled`,
				sql: `INSERT INTO ${table} SELECT * FROM ${table} WHERE place = ?`,
				values: [place],
			};
		}
	}
}

describe.each(SAMPLES)('of $name', ({ file }) => {
	test('nothing is found when nothing was changed', () => {
		expect(verifyFile(copyOf(file))).toMatchObject({ intact: true, findings: [] });
	});

	test('every single edit is found', () => {
		const missed = behindItsBack(copyOf(file), (db) => {
			unbind(db);
			const edits = [...editsOf(db)];
			expect(edits.length).toBeGreaterThan(500);
			return edits.filter(({ sql, values }) => {
				db.exec('BEGIN');
				db.prepare(sql).run(...values);
				const { intact } = verifyShard(db, ':memory:', { withoutIndex: true });
				db.exec('ROLLBACK');
				return intact;
			});
		});
		expect(missed.map(({ what }) => what)).toEqual([]);
	});
});
