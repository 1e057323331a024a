import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventHash } from '../../../source/hash/chain.ts';
import type { Sqlite } from '../../../source/sqlite.ts';
import { openForest } from '../../../source/store/forest.ts';
import type { AuditEvent } from '../../../source/store/types.ts';
import { verifyFile } from '../../../source/store/verify/verify.ts';
import { behindItsBack, forge } from '../../helpers/shards.ts';
import { seededNumbers } from '../../helpers/surroundings.ts';
import { fileWorld, memoryWorld } from '../../helpers/world.ts';

/** A closed shard with a little of everything. */
function shard(): string {
	const { path, forest, plant } = fileWorld();
	const tea = plant('tea = a leaf #origin > (black | green 绿茶 = 蜘蛛侠) ; ^green 绿茶 > milk');
	forest.labelSession(tea.sid, 'drinks');
	forest.move(tea.sid, tea.bates('black'));
	forest.close();
	return path;
}

const idsAfter = (sql: string): string[] => {
	const path = shard();
	behindItsBack(path, (db) => void db.exec(sql));
	return [...new Set(verifyFile(path).findings.map(({ id }) => id))].sort();
};

test('an intact shard is told with its counts and its head', () => {
	const path = shard();
	const head = openForest(path);
	const expected = head.head();
	head.close();
	expect(verifyFile(path)).toMatchObject({ intact: true, sessions: 2, turns: 4, head: expected, findings: [] });
});

test('an empty shard is intact', () => {
	expect(memoryWorld().forest.verify()).toMatchObject({ intact: true, sessions: 0, turns: 0, events: 0, head: null });
});

test.each([
	[
		'an answer that was rewritten',
		"UPDATE nodes SET answer_text = 'no' WHERE question = 'tea'",
		['index.words', 'turn.content'],
	],
	[
		'a question that was rewritten',
		"UPDATE nodes SET question = 'no' WHERE question = 'tea'",
		['index.words', 'turn.content', 'turn.node_hash'],
	],
	['a label that was set by hand', "UPDATE nodes SET label = 'mine' WHERE question = 'black'", ['turn.label']],
	['a session that was moved by hand', 'UPDATE sessions SET current_bates = root_bates', ['session.current']],
	[
		'a root that was made up',
		`UPDATE nodes SET subtree_hash = '${'0'.repeat(64)}' WHERE seq = 0`,
		['turn.subtree_hash'],
	],
	[
		'an event that was rewritten',
		"UPDATE audit_events SET body = replace(body, 'true', 'false') WHERE seq = 3",
		['chain.hash'],
	],
])('%s is named', (_what, sql, ids) => {
	expect(idsAfter(sql)).toEqual(expect.arrayContaining(ids));
});

test('the place of a fault is named', () => {
	const path = shard();
	const bates = behindItsBack(path, (db) => {
		db.exec("UPDATE nodes SET answer_text = 'no' WHERE question = 'milk'");
		return db.prepare("SELECT bates FROM nodes WHERE question = 'milk'").pluck().get();
	});
	expect(verifyFile(path).findings).toContainEqual(
		expect.objectContaining({ id: 'turn.content', part: 'turns', where: bates }),
	);
});

test('parents that run in a circle are named, and end', () => {
	expect(
		idsAfter(
			"UPDATE nodes SET parent_bates = (SELECT bates FROM nodes WHERE question = 'black') WHERE question = 'tea'",
		),
	).toContain('tree.circle');
});

test('with the chain alone asked for, the rows are not looked at', () => {
	const path = shard();
	behindItsBack(path, (db) => void db.exec("UPDATE nodes SET answer_text = 'no'"));
	expect(verifyFile(path, { chainOnly: true }).intact).toBe(true);
});

describe('an index that has drifted', () => {
	test.each([
		[
			'lost a row',
			"INSERT INTO nodes_fts(nodes_fts, rowid, question, answer_text, cited_titles) SELECT 'delete', id, question, answer_text, cited_titles FROM nodes WHERE question = 'tea'",
			'index.words',
		],
		['says something else', "INSERT INTO nodes_fts(rowid, question) VALUES (2, 'never said')", 'index.words'],
		['holds a row too many', "INSERT INTO nodes_fts(rowid, question) VALUES (99, 'never asked')", 'index.words'],
		[
			'lost a root',
			"INSERT INTO nodes_fts(nodes_fts, rowid, question, answer_text, cited_titles) SELECT 'delete', id, question, answer_text, cited_titles FROM nodes WHERE seq = 0",
			'index.words',
		],
		['was emptied', "INSERT INTO nodes_fts(nodes_fts) VALUES ('delete-all')", 'index.words'],
		['lost its Chinese', 'DELETE FROM nodes_cjk; UPDATE cjk_state SET last_id = 99', 'index.pairs'],
		['says something else in Chinese', "UPDATE nodes_cjk SET answer_text = '森林'", 'index.pairs'],
		['holds Chinese too much', "INSERT INTO nodes_cjk(rowid, question) VALUES (99, '森林')", 'index.pairs'],
	])('that %s is found', (_how, sql, id) => {
		expect(idsAfter(sql)).toEqual([id]);
	});

	test('by which children are found is compared too, and made anew by SQLite itself', () => {
		const sql = `PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'WHERE label IS NOT NULL', 'WHERE label IS NULL')
			WHERE name = 'nodes_by_label'`;
		const path = shard();
		try {
			behindItsBack(path, (db) => void db.unsafeMode(true).exec(sql));
		} catch {
			return;
		}
		expect(verifyFile(path).findings.map(({ id }) => id)).toContain('index.lookup');
	});

	test('is not looked at when it is left out', () => {
		const path = shard();
		behindItsBack(path, (db) => void db.exec("INSERT INTO nodes_fts(rowid, question) VALUES (99, 'never asked')"));
		expect(verifyFile(path, { withoutIndex: true }).intact).toBe(true);
	});
});

