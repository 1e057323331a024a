import { expect, test } from 'vitest';
import { contentSha256 } from '../../../source/hash/chain.ts';
import type { Sqlite } from '../../../source/sqlite.ts';
import type { NodeRow } from '../../../source/store/types.ts';
import type { Part } from '../../../source/store/verify/findings.ts';
import { verifyShard } from '../../../source/store/verify/verify.ts';
import { behindItsBack, forge, unbind } from '../../helpers/shards.ts';
import { fileWorld } from '../../helpers/world.ts';

// Programs go by the names of findings: each stands for one kind of fault, and is told at its place.

interface Place {
	/** A session with two turns, and one that was imported. */
	sid: string;
	imported: string;
	bates(question: string): string;
}

const NOTHING = '0'.repeat(64);
const OTHER = 'a'.repeat(64);

/** What verify names after a shard was changed. Its tables have no constraints, so that anything can be written. */
function namesAfter(change: (db: Sqlite, place: Place) => void): { id: string; part: Part; where: string }[] {
	const { path, forest, plant } = fileWorld();
	const { sid, bates } = plant('tea > green');
	const imported = forest.import({
		source: { tool: 'other', file_sha256: 'a'.repeat(64) },
		created_at: '2024-05-06T07:08:09.000Z',
		turns: [
			{ id: '1', parent: null, question: 'coffee', answer_text: 'A bean.', created_at: '2024-05-06T07:08:09.000Z' },
		],
	}).sid;
	forest.close();
	return behindItsBack(path, (db) => {
		unbind(db);
		change(db, { sid, imported, bates });
		const { findings } = verifyShard(db, ':memory:', { withoutIndex: true });
		return findings.map(({ id, part, where }) => ({ id, part, where }));
	});
}

const run =
	(sql: string) =>
	(db: Sqlite): void =>
		void db.exec(sql);

const CHANGES: [
	id: string,
	part: Part,
	change: (db: Sqlite, place: Place) => void,
	where?: (place: Place) => string,
][] = [
	['chain.body', 'chain', run("UPDATE audit_events SET body = '{' WHERE seq = 2"), () => 'event 2'],
	['chain.canonical', 'chain', run("UPDATE audit_events SET body = body || ' ' WHERE seq = 2"), () => 'event 2'],
	['chain.column', 'chain', run('UPDATE audit_events SET bates = NULL WHERE seq = 2'), () => 'event 2'],
	['chain.gap', 'chain', run('DELETE FROM audit_events WHERE seq = 3'), () => 'event 4'],
	['chain.hash', 'chain', run(`UPDATE audit_events SET event_hash = '${NOTHING}' WHERE seq = 3`), () => 'event 3'],
	['chain.link', 'chain', run(`UPDATE audit_events SET prev_event_hash = '${NOTHING}' WHERE seq = 3`), () => 'event 3'],
	[
		'event.import',
		'replay',
		(db, { sid, bates }) =>
			forge(db, 'session_imported', sid, null, {
				first_seq: 0,
				nodes: 1,
				content_root: NOTHING,
				current_bates: bates('green'),
				label_sha256: null,
			}),
	],
	[
		'event.body',
		'replay',
		(db, { sid }) => forge(db, 'session_imported', sid, null, { first_seq: -1, nodes: 1, label_sha256: null }),
	],
	[
		'event.pruned',
		'replay',
		(db, { sid, imported }) => {
			forge(db, 'session_pruned', imported, null, { nodes: 2, subtree_hash: NOTHING });
			forge(db, 'session_labeled', imported, null, { label_sha256: null });
			forge(db, 'session_labeled', sid, null, { label_sha256: null });
		},
	],
	[
		'event.session_seq',
		'replay',
		(db, { sid }) => forge(db, 'session_labeled', sid, null, { label_sha256: null }, { session_seq: 99 }),
	],
	['event.sid', 'replay', (db) => forge(db, 'session_created', 'mine', null, { label_sha256: null })],
	[
		'event.time',
		'replay',
		(db, { sid }) => forge(db, 'session_labeled', sid, null, { label_sha256: null }, { created_at: 'today' }),
	],
	[
		'session.created_at',
		'replay',
		run("UPDATE sessions SET created_at = '2020-01-01T00:00:00.000Z'"),
		({ sid }) => sid,
	],
	['session.next_seq', 'replay', run('UPDATE sessions SET next_seq = 9'), ({ sid }) => sid],
	['session.root', 'replay', run('UPDATE sessions SET root_bates = current_bates'), ({ sid }) => sid],
	['session.updated_at', 'replay', run('UPDATE sessions SET updated_at = created_at'), ({ sid }) => sid],
	['session.missing', 'replay', run('DELETE FROM sessions'), ({ sid }) => sid],
	['session.twice', 'replay', run('INSERT INTO sessions SELECT * FROM sessions'), ({ sid }) => sid],
	[
		'session.unrecorded',
		'replay',
		run(
			"INSERT INTO sessions SELECT 9, 'mine', 'mine-000000', 'mine-000000', 1, created_at, updated_at, NULL FROM sessions LIMIT 1",
		),
		() => 'mine',
	],
	[
		'session.pruned',
		'replay',
		(db, { sid }) => forge(db, 'session_pruned', sid, null, { nodes: 3, subtree_hash: NOTHING }),
		({ sid }) => sid,
	],
	[
		'turn.pruned',
		'turns',
		(db, { sid }) => forge(db, 'session_pruned', sid, null, { nodes: 3, subtree_hash: NOTHING }),
		({ bates }) => bates('green'),
	],
	['turn.missing', 'turns', run("DELETE FROM nodes WHERE question = 'green'"), ({ bates }) => bates('green')],
	['turn.parent', 'turns', run("DELETE FROM nodes WHERE question = 'tea'"), ({ bates }) => bates('green')],
	[
		'turn.twice',
		'turns',
		run("INSERT INTO nodes SELECT * FROM nodes WHERE question = 'green'"),
		({ bates }) => bates('green'),
	],
	[
		'turn.unreadable',
		'turns',
		run("UPDATE nodes SET answer_text = CAST('x' AS BLOB) WHERE question = 'green'"),
		({ bates }) => bates('green'),
	],
	[
		'turn.unreadable',
		'turns',
		run("UPDATE nodes SET meta_json = '{' WHERE question = 'green'"),
		({ bates }) => bates('green'),
	],
	[
		'turn.unrecorded',
		'turns',
		(db, { bates }) =>
			db.prepare("UPDATE nodes SET bates = ? WHERE question = 'green'").run(`${bates('green').slice(0, -1)}9`),
		({ bates }) => `${bates('green').slice(0, -1)}9`,
	],
	[
		'import.content',
		'turns',
		run("UPDATE nodes SET answer_text = 'A leaf.' WHERE question = 'coffee'"),
		({ imported }) => imported,
	],
	[
		'import.answer',
		'turns',
		run("UPDATE nodes SET answer_text = 'A leaf.' WHERE question = 'coffee'"),
		({ imported }) => `${imported}-000001`,
	],
	['import.content', 'turns', run("DELETE FROM nodes WHERE question = 'coffee'"), ({ imported }) => imported],
];

