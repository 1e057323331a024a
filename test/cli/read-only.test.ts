import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../helpers/shards.ts';
import { machine } from './program.ts';

const { arborist, home, folder } = machine();

beforeAll(async () => {
	await arborist(['ask', 'What is Arborist?']);
}, 60_000);

test('a shard in a folder that cannot be written is read by a copy, which is said, and left as it is', async ({
	skip,
}) => {
	const disk = join(folder, 'disk');
	mkdirSync(disk);
	try {
		execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk], { stdio: 'ignore' });
	} catch {
		skip('no disk can be mounted here');
	}
	onTestFinished(() => void execFileSync('umount', ['-l', disk]));
	cpSync(home, disk, { recursive: true });
	execFileSync('mount', ['-o', 'remount,ro', disk]);
	const before = fingerprint(disk);
	const shard = ['--sessions-db', join(disk, 'sessions.db')];
	const said = `${join(disk, 'sessions.db')} lies in a folder that cannot be written: a copy is read.\n`;
	for (const args of [
		['session', '--list'],
		['show', '1'],
		['session', '--find', 'Arborist'],
		['verify'],
		['checkpoint'],
	]) {
		const { status, stdout, stderr } = await arborist([...args, ...shard]);
		expect([status, stderr]).toEqual([0, said]);
		expect(stdout).not.toBe('');
	}
	const refused = await arborist(['ask', 'And now?', ...shard]);
	expect([refused.status, refused.stderr]).toEqual([
		1,
		expect.stringContaining('cannot be written; nothing was changed.'),
	]);
	expect(fingerprint(disk)).toEqual(before);
}, 60_000);
