import { accessSync, closeSync, constants, copyFileSync, existsSync, mkdtempSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openRegular } from '../regular-file.ts';
import { openShard } from './open.ts';

export interface CopyAside {
	path: string;
	remove(): void;
}

/** Whether a shard cannot be read where it lies: in WAL mode SQLite reads only with files of its own beside it. */
export function needsCopy(shard: string): boolean {
	try {
		accessSync(dirname(shard), constants.W_OK);
		return false;
	} catch {
		return isWal(shard);
	}
}

function isWal(shard: string): boolean {
	try {
		const file = openRegular(shard);
		try {
			const header = Buffer.alloc(20);
			readSync(file, header, 0, 20, 0);
			return header[19] === 2;
		} finally {
			closeSync(file);
		}
	} catch {
		return false;
	}
}

/** A copy to look into, in a folder that nobody else can read. Throws as `openShard` does. */
export function copyAside(shard: string): CopyAside {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-'));
	const path = join(folder, 'sessions.db');
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		for (const end of ['', '-wal', '.head']) if (existsSync(shard + end)) copyFileSync(shard + end, path + end);
		openShard(path).close();
	} catch (error) {
		remove();
		throw error;
	}
	return { path, remove };
}
