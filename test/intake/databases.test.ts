import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importHistories } from '../../source/intake/intake.ts';
import { addsUp } from '../../source/intake/report.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { memoryWorld, tempFolder } from '../helpers/world.ts';
import { outlineOf } from './outline.ts';

function database(sql: string): string {
	const path = join(tempFolder(), 'some.db');
	const db = openSqlite(path);
	db.pragma('journal_mode = WAL');
	db.exec(sql);
	db.close();
	return path;
}

async function imported(path: string) {
	const { forest } = memoryWorld();
	const { total, files } = await importHistories(forest, [path]);
	expect(files.every(addsUp)).toBe(true);
	expect(forest.verify().intact).toBe(true);
	const again = await importHistories(forest, [path]);
	expect(again.total).toMatchObject({ in_turns: 0, turns: 0, records: total.records });
	return { outline: outlineOf(forest), total, files };
}

const LLM_OLD = `
CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, prompt_json TEXT, options_json TEXT,
  response TEXT, response_json TEXT, conversation_id TEXT, duration_ms INTEGER, datetime_utc TEXT);
INSERT INTO conversations VALUES ('c1', 'Owls', 'gpt-4o');
INSERT INTO responses VALUES ('01b', 'gpt-4o', 'And by day?', NULL, NULL, NULL, 'They sleep.', NULL, 'c1', 5, '2025-01-01T10:01:00'),
  ('01a', 'gpt-4o', 'What do owls eat?', NULL, NULL, NULL, 'Mice.', NULL, 'c1', 5, '2025-01-01T10:00:00'),
  ('01c', 'gpt-4o', '', NULL, '{"messages":[{"role":"user","content":"From a fragment"}]}', NULL, 'Read.', NULL, NULL, 5, '2025-01-02T10:00:00');
`;

// Two conversations that begin alike share nodes.
const LLM_TREE = `
CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
CREATE TABLE messages (id TEXT PRIMARY KEY, role TEXT);
CREATE TABLE parts (message_id TEXT, "order" INTEGER, type TEXT, text TEXT);
CREATE TABLE nodes (id INTEGER PRIMARY KEY, parent_id INTEGER, message_id TEXT, depth INTEGER);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, response TEXT, conversation_id TEXT, datetime_utc TEXT,
  input_node_id INTEGER, first_input_node_id INTEGER, output_node_id INTEGER);
INSERT INTO messages VALUES ('q', 'user'), ('a', 'assistant'), ('q2', 'user'), ('a2', 'assistant'), ('q3', 'user'), ('a3', 'assistant');
INSERT INTO parts VALUES ('q', 0, 'text', 'What is peat?'), ('a', 0, 'reasoning', 'hm'), ('a', 1, 'text', 'Old moss.'),
  ('q2', 0, 'text', 'Does it burn?'), ('a2', 0, 'text', 'It does.'), ('q3', 0, 'text', 'Where is it found?'), ('a3', 0, 'text', 'In bogs.');
INSERT INTO nodes VALUES (1, NULL, 'q', 0), (2, 1, 'a', 1), (3, 2, 'q2', 2), (4, 3, 'a2', 3), (5, 2, 'q3', 2), (6, 5, 'a3', 3);
INSERT INTO conversations VALUES ('c1', 'Peat', 'm'), ('c2', 'Peat, again', 'm');
INSERT INTO responses VALUES ('r1', 'm', NULL, NULL, 'c1', '2025-02-01T10:00:00', 1, 1, 2), ('r2', 'm', NULL, NULL, 'c1', '2025-02-01T10:01:00', 3, 3, 4),
  ('r3', 'm', NULL, NULL, 'c2', '2025-02-01T10:02:00', 5, 5, 6);
`;

const message = (id: string, session: string, at: number, data: object) =>
	`INSERT INTO message VALUES ('${id}', '${session}', ${at}, ${at}, '${JSON.stringify({ ...data, time: { created: at, completed: at } })}');`;
const part = (id: string, of: string, data: object) =>
	`INSERT INTO part VALUES ('${id}', '${of}', 's', 1, 1, '${JSON.stringify(data)}');`;
const asked = (id: string, session: string, at: number, text: string) =>
	message(id, session, at, { role: 'user' }) + part(`p${id}`, id, { type: 'text', text });
const answered = (id: string, session: string, at: number, text: string, parentID: string) =>
	message(id, session, at, { role: 'assistant', parentID, modelID: 'm', finish: 'stop' }) +
	part(`p${id}`, id, { type: 'text', text }) +
	part(`t${id}`, id, { type: 'tool', tool: 'bash', state: { output: 'secret' } });

const OPENCODE = `
CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, revert TEXT, time_created INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
INSERT INTO session VALUES ('s1', NULL, 'Salt', NULL, 1750000000000), ('s2', NULL, 'Salt (fork #1)', NULL, 1750000900000),
  ('s3', 's1', 'A task', NULL, 1750000500000);
${asked('m1', 's1', 1750000001000, 'Why is the sea salt?')}${answered('m2', 's1', 1750000002000, 'Let me look.', 'm1')}
${answered('m3', 's1', 1750000003000, 'Rivers bring it.', 'm1')}${asked('m4', 's1', 1750000004000, 'And lakes?')}
${asked('n1', 's2', 1750000001000, 'Why is the sea salt?')}${answered('n2', 's2', 1750000002000, 'Let me look.', 'n1')}
${answered('n3', 's2', 1750000003000, 'Rivers bring it.', 'n1')}${asked('n4', 's2', 1750000901000, 'And tears?')}
${asked('k1', 's3', 1750000501000, 'Do this')}
`;

describe('databases', () => {
	test('llm, a row per response', async () => {
		const { outline, total } = await imported(database(LLM_OLD));
		expect(outline).toEqual([
			'Owls:',
			'  What do owls eat? = Mice. (gpt-4o)',
			'    And by day? = They sleep. (gpt-4o, here)',
			'no name:',
			'  From a fragment = Read. (gpt-4o, here)',
		]);
		expect(total).toMatchObject({ records: 6, in_turns: 6 });
	});

	test('llm, a tree of nodes: what begins alike is a fork', async () => {
		const { outline } = await imported(database(LLM_TREE));
		expect(outline).toEqual([
			'Peat:',
			'  What is peat? = Old moss. (m)',
			'    Does it burn? = It does. (m, here)',
			'    Where is it found? = In bogs. (m, other session)',
			'Peat, again:',
		]);
	});

	test('opencode: steps are one answer, a fork’s copies are merged, tasks of subagents are left out', async () => {
		const { outline, total } = await imported(database(OPENCODE));
		expect(outline.sort()).toEqual(
			[
				'Salt:',
				'  Why is the sea salt? = Let me look.⏎⏎Rivers bring it. (m, bash 2)',
				'    And lakes? =  (cancelled, here)',
				'    And tears? =  (cancelled, other session)',
				'Salt (fork #1):',
			].sort(),
		);
		expect(total).toMatchObject({ records: 9, in_turns: 5, merged: 3, skipped: { subagent: 1 } });
	});

	test.each([
		['an empty one', 'CREATE TABLE unrelated (id)'],
		[
			'views that look like tables',
			`CREATE VIEW session AS SELECT 1 AS id, 2 AS title; CREATE VIEW message AS SELECT 1 AS session_id, '' AS data; CREATE VIEW part AS SELECT 1 AS message_id, '' AS data`,
		],
	])('%s is no history', async (_what, sql) => {
		const { forest } = memoryWorld();
		const { files } = await importHistories(forest, [database(sql)]);
		expect(files).toMatchObject([{ tool: null, refused: 'is no history that is known here' }]);
	});
});
