import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf } from '../source/answer/engines/secret.ts';
import { parseConfig, readConfig } from '../source/config/config.ts';
import { openCopy } from '../source/intake/database.ts';
import { openLibrary } from '../source/library/library.ts';
import { readHeadFile } from '../source/store/head-file.ts';
import { signingKey } from '../source/store/signing-key.ts';
import { isDatabase } from '../source/store/still-there.ts';
import { fileWorld, tempFolder } from './helpers/world.ts';
import { robot } from './tui/robot.ts';

// Where a file belongs, a pipe: whoever opens it waits for its other end. Nothing here may wait.

function pipe(path = join(tempFolder(), 'pipe')): string {
	execFileSync('mkfifo', ['-m', '600', path]);
	return path;
}

test('a shard that is a pipe now: that is said, and the screen goes on', async () => {
	const me = await robot('tea', { world: fileWorld({ busyTimeout: 20 }) });
	await me.press('turn.ask');
	await me.type('how hot?');
	rmSync(me.world.path);
	pipe(me.world.path);
	await me.wait();
	expect(me.hint).toMatch(/^! sessions.db was replaced while it was open/);
	await me.type(' and how long?');
	expect(me.composer).toBe('how hot? and how long?');
});

test('a pipe is no database', () => {
	expect(isDatabase(pipe())).toBe(false);
	expect(() => openCopy(pipe())).toThrow('is no regular file');
});

test('nor settings, a head, or a key', async () => {
	expect(readConfig(pipe()).problems).toMatchObject([{ message: expect.stringContaining('is no regular file') }]);
	const shard = join(tempFolder(), 'sessions.db');
	pipe(`${shard}.head`);
	expect(readHeadFile(shard)).toBeUndefined();
	expect(() => signingKey(pipe())).toThrow('holds no key');
	const { engine } = parseConfig(
		`[engine.mine]\ntype = "openai"\nmodel = "m"\nbase_url = "http://localhost:1"\nkey_file = "${pipe()}"`,
	);
	await expect(keyOf(engine[0]?.profile as never, {})).rejects.toThrow('cannot be read');
});

test('nor a library', async () => {
	await expect(openLibrary(pipe(), { now: () => 0 })).rejects.toThrow('is no regular file');
});
