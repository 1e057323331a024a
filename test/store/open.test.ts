import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite, type Sqlite } from '../../source/sqlite.ts';
import { openForest } from '../../source/store/forest.ts';
import { openShard } from '../../source/store/open.ts';
import { createShard, inspectShard } from '../../source/store/schema.ts';
import { behindItsBack, fingerprint } from '../helpers/shards.ts';
import { ask, fileWorld, tempFolder, worldAt } from '../helpers/world.ts';

const pragma = (db: Sqlite, name: string) => db.pragma(name, { simple: true });

describe('a shard that is opened', () => {
	test('loses nothing to a power cut: FULL on the file’s first opening, and again on every later one', () => {
		const { path, forest } = fileWorld();
		ask(forest, forest.begin(), 'tea');
		for (let opening = 1; opening <= 3; opening++) {
			const db = openShard(path);
			expect([pragma(db, 'synchronous'), pragma(db, 'journal_mode')]).toEqual([2, 'wal']);
			db.close();
		}
	});

	test('is not taken for another’s while another program makes it, between two looks at it', () => {
		const path = join(tempFolder(), 'sessions.db');
		const db = openSqlite(path);
		const looking = new Proxy(db, {
			get(target, name) {
				if (name === 'pragma') {
					const other = openSqlite(path, { busyTimeout: 0 });
					expect(() => createShard(other)).toThrow(/locked/);
					other.close();
				}
				const found = Reflect.get(target, name);
				return typeof found === 'function' ? found.bind(target) : found;
			},
		});
		expect(inspectShard(looking, path)).toBe(true);
		db.close();
	});

	test('holds to its foreign keys and trusts no schema', () => {
		const db = openShard(fileWorld().path);
		expect([pragma(db, 'foreign_keys'), pragma(db, 'trusted_schema')]).toEqual([1, 0]);
		db.close();
	});

	test('says what it is in its header', () => {
		const db = openShard(fileWorld().path);
		expect([pragma(db, 'application_id'), pragma(db, 'user_version')]).toEqual([0x41524252, 1]);
		db.close();
	});

	test('is nobody else’s to read, under any umask: folders 0700, file and journal 0600', () => {
		const umask = process.umask(0);
		onTestFinished(() => void process.umask(umask));
		const home = join(tempFolder(), 'new', 'home');
		const { forest } = worldAt(join(home, 'sessions.db'));
		ask(forest, forest.begin(), 'tea');
		const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
		expect([mode(dirname(home)), mode(home)]).toEqual(['700', '700']);
		for (const name of ['sessions.db', 'sessions.db-wal', 'sessions.db-shm'])
			expect(mode(join(home, name))).toBe('600');
	});

	test('keeps the mode of a folder that was there before', () => {
		const home = join(tempFolder(), 'mine');
		mkdirSync(home, { mode: 0o755 });
		worldAt(join(home, 'sessions.db'));
		expect(statSync(home).mode & 0o777).toBe(0o755);
	});

	test('is complete after its first opening: a second writes nothing', () => {
		const { path, forest } = fileWorld();
		ask(forest, forest.begin(), '蜘蛛侠 and tea');
		forest.close();
		const before = fingerprint(dirname(path));
		openForest(path).close();
		expect(fingerprint(dirname(path))).toEqual(before);
	});

	test('only to look is not made when it is missing', () => {
		const path = join(tempFolder(), 'none.db');
		expect(() => openShard(path, { readonly: true })).toThrow(expect.objectContaining({ code: 'FILE_NOT_FOUND' }));
		expect(existsSync(path)).toBe(false);
	});
});

type Refusal = [what: string, code: string, says: RegExp, make: (path: string) => void];

const shard = (path: string, act: (db: Sqlite) => void) => {
	const forest = openForest(path);
	ask(forest, forest.begin(), 'tea');
	forest.close();
	behindItsBack(path, act);
};
const run = (sql: string) => (path: string) => shard(path, (db) => void db.exec(sql));

