import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '../../source/hash/canonical.ts';
import { eventHash } from '../../source/hash/chain.ts';
import { openSqlite, type Sqlite } from '../../source/sqlite.ts';
import type { AuditEvent } from '../../source/store/types.ts';
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

/** The base tables without a constraint, so that anything can be written into them. */
export function unbind(db: Sqlite): void {
	for (const table of ['sessions', 'nodes', 'audit_events']) {
		db.exec(`CREATE TABLE bare AS SELECT rowid AS place, * FROM ${table} ORDER BY 1; DROP TABLE ${table};
			ALTER TABLE bare RENAME TO ${table}`);
	}
}

/** Adds an event with a right hash and the right numbers, as a forger would who knows the format. */
export function forge(
	db: Sqlite,
	event_type: string,
	sid: string,
	bates: string | null,
	more: Record<string, string | number | boolean | null>,
	as: { created_at?: string; session_seq?: number } = {},
) {
	const head = db.prepare<[], AuditEvent>('SELECT * FROM audit_events ORDER BY seq DESC LIMIT 1').get() as AuditEvent;
	const events = db.prepare('SELECT count(*) FROM audit_events WHERE sid = ?').pluck().get(sid) as number;
	const { session_seq = events, created_at = head.created_at } = as;
	const body = canonicalJson({ ...more, event_type, sid, bates, created_at, session_seq });
	db.prepare(
		`INSERT INTO audit_events (seq, event_type, sid, bates, prev_event_hash, event_hash, body, created_at, session_seq)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	).run(
		head.seq + 1,
		event_type,
		sid,
		bates,
		head.event_hash,
		eventHash(head.event_hash, body),
		body,
		created_at,
		session_seq,
	);
	db.prepare('UPDATE sessions SET updated_at = ? WHERE sid = ?').run(created_at, sid);
}
