import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqlite, type Sqlite } from '../../source/sqlite.ts';
import { tempFolder } from './world.ts';

const FOLDERS = ['../vectors', '../../../shared/spec'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

/** The shards that an independent program made: this project's own, and the reference ones when they are present. */
export const SAMPLES: readonly { name: string; file: string }[] = FOLDERS.filter((folder) =>
	existsSync(folder),
).flatMap((folder) =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.db'))
		.sort()
		.map((name) => ({ name: `${basename(folder)}/${name}`, file: join(folder, name) })),
);

/** A copy in a folder of this test's own. */
export function copyOf(file: string): string {
	const copy = join(tempFolder(), 'sessions.db');
	copyFileSync(file, copy);
	return copy;
}

/** Works on a file behind the program's back. */
export function behindItsBack<Result>(file: string, act: (db: Sqlite) => Result): Result {
	const db = openSqlite(file);
	try {
		db.pragma('foreign_keys = OFF');
		return act(db);
	} finally {
		db.close();
	}
}

/** The hash of each file in a folder: equal prints, equal bytes. */
export function fingerprint(folder: string): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder)
			.sort()
			.map((name) => [
				name,
				createHash('sha256')
					.update(readFileSync(join(folder, name)))
					.digest('hex'),
			]),
	);
}