const REFUSALS: Refusal[] = [
	['a folder', 'SHARD_NOT_A_FILE', /is a folder/, (path) => mkdirSync(path)],
	['a text file', 'SHARD_FOREIGN', /is not a database/, (path) => writeFileSync(path, 'Dear diary, '.repeat(200))],
	['a few bytes', 'SHARD_FOREIGN', /is not a database/, (path) => writeFileSync(path, 'hm')],
	[
		'another program’s database',
		'SHARD_FOREIGN',
		/another program/,
		(path) => behindItsBack(path, (db) => void db.exec('CREATE TABLE bookmarks (url TEXT)')),
	],
	[
		'another program’s numbered database',
		'SHARD_FOREIGN',
		/another program/,
		(path) =>
			behindItsBack(path, (db) => void db.exec('PRAGMA application_id = 77; CREATE TABLE bookmarks (url TEXT)')),
	],
	['a shard of a newer Arborist', 'SHARD_NEWER', /newer Arborist/, run('PRAGMA user_version = 2')],
	['a shard of no version', 'SHARD_FOREIGN', /never was/, run('PRAGMA user_version = 0')],
	[
		'a shard with a planted trigger',
		'SHARD_FOREIGN',
		/trigger rewriter/,
		run("CREATE TRIGGER rewriter AFTER INSERT ON nodes BEGIN UPDATE nodes SET answer_text = 'no'; END"),
	],
	['a shard with a view', 'SHARD_FOREIGN', /view peek/, run('CREATE VIEW peek AS SELECT * FROM nodes')],
	[
		'a shard with a view in place of a table',
		'SHARD_FOREIGN',
		/view sessions/,
		run('ALTER TABLE sessions RENAME TO kept; CREATE VIEW sessions AS SELECT * FROM kept'),
	],
	['a shard without its record', 'SHARD_FOREIGN', /lacks the table audit_events/, run('DROP TABLE audit_events')],
	['a shard without its index', 'SHARD_FOREIGN', /lacks the table nodes_fts/, run('DROP TABLE nodes_fts')],
	[
		'a shard that lacks a column',
		'SHARD_FOREIGN',
		/lacks the column nodes\.cache_key/,
		run('ALTER TABLE nodes DROP COLUMN cache_key'),
	],
	[
		'a shard whose first page is damaged',
		'SHARD_DAMAGED',
		/is damaged/,
		(path) => {
			shard(path, () => {});
			const bytes = readFileSync(path);
			writeFileSync(path, bytes.fill(0xa5, 108, 4096));
		},
	],
	[
		'a shard whose search table is no longer defined, by one flipped bit',
		'SHARD_DAMAGED',
		/cannot read what its table nodes_fts is/,
		(path) => {
			shard(path, () => {});
			const bytes = readFileSync(path);
			const at = bytes.indexOf('USING fts5(question');
			bytes[at + 6] = (bytes[at + 6] as number) ^ 1;
			writeFileSync(path, bytes);
		},
	],
	[
		'a shard that was cut off',
		'SHARD_DAMAGED',
		/is damaged/,
		(path) => {
			shard(path, () => {});
			writeFileSync(path, readFileSync(path).subarray(0, 5000));
		},
	],
];

