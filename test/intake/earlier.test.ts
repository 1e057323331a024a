import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../source/sqlite.ts';
import type { Turn } from '../../source/store/types.ts';
import { desk } from '../commands/desk.ts';
import { tempFolder } from '../helpers/world.ts';

// Examples of the earlier layout, made by an independent program: make_earlier.py beside them.
const EXAMPLES = fileURLToPath(new URL('../vectors/earlier', import.meta.url));
const SESSIONS = join(EXAMPLES, 'sessions');
const ANSWERS = join(EXAMPLES, 'answers.db');
const FIRST = join(SESSIONS, '20250103T100000Z-aaaa0001.db');
const SECOND = join(SESSIONS, '20250104T100000Z-aaaa0002.db');

describe('sessions of the earlier layout', () => {
	test('come in as they were: question, answer, citations, labels, times and places', async () => {
		const { type, forest } = desk();
		const { json, status } = await type('import', FIRST);
		expect([json.total.turns, json.total.sessions, status]).toEqual([4, 1, 0]);
		const [session] = forest.sessions();
		const sid = session?.sid as string;
		expect(session).toMatchObject({ label: 'spiders', created_at: '2025-01-03T10:01:00.250Z' });
		const turn = (seq: number) => forest.turn(`${sid}-00000${seq}`) as Turn;
		expect(turn(1)).toMatchObject({
			question: 'who is spider man?',
			answer_text: 'Peter Parker.\n[E1 | heroes.md | line 3]',
			cited_titles: ['heroes.md'],
			created_at: '2025-01-03T10:02:00.250Z',
			parent_bates: `${sid}-000000`,
			audit_mode: 'IMPORTED',
		});
		expect(turn(2)).toMatchObject({ label: 'origin', parent_bates: turn(1).bates });
		expect(turn(3)).toMatchObject({ answer_text: '1962 – 八月.', parent_bates: turn(2).bates });
		// A label that reads as a turn number is made to fit.
		expect(turn(4)).toMatchObject({ label: 'label 12', parent_bates: turn(1).bates });
		expect(turn(4).cited_titles).toEqual(['foes "and" friends.md', 'heroes.md']);
		expect(session?.current_bates).toBe(turn(2).bates);
		expect(forest.verify().findings).toEqual([]);
	});

	test('keep their forks across sessions, and answers that lie in another database', async () => {
		const { type, forest } = desk();
		const { json, text } = await type('import', SESSIONS, '--answers', ANSWERS);
		expect(json.total).toMatchObject({ turns: 7, sessions: 2 });
		expect(text).toContain('noted: 1 session without the column answer_text');
		expect(text).toContain('1 answer that is not there: --answers names where they are kept');
		const [films] = forest.find('"was first"', 1).hits;
		expect(forest.path(films?.bates as string).map(({ question }) => question)).toEqual([
			'who is spider man?',
			'who created him?',
			'and the films?',
			'which was first?',
		]);
		expect(forest.turn(films?.bates as string)?.answer_text).toBe('Spider-Man, 2002.');
		expect(forest.verify().findings).toEqual([]);
	});

	test('add nothing the second time, and only what is new when they have grown', async () => {
		const { type, forest } = desk();
		const folder = tempFolder();
		const copy = join(folder, 'a.db');
		copyFileSync(FIRST, copy);
		const older = openSqlite(copy);
		older.exec('DELETE FROM nodes WHERE seq = 4');
		older.close();
		expect((await type('import', copy)).json.total.turns).toBe(3);
		const head = forest.head();
		expect((await type('import', copy)).json.total).toMatchObject({ turns: 0, merged: 6 });
		expect(forest.head()).toEqual(head);
		expect((await type('import', FIRST)).json.total).toMatchObject({ turns: 1, sessions: 0, merged: 6 });
		expect(forest.sessions()).toHaveLength(1);
		expect(forest.verify().findings).toEqual([]);
	});

	test('get their answers when these are found later', async () => {
		const { type, forest } = desk();
		expect((await type('import', SECOND)).text).toContain('3 answer that is not there');
		const { json } = await type('import', SECOND, '--answers', ANSWERS);
		expect(json.total.turns).toBe(2);
		const answers = forest.find('"was first"', 5).hits.map(({ bates }) => forest.turn(bates)?.answer_text);
		expect(answers).toContain('Spider-Man, 2002.');
	});

	test.each([
		['an event that was edited', 1, 'its chain is broken at event 6'],
		['an event that was taken out', 2, 'its chain is broken at event 5'],
		['a hash that was changed', 3, 'its chain is broken at event 2'],
	])('are refused for %s, and the others come in', async (_, number, reason) => {
		const { type, forest } = desk();
		const folder = join(tempFolder(), 'sessions');
		mkdirSync(folder);
		const name = `20250103T100000Z-bbbb000${number}.db`;
		copyFileSync(join(EXAMPLES, 'tampered', name), join(folder, name));
		copyFileSync(SECOND, join(folder, 'second.db'));
		const { json, text, status } = await type('import', folder, '--answers', ANSWERS);
		expect(status).toBe(1);
		expect(text).toContain(reason);
		expect(json.total.sessions).toBe(1);
		expect(forest.find('"created him"', 5).count).toBe(0);
	});

	test('say which turns are not what was hashed', async () => {
		const { type } = desk();
		const { text } = await type('import', join(EXAMPLES, 'tampered', '20250103T100000Z-bbbb0004.db'));
		expect(text).toContain('1 turn whose question, place or time is not the hashed one');
	});

	test('are not given answers from a database that has none', async () => {
		const { type } = desk();
		const { text, status } = await type('import', SECOND, '--answers', FIRST);
		expect(text).toContain('it has no table providence_cache');
		expect(status).toBe(1);
	});
});

test.skipIf(!hasPython())('the examples are what the independent program makes', () => {
	const folder = join(tempFolder(), 'made');
	execFileSync('python3', [fileURLToPath(new URL('../vectors/make_earlier.py', import.meta.url)), folder]);
	for (const name of readdirSync(EXAMPLES, { recursive: true }).map(String)) {
		if (!name.endsWith('.db')) continue;
		expect(contentOf(join(folder, name))).toEqual(contentOf(join(EXAMPLES, name)));
	}
	expect(readFileSync(FIRST).length).toBeLessThan(20_000);
});

/** Every row; two versions of SQLite may lay the same rows out differently. */
function contentOf(path: string): unknown[] {
	const db = openSqlite(path, { readonly: true });
	const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all();
	const rows = tables.map((table) => db.prepare(`SELECT * FROM "${table}"`).all());
	db.close();
	return rows;
}

function hasPython(): boolean {
	try {
		execFileSync('python3', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}
