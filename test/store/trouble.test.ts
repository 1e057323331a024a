import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSqlite } from '../../source/sqlite.ts';
import { openForest } from '../../source/store/forest.ts';
import { guarded } from '../../source/store/guarded.ts';
import { openShard } from '../../source/store/open.ts';
import { placeWarnings } from '../../source/store/place.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { bundled } from '../helpers/program.ts';
import { ask, fileWorld, tempFolder, worldAt } from '../helpers/world.ts';

const refused = (code: string, says: RegExp) => expect.objectContaining({ code, message: expect.stringMatching(says) });

// What no test machine does on demand, as SQLite would report it.
test.each([
	['SQLITE_BUSY_SNAPSHOT', 'SHARD_LOCKED', /is being written by another program/],
	['SQLITE_FULL', 'DISK_FULL', /the disk is full; what was saved before is safe/],
	['SQLITE_IOERR_READ', 'DISK_ERROR', /the disk is full or reports an error/],
	['SQLITE_IOERR_WRITE', 'DISK_ERROR', /what was saved before is safe/],
	['SQLITE_IOERR_FSYNC', 'DISK_ERROR', /the disk/],
	['SQLITE_IOERR_SHMSIZE', 'DISK_FULL', /could not grow/],
	['SQLITE_IOERR_SHORT_READ', 'SHARD_DAMAGED', /is damaged/],
	['SQLITE_CORRUPT_VTAB', 'SHARD_DAMAGED', /is damaged/],
	['SQLITE_READONLY_DBMOVED', 'SHARD_READ_ONLY', /cannot be written/],
	['SQLITE_CANTOPEN_ISDIR', 'SHARD_READ_ONLY', /cannot be written/],
	['SQLITE_NOTADB', 'SHARD_FOREIGN', /is not a database/],
	['SQLITE_ERROR', 'SHARD_ALTERED', /is not as this program knows it: SQLite says “said by SQLite”/],
	['SQLITE_NOMEM', 'SHARD_ALTERED', /SQLite says/],
])('%s is a sentence', (sqlite, code, says) => {
	const fail = () => {
		throw new Database.SqliteError('said by SQLite', sqlite);
	};
	expect(() => guarded('/home/me/sessions.db', fail)).toThrow(refused(code, says));
});

test('what is not SQLite’s is thrown on as it is', () => {
	const fail = () => {
		throw new RangeError('ours');
	};
	expect(() => guarded('x', fail)).toThrow(RangeError);
});

test('a file that may not grow any more refuses the turn, keeps what it has, and goes on when it may', () => {
	const { path, forest } = fileWorld();
	const sid = forest.begin();
	ask(forest, sid, 'tea');
	forest.close();
	const db = openShard(path);
	db.exec('CREATE TABLE notes (text)');
	db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
	const fill = () =>
		guarded(path, () =>
			db.transaction(() => db.exec(`INSERT INTO notes VALUES ('${'x'.repeat(100_000)}')`)).immediate(),
		);
	expect(fill).toThrow(refused('DISK_FULL', /could not grow/));
	db.pragma('max_page_count = 1000000');
	expect(fill).not.toThrow();
	db.close();
	expect(verifyFile(path).findings).toEqual([]);
});

test('a program that may write no longer file (ulimit -f) says so and has lost nothing', async () => {
	const asking = await bundled('asking');
	const file = join(tempFolder(), 'sessions.db');
	const sid = '20260102T030405Z-0a1b2c3d';
	const command = `ulimit -f 600; exec ${process.execPath} ${asking} ${file} ${sid} limited 100000`;
	const { stdout, stderr, status } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
	expect(status).not.toBe(0);
	expect(stderr).toMatch(/disk is full/);
	const saved = stdout.trim().split('\n');
	const forest = openForest(file);
	onTestFinished(() => forest.close());
	expect(saved.length).toBeGreaterThan(3);
	expect(saved.filter((bates) => forest.turn(bates) === undefined)).toEqual([]);
	expect(forest.verify().findings).toEqual([]);
	expect(ask(forest, sid, 'and on').seq).toBeGreaterThan(saved.length);
});

describe('a shard that is taken away while it is open', () => {
	test('is told at the next turn, which is not called saved', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		rmSync(dirname(path), { recursive: true });
		expect(() => ask(forest, sid, 'black')).toThrow(
			refused('SHARD_GONE', /was removed while it was open; nothing more is saved/),
		);
	});

	test('goes on when it is put back', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		renameSync(path, `${path}.away`);
		expect(() => ask(forest, sid, 'black')).toThrow(refused('SHARD_GONE', /was removed/));
		writeFileSync(path, '');
		expect(() => ask(forest, sid, 'black')).toThrow(refused('SHARD_GONE', /was replaced/));
		renameSync(`${path}.away`, path);
		expect(ask(forest, sid, 'black').seq).toBe(2);
	});

	test('is told when only its journal was taken, in which the last turns are', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		rmSync(`${path}-wal`);
		expect(() => ask(forest, sid, 'black')).toThrow(refused('SHARD_GONE', /^The journal of .* was removed/));
		expect(() => forest.aside().keepDraft('here', 'a thought')).toThrow(refused('SHARD_GONE', /removed/));
	});
});