describe('what is no shard of this version is refused, in words, and left as it was', () => {
	test.each(REFUSALS)('%s: %s', (_what, code, says, make) => {
		const folder = tempFolder();
		const path = join(folder, 'thing');
		make(path);
		const isFile = statSync(path).isFile();
		const before = isFile ? fingerprint(folder) : {};
		expect(() => openForest(path)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(says) }));
		expect(isFile ? fingerprint(folder) : {}).toEqual(before);
	});

	test('another program’s database with work left in its journal keeps both', () => {
		const folder = tempFolder();
		const path = join(folder, 'theirs.db');
		const db = openSqlite(join(folder, 'live.db'));
		db.exec('PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES (1)');
		for (const end of ['', '-wal']) writeFileSync(path + end, readFileSync(join(folder, `live.db${end}`)));
		db.close();
		const { 'theirs.db': file, 'theirs.db-wal': journal } = fingerprint(folder);
		expect(() => openForest(path)).toThrow(expect.objectContaining({ code: 'SHARD_FOREIGN' }));
		expect(fingerprint(folder)).toMatchObject({ 'theirs.db': file, 'theirs.db-wal': journal });
	});

	test('another program’s database that was stopped halfway through a change keeps the journal that will undo it', () => {
		const folder = tempFolder();
		const path = join(folder, 'theirs.db');
		const db = openSqlite(join(folder, 'live.db'));
		db.exec('PRAGMA cache_spill = 1; PRAGMA cache_size = 1; CREATE TABLE bookmarks (url TEXT); BEGIN');
		for (let row = 0; row < 200; row++) db.exec('INSERT INTO bookmarks VALUES (hex(randomblob(400)))');
		for (const end of ['', '-journal']) writeFileSync(path + end, readFileSync(join(folder, `live.db${end}`)));
		db.exec('ROLLBACK');
		db.close();
		const before = fingerprint(folder);
		expect(() => openForest(path)).toThrow(expect.objectContaining({ code: 'SHARD_FOREIGN' }));
		expect(fingerprint(folder)).toEqual(before);
	});

	test('a device is refused', () => {
		expect(() => openForest('/dev/null')).toThrow(expect.objectContaining({ code: 'SHARD_NOT_A_FILE' }));
	});

	test('a place under a file, where no folder can be, is refused', () => {
		const file = join(tempFolder(), 'file');
		writeFileSync(file, '');
		expect(() => openForest(join(file, 'sessions.db'))).toThrow(expect.objectContaining({ code: 'SHARD_READ_ONLY' }));
	});

	test('tables that it does not know are left alone', () => {
		const path = join(tempFolder(), 'sessions.db');
		shard(path, (db) => void db.exec('CREATE TABLE notes_of_mine (text); INSERT INTO notes_of_mine VALUES (7)'));
		openForest(path).close();
		expect(behindItsBack(path, (db) => db.prepare('SELECT text FROM notes_of_mine').pluck().get())).toBe(7);
	});
});

describe('a shard that another program is writing', () => {
	test('is said to be locked, and nothing is changed', () => {
		const { path, plant } = fileWorld();
		const tea = plant('tea');
		const other = openSqlite(path);
		onTestFinished(() => void other.close());
		other.exec('BEGIN IMMEDIATE');
		const forest = openForest(path, { busyTimeout: 10 });
		onTestFinished(() => forest.close());
		expect(() => ask(forest, tea.sid, 'black')).toThrow(expect.objectContaining({ code: 'SHARD_LOCKED' }));
		other.exec('ROLLBACK');
		expect(ask(forest, tea.sid, 'black').seq).toBe(2);
	});

	test('can still be opened and read, right after a turn was added', () => {
		const { path, plant } = fileWorld();
		const tea = plant('tea > 蜘蛛侠');
		const other = openSqlite(path);
		onTestFinished(() => void other.close());
		other.exec('BEGIN IMMEDIATE');
		const forest = openForest(path, { busyTimeout: 10 });
		onTestFinished(() => forest.close());
		expect(forest.turn(tea.bates('tea'))?.question).toBe('tea');
		expect(forest.find('蜘蛛', 9).count).toBe(1);
	});

	test('for itself alone cannot be opened', () => {
		const { path, forest } = fileWorld();
		forest.close();
		const other = openSqlite(path);
		onTestFinished(() => void other.close());
		other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; CREATE TABLE theirs (x); COMMIT');
		expect(() => openForest(path, { busyTimeout: 10 })).toThrow(expect.objectContaining({ code: 'SHARD_LOCKED' }));
	});
});

test('a link to a shard opens the shard', () => {
	const { path, plant, forest } = fileWorld();
	const tea = plant('tea');
	forest.close();
	const link = join(dirname(path), 'link.db');
	symlinkSync(path, link);
	expect(worldAt(link).forest.turn(tea.bates('tea'))?.question).toBe('tea');
	rmSync(link);
});
