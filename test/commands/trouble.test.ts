import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ArboristError } from '../../source/errors.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { openForest } from '../../source/store/forest.ts';
import { behindItsBack, fingerprint } from '../helpers/shards.ts';
import { seeded } from '../helpers/surroundings.ts';
import { ask, fileWorld, tempFolder } from '../helpers/world.ts';
import { desk, readAgain, refusal } from './desk.ts';

/** A desk over a shard that already lies in a file, opened when a verb asks for it. */
function deskAt(path: string, busyTimeout = 20) {
	const at = desk();
	const open = () => {
		const forest = openForest(path, { busyTimeout, ...seeded(7) });
		onTestFinished(() => forest.close());
		return forest;
	};
	Object.assign(at.context, { forest: open, existingForest: open, existingShard: () => path });
	return at;
}

const VERBS = [
	['ask', 'why?'],
	['session', '--list'],
	['session', '--tree'],
	['session', '--find', 'tea'],
	['session'],
	['show', '1'],
	['verify'],
	['session', '--chain-check'],
];

describe.each<[string, string, (path: string) => void]>([
	['a folder', 'is a folder, not a shard.', (path) => mkdirSync(path)],
	[
		'a text file',
		'is not a database; it was left untouched.',
		(path) => writeFileSync(path, 'eggs, milk\n'.repeat(99)),
	],
	[
		'the database of another program',
		'belongs to another program; it was left untouched.',
		(path) => behindItsBack(path, (db) => db.exec('CREATE TABLE eggs (id)')),
	],
	[
		'a shard of a newer Arborist',
		'was made by a newer Arborist (format 99, this one knows 1).',
		(path) => {
			openForest(path, seeded()).close();
			behindItsBack(path, (db) => db.pragma('user_version = 99'));
		},
	],
])('a shard that is %s', (what, sentence, make) => {
	test('is refused by every verb with one sentence and a hint, and left as it is', async () => {
		const folder = tempFolder();
		const path = join(folder, 'sessions.db');
		make(path);
		const bytes = () => (what === 'a folder' ? '' : fingerprint(folder)['sessions.db']);
		const before = bytes();
		for (const verb of VERBS) {
			const { message, hint } = await refusal(deskAt(path).type(...verb));
			expect(message).toBe(`${path} ${sentence}`);
			expect(hint).toMatch(/--sessions-db/);
		}
		expect(bytes()).toBe(before);
	});
});

describe('a shard that another program is writing', () => {
	test('is read, and a question waits its time and is refused with nothing lost', async () => {
		const { path, plant, forest } = fileWorld();
		const { sid } = plant('tea > green');
		const other = openSqlite(path);
		other.exec('BEGIN EXCLUSIVE');
		onTestFinished(() => void other.close());
		const { type, converse } = deskAt(path);
		expect((await type('show', '1')).json.question).toBe('tea');
		expect(await refusal(type('ask', 'why?', '--sid', sid))).toEqual({
			code: 'SHARD_LOCKED',
			message: `${path} is being written by another program; nothing was changed.`,
			hint: 'Wait for it to end, then try again.',
		});
		const { complaints, said } = await converse(['why?', '/sid'], 'session', '--sid', sid);
		expect([complaints.map(({ code }) => code), said]).toEqual([['SHARD_LOCKED'], [sid]]);
		other.exec('ROLLBACK');
		expect(forest.session(sid)?.next_seq).toBe(3);
		await type('ask', 'why?', '--sid', sid);
		expect(forest.session(sid)?.next_seq).toBe(4);
	});
});

/** Makes a file unwritable even for root where the file system can; false where it cannot. */
function locked(path: string): boolean {
	if (process.getuid?.() !== 0) {
		chmodSync(path, 0o400);
		return true;
	}
	try {
		execFileSync('chattr', ['+i', path], { stdio: 'ignore' });
	} catch {
		return false;
	}
	onTestFinished(() => void execFileSync('chattr', ['-i', path]));
	return true;
}

test('a shard that cannot be written is refused with a sentence, and nothing is lost', async ({ skip }) => {
	const { path, plant, forest } = fileWorld();
	const { sid } = plant('tea');
	forest.close();
	if (!locked(path)) skip('this file system knows no unwritable files');
	expect(await refusal(deskAt(path).type('ask', 'why?', '--sid', sid))).toMatchObject({
		code: 'SHARD_READ_ONLY',
		message: `${path} cannot be written; nothing was changed.`,
	});
});

test('a full disk is a sentence, and what was saved before is there', async ({ skip }) => {
	const disk = tempFolder();
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', disk], { stdio: 'ignore' });
	} catch {
		skip('no disk can be mounted here');
	}
	onTestFinished(() => void execFileSync('umount', ['-l', disk]));
	const path = join(disk, 'sessions.db');
	const { type } = deskAt(path);
	const { json } = await type('ask', 'tea?');
	const saved: string[] = [json.bates];
	const refused = await refusal(
		(async () => {
			for (let i = 0; i < 200; i++)
				saved.push((await type('ask', `${i} ${'and why? '.repeat(2000)}`, '--sid', json.sid)).json.bates);
		})(),
	);
	expect([refused.code, refused.hint]).toEqual(['DISK_FULL', 'Free some space, then try again.']);
	readAgain(path, (forest) => {
		expect(saved.filter((bates) => forest.turn(bates) === undefined)).toEqual([]);
		expect(forest.session(json.sid)?.next_seq).toBe(saved.length + 1);
		expect(forest.verify({ withoutIndex: true }).findings).toEqual([]);
	});
});

describe('a turn that goes away while someone stands on it', () => {
	test('is not asked under: the question is refused and nothing is written', async () => {
		const { path, plant, forest } = fileWorld();
		const { sid, bates } = plant('tea > green');
		const { type } = deskAt(path);
		behindItsBack(path, (db) => db.prepare('DELETE FROM nodes WHERE bates = ?').run(bates('green')));
		const { code, message } = await refusal(type('ask', 'why?', '--sid', sid));
		expect([code, message]).toEqual(['UNKNOWN_REFERENCE', `There is no turn ${bates('green')} to ask under.`]);
		expect(forest.session(sid)?.next_seq).toBe(3);
	});
});

test('two programs that ask in one session at once both keep their turns', async () => {
	const { path, forest } = fileWorld();
	const sid = forest.begin();
	ask(forest, sid, 'tea');
	const [one, two] = [deskAt(path, 5000), deskAt(path, 5000)];
	const asked = await Promise.all(
		['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => (i % 2 ? one : two).type('ask', name, '--sid', sid)),
	);
	expect(asked.map(({ json }) => json.seq).sort()).toEqual([2, 3, 4, 5, 6, 7]);
	expect(forest.verify().findings).toEqual([]);
});

test('what is refused is one sentence and one hint, each on a line of its own', async () => {
	const { type } = desk();
	for (const attempt of [
		type('show', 'nowhere'),
		type('ask', ' '),
		type('remove', '/nowhere'),
		type('add', '/nowhere'),
	]) {
		const error = await attempt.catch((error: unknown) => error);
		expect(error).toBeInstanceOf(ArboristError);
		const { message, hint = '' } = error as ArboristError;
		for (const text of [message, hint]) expect(text).toMatch(/^[A-Z“`-].*[.?]$/);
	}
});
