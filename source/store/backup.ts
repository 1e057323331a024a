import { chmodSync, closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { openNew } from '../new-file.ts';
import type { Sqlite } from '../sqlite.ts';
import type { Head } from './types.ts';

/** Said of a shard that is to be gone back from: a journal that was left would be read into the copy. */
export const PUT_BACK =
	'To put a backup in its place: close Arborist, remove the -wal and -shm beside it, then move the backup there.';

export interface Backup {
	path: string;
	bytes: number;
	/** The last event in the copy: written down elsewhere, an anchor against which the shard can be compared later. */
	head: Head | null;
}

/**
 * Copies the shard as it is at this moment, while anyone goes on writing; the copy holds nothing that was erased. File 0600.
 * Throws as `openNew` does: nothing is ever overwritten; SHARD_READ_ONLY, DISK_FULL as other writes.
 */
export function backupShard(db: Sqlite, path: string): Backup {
	// SQLite fills an empty file, and leaves its mode.
	closeSync(openNew(path));
	try {
		chmodSync(path, 0o600);
		db.prepare('VACUUM INTO ?').run(path);
		const file = openSync(path, 'r');
		fsyncSync(file);
		closeSync(file);
	} catch (error) {
		rmSync(path, { force: true });
		throw error;
	}
	const head = db.prepare('SELECT seq, event_hash FROM audit_events ORDER BY seq DESC LIMIT 1').get();
	return { path, bytes: statSync(path).size, head: (head as Backup['head'] | undefined) ?? null };
}