describe('a shard that is written over in its place, as cp does', () => {
	test.each([
		['an older copy of it', (path: string) => copyFileSync(`${path}.old`, path)],
		['a few bytes', (path: string) => truncateSync(path, 8192)],
	])('by %s is told at the next turn, and nothing is written into it', (_what, harm) => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		forest.backup(`${path}.old`);
		for (let turn = 0; turn < 40; turn++) ask(forest, sid, `tea ${turn}`.repeat(500));
		later(60_000);
		expect(ask(forest, sid, 'after a pause').question).toBe('after a pause');
		harm(path);
		const before = readFileSync(path);
		expect(() => ask(forest, sid, 'black')).toThrow(refused('SHARD_GONE', /was overwritten while it was open/));
		expect(() => forest.catchUp()).toThrow(refused('SHARD_GONE', /overwritten/));
		forest.close();
		expect(readFileSync(path).equals(before)).toBe(true);
		expect(existsSync(`${path}-wal`)).toBe(true);
	});

	test('is told some seconds later where another program is at work, and nothing is saved meanwhile', () => {
		const { path, forest, neighbour } = fileWorld({ busyTimeout: 20 });
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		forest.backup(`${path}.old`);
		ask(neighbour(), sid, 'black');
		copyFileSync(`${path}.old`, path);
		expect(() => ask(forest, sid, 'green')).toThrow(refused('SHARD_LOCKED', /nothing was changed/));
		forest.catchUp();
		later(6000);
		expect(() => ask(forest, sid, 'green')).toThrow(refused('SHARD_GONE', /was overwritten while it was open/));
		expect(() => forest.catchUp()).toThrow(
			expect.objectContaining({
				hint: expect.stringMatching(/close Arborist, remove .*-wal and .*-shm, and start again/),
			}),
		);
	});

	test('is not taken for that while another program’s checkpoint is under way', () => {
		const { path, forest } = fileWorld({ busyTimeout: 20 });
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		utimesSync(path, 1, 1);
		expect(() => ask(forest, sid, 'black')).toThrow(refused('SHARD_LOCKED', /nothing was changed/));
		const db = openSqlite(path);
		db.pragma('wal_checkpoint(PASSIVE)');
		db.close();
		later(6000);
		expect(ask(forest, sid, 'black').seq).toBe(2);
	});

	test('is not taken for that when another program’s turns are written into the file, however late', () => {
		const { path, forest, neighbour } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		const other = neighbour();
		later(60_000);
		for (let turn = 0; turn < 300; turn++) ask(other, sid, `tea ${turn}`.repeat(500));
		expect(statSync(path).size).toBeGreaterThan(200_000);
		expect(ask(forest, sid, 'black').question).toBe('black');
		later(5000);
		const db = openSqlite(path);
		db.pragma('wal_checkpoint(TRUNCATE)');
		db.close();
		expect(ask(forest, sid, 'green').question).toBe('green');
		forest.prune([sid]);
		later(60_000);
		forest.catchUp();
	});
});

/** Lets time go by for what asks how long ago something was. */
function later(milliseconds: number): void {
	const now = performance.now();
	const spy = vi.spyOn(performance, 'now').mockImplementation(() => now + milliseconds);
	onTestFinished(() => spy.mockRestore());
}

test('a shard that others could read is theirs no longer', () => {
	const { path, forest } = fileWorld();
	ask(forest, forest.begin(), 'tea');
	forest.close();
	for (const file of [path, `${path}.head`]) chmodSync(file, 0o644);
	worldAt(path);
	for (const file of [path, `${path}.head`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

describe.skipIf(process.getuid?.() !== 0)('a link', () => {
	test.each(['the file', 'its folder'])('of %s into another user’s folder is not followed', (what) => {
		const theirs = tempFolder();
		const { path, forest } = (() => worldAt(join(theirs, 'sessions.db')))();
		ask(forest, forest.begin(), 'tea');
		forest.close();
		chownSync(theirs, 12_345, 12_345);
		const link = join(tempFolder(), what === 'the file' ? 'sessions.db' : 'folder');
		symlinkSync(what === 'the file' ? path : theirs, link);
		const way = what === 'the file' ? link : join(link, 'sessions.db');
		expect(() => openShard(way)).toThrow(
			refused('SHARD_FOREIGN', /leads through a link into a folder of another user/),
		);
		if (what === 'its folder') expect(() => openShard(join(link, 'new.db'))).toThrow(/leads through a link/);
	});
});

describe('the place of a shard', () => {
	test('is told when others can write there', () => {
		const folder = join(tempFolder(), 'open');
		mkdirSync(folder);
		expect(placeWarnings(join(folder, 'sessions.db'))).toEqual([]);
		chmodSync(folder, 0o777);
		expect(placeWarnings(join(folder, 'sessions.db'))).toEqual([
			expect.stringMatching(/^Others can write in .*chmod 700\.$/),
		]);
	});

	test.each([
		'Dropbox',
		'Dropbox (Work)',
		'OneDrive - Firm',
		'Google Drive',
		'Mobile Documents',
		'Nextcloud',
		'Syncthing',
	])('is told when it is in %s', (name) => {
		const folder = join(tempFolder(), name, 'deep');
		mkdirSync(folder, { recursive: true });
		expect(placeWarnings(join(folder, 'sessions.db'))).toEqual([
			expect.stringContaining(`${name} is copied to other machines`),
		]);
	});

	test('is told when a folder above is synced, whatever its name; a name that only resembles one is not', () => {
		const folder = tempFolder();
		mkdirSync(join(folder, 'my-dropbox-notes'));
		expect(placeWarnings(join(folder, 'my-dropbox-notes', 'sessions.db'))).toEqual([]);
		mkdirSync(join(folder, '.stfolder'));
		expect(placeWarnings(join(folder, 'my-dropbox-notes', 'sessions.db'))).toHaveLength(1);
		expect(placeWarnings(join(folder, 'nowhere', 'sessions.db'))).toEqual([]);
	});
});
