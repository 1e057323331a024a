import { describe, expect, test } from 'vitest';
import { behindItsBack } from '../helpers/shards.ts';
import { desk } from './desk.ts';

function planted() {
	const { type, path, forest, plant, context } = desk({ inFile: true });
	const grown = plant('tea = a leaf #origin > (green 绿茶 = 蜘蛛侠 | black) ; ^black > milk');
	forest.close();
	return { type, path, grown, context };
}

/** Every recorded byte: the base tables without what is derived. */
function record(path: string): unknown {
	return behindItsBack(path, (db) => [
		db.prepare('SELECT * FROM sessions ORDER BY sid').all(),
		db.prepare('SELECT * FROM audit_events ORDER BY seq').all(),
		db
			.prepare(
				'SELECT id, bates, sid, seq, parent_bates, question, answer_text, label, node_hash, meta_json FROM nodes ORDER BY id',
			)
			.all(),
	]);
}

const DERIVED: [what: string, sql: string][] = [
	['an index that lost its words', "INSERT INTO nodes_fts(nodes_fts) VALUES ('delete-all')"],
	['an index that says something else', "INSERT INTO nodes_fts(rowid, question) VALUES (2, 'never said')"],
	['an index without one of its own tables', 'PRAGMA writable_schema = ON; DROP TABLE nodes_fts_docsize'],
	['Chinese that is not found', 'DELETE FROM nodes_cjk; UPDATE cjk_state SET last_id = 99'],
	['subtree hashes that are wrong', `UPDATE nodes SET subtree_hash = '${'0'.repeat(64)}' WHERE seq < 2`],
];

describe('repair', () => {
	test.each(DERIVED)('shows %s, changes nothing unasked, then makes it anew', async (_what, sql) => {
		const { type, path } = planted();
		try {
			behindItsBack(path, (db) => db.exec(sql));
		} catch {
			return; // This SQLite lets nobody drop a table of an index.
		}
		const before = record(path);
		const shown = await type('repair');
		expect([shown.status, shown.json.repaired, shown.json.derived.length > 0]).toEqual([3, false, true]);
		expect(shown.text).toContain('Nothing was changed. To make it anew, add --yes.');
		expect((await type('verify')).status).toBe(3);
		const done = await type('repair', '--yes');
		expect([done.status, done.text]).toEqual([0, 'Made anew; verify finds nothing wrong any more.']);
		expect((await type('verify')).json.findings).toEqual([]);
		expect(record(path)).toEqual(before);
	});

	test('leaves what is recorded as it is, and the subtree hashes that would then agree with it', async () => {
		const { type, path } = planted();
		behindItsBack(path, (db) =>
			db.exec(`UPDATE nodes SET answer_text = 'lies', subtree_hash = '${'0'.repeat(64)}' WHERE question = 'black';
				INSERT INTO nodes_fts(nodes_fts) VALUES ('rebuild')`),
		);
		const before = record(path);
		const { status, text, json } = await type('repair', '--yes');
		expect([status, json.subtreesStay]).toEqual([3, true]);
		expect(text).toMatch(/^Made anew; \d faults? left/);
		expect(record(path)).toEqual(before);
		expect((await type('verify')).json.findings.map(({ id }: { id: string }) => id)).toEqual(
			expect.arrayContaining(['turn.content', 'turn.subtree_hash']),
		);
	});

	test('has nothing to do where nothing is wrong, or nothing is there, and says what only a backup can mend', async () => {
		const { type, path } = planted();
		expect((await type('repair')).text).toBe('Nothing to repair.');
		expect((await desk().type('repair')).text).toBe('Nothing to repair.');
		behindItsBack(path, (db) => db.exec("UPDATE sessions SET label = 'forged'"));
		expect((await type('repair', '--yes')).text).toContain('Put a backup in the place of the shard.');
	});

	test('asks on a terminal', async () => {
		const { type, path, context } = planted();
		behindItsBack(path, (db) => db.exec("INSERT INTO nodes_fts(nodes_fts) VALUES ('delete-all')"));
		for (const [answer, repaired] of [
			['no', false],
			['yes', true],
		] as const) {
			Object.assign(context, {
				interactive: true,
				async *lines() {
					yield answer;
				},
			});
			expect((await type('repair')).json.repaired).toBe(repaired);
		}
	});
});