test.each(CHANGES)('%s', (id, part, change, where) => {
	let place: Place | undefined;
	const found = namesAfter((db, given) => {
		place = given;
		change(db, given);
	});
	const told = found.filter((each) => each.id === id);
	expect(told.map((each) => each.part)).toContain(part);
	if (where) expect(told.map((each) => each.where)).toContain(where(place as Place));
});

test('nothing is named where nothing was changed', () => {
	expect(namesAfter(() => undefined)).toEqual([]);
});

test('a turn that is just what was recorded, with a hash that is not its own, is found', () => {
	const found = namesAfter((db, { sid, bates }) => {
		db.exec("DELETE FROM nodes WHERE question = 'green'; DELETE FROM audit_events WHERE seq > 3");
		const tea = db.prepare<[string], NodeRow>('SELECT * FROM nodes WHERE bates = ?').get(bates('tea')) as NodeRow;
		const forged = { ...tea, bates: `${sid}-000002`, seq: 2, parent_bates: tea.bates, node_hash: OTHER };
		db.prepare(
			`INSERT INTO nodes SELECT 9, 9, @bates, sid, @seq, @parent_bates, question, answer_text, cache_key, audit_mode,
			 cited_titles_json, n_cited_sources, created_at, label, @node_hash, subtree_hash, meta_json, cited_titles
			 FROM nodes WHERE seq = 1 AND sid = @sid`,
		).run({ ...forged, sid });
		forge(db, 'node_added', sid, forged.bates, {
			node_hash: OTHER,
			content_sha256: contentSha256(forged),
			moves_current: true,
		});
	});
	expect(found).toContainEqual({ id: 'turn.node_hash', part: 'turns', where: expect.stringMatching(/-000002$/) });
	expect(found.map(({ id }) => id)).not.toContain('turn.content');
});

test('an event of another program that adds a turn and leaves its session where it was is none that cannot be', () => {
	const found = namesAfter((db, { sid }) =>
		forge(db, 'node_added', sid, `${sid}-000009`, {
			node_hash: NOTHING,
			content_sha256: NOTHING,
			moves_current: false,
		}),
	);
	expect(found.map(({ id }) => id)).toEqual(['turn.missing']);
});