test.each(['question', 'answer_text', 'cited_titles'])(
	'bytes in the place of a %s are named, and nothing is thrown',
	(column) => {
		const path = shard();
		behindItsBack(
			path,
			(db) => void db.exec(`UPDATE nodes SET ${column} = CAST('森林' AS BLOB) WHERE question = 'tea'`),
		);
		expect(verifyFile(path).intact).toBe(false);
		openForest(path).close();
	},
);

test('a body that leaves out what its column says is found, even where the column says nothing', () => {
	const { path, forest, plant } = fileWorld();
	const { sid } = plant('tea');
	forest.labelSession(sid, 'drinks');
	forest.close();
	behindItsBack(path, (db) => {
		const last = db.prepare<[], AuditEvent>('SELECT * FROM audit_events ORDER BY seq DESC LIMIT 1').get() as AuditEvent;
		const body = last.body.replace('"bates":null,', '');
		const hash = eventHash(last.prev_event_hash, body);
		db.prepare('UPDATE audit_events SET body = ?, event_hash = ? WHERE seq = ?').run(body, hash, last.seq);
	});
	const ids = verifyFile(path).findings.map(({ id }) => id);
	expect(ids).toEqual(['chain.column', 'anchor.changed']);
});

describe('an event that is chained well, and cannot be', () => {
	const sids = (db: Sqlite) => db.prepare('SELECT sid FROM sessions ORDER BY rowid').pluck().all() as [string, string];
	const turns = (db: Sqlite, sid: string) =>
		db.prepare('SELECT bates FROM nodes WHERE sid = ? ORDER BY seq').pluck().all(sid) as string[];

	test.each<[string, string, (db: Sqlite) => void]>([
		[
			'a turn under another session’s sid',
			'event.node',
			(db) => forge(db, 'node_labeled', sids(db)[1], turns(db, sids(db)[0])[1] as string, { label_sha256: null }),
		],
		['a turn that does not exist', 'event.node', (db) => forge(db, 'moved', sids(db)[0], `${sids(db)[0]}-000099`, {})],
		[
			'a session that does not exist',
			'event.session',
			(db) => forge(db, 'moved', '20200101T000000Z-00000000', turns(db, sids(db)[0])[1] as string, {}),
		],
		[
			'a session that was made before',
			'event.twice',
			(db) =>
				forge(db, 'session_created', sids(db)[0], null, { root_bates: `${sids(db)[0]}-000000`, label_sha256: null }),
		],
		[
			'a kind that is not known',
			'event.type',
			(db) => forge(db, 'node_improved', sids(db)[0], turns(db, sids(db)[0])[1] as string, {}),
		],
		[
			'a turn of a session that was pruned',
			'event.node',
			(db) => {
				const [kept, pruned] = sids(db);
				const [root = ''] = turns(db, pruned);
				forge(db, 'session_pruned', pruned, null, { nodes: 2, subtree_hash: '0'.repeat(64) });
				forge(db, 'moved', kept, root, {});
			},
		],
	])('names %s', (_what, id, act) => {
		const path = shard();
		behindItsBack(path, act);
		expect(verifyFile(path).findings.map((finding) => finding.id)).toContain(id);
	});
});

test('a trigger that came while the shard was open is named', () => {
	const { path, plant, forest } = fileWorld();
	plant('tea');
	behindItsBack(path, (db) => void db.exec('CREATE TRIGGER late AFTER INSERT ON nodes BEGIN SELECT 1; END'));
	expect(forest.verify().findings).toContainEqual(expect.objectContaining({ part: 'file', id: 'file.schema' }));
});

test('an index whose own tables are gone is a finding, not an error', () => {
	const { path, plant, forest } = fileWorld();
	plant('tea 茶');
	behindItsBack(
		path,
		(db) => void db.unsafeMode(true).exec('DROP TABLE nodes_fts_docsize; DROP TABLE nodes_cjk_docsize'),
	);
	expect(forest.verify().findings.map(({ part }) => part)).toEqual(['index', 'index']);
});

test('damaged bytes are found, refused, or change nothing; nothing else is ever thrown', () => {
	const random = seededNumbers(7);
	const path = shard();
	const good = readFileSync(path);
	const outcomes = new Set<string>();
	for (let flip = 0; flip < 300; flip++) {
		const bytes = Buffer.from(good);
		const at = Math.floor(random() * bytes.length);
		bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
		writeFileSync(path, bytes);
		try {
			outcomes.add(verifyFile(path).intact ? 'intact' : 'found');
		} catch (error) {
			outcomes.add((error as { name: string }).name);
		}
	}
	expect([...outcomes].sort()).toEqual(['ArboristError', 'found', 'intact']);
});

test.each([
	['a turn’s label', 'nodes', 'label', 'turn.unreadable'],
	['a question', 'nodes', 'question', 'turn.unreadable'],
	['a session’s label', 'sessions', 'label', 'session.unreadable'],
])('bytes in the place of %s are named, and the rest of the row’s table is looked at', (_what, table, column, id) => {
	const ids = idsAfter(
		`UPDATE ${table} SET ${column} = x'ff00fe' WHERE rowid = 2; UPDATE sessions SET current_bates = root_bates, next_seq = -5`,
	);
	expect(ids).toEqual(expect.arrayContaining([id, 'session.current', 'session.next_seq']));
});
