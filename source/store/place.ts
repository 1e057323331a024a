import { chmodSync, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ArboristError } from '../errors.ts';

// Where a shard lies decides who can read it, who can replace it, and whether a file can be locked there at all.

const OTHERS_READ = 0o077;
const OTHERS_WRITE = 0o022;

/** Folders that programs copy to other machines file by file, while a database changes several of them together. */
const SYNCED =
	/^(?:Dropbox.*|OneDrive.*|Google ?Drive.*|My Drive|Nextcloud|ownCloud|pCloudDrive|Mobile Documents|iCloud ?Drive.*|Syncthing)$/i;

/** Ours, or the system's. */
function isTrusted(uid: number): boolean {
	return uid === 0 || uid === process.getuid?.();
}

/**
 * Refuses a way that leads through a symbolic link into another user's folder: who owns that can swap the file.
 * Throws SHARD_FOREIGN.
 */
export function refuseOthersFolder(path: string): void {
	const folder = dirname(resolve(path));
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
	const file = lstatSync(path, { throwIfNoEntry: false });
	if (!file?.isSymbolicLink() && realpathSync(folder) === folder) return;
	const target = file ? dirname(existsSync(path) ? realpathSync(path) : resolve(path)) : realpathSync(folder);
	if (isTrusted(statSync(target).uid)) return;
	throw new ArboristError(
		'SHARD_FOREIGN',
		`${path} leads through a link into a folder of another user; it was left untouched.`,
		'Name the file itself with --sessions-db PATH, if that is what you want.',
	);
}

/** Takes the shard out of others' sight, with what lies beside it. True when they could read it. */
export function mendModes(path: string): boolean {
	const open = ['', '-wal', '-shm', '.head']
		.map((end) => path + end)
		.filter((file) => {
			const found = statSync(file, { throwIfNoEntry: false });
			return found !== undefined && (found.mode & OTHERS_READ) !== 0 && found.uid === process.getuid?.();
		});
	try {
		for (const file of open) chmodSync(file, 0o600);
	} catch {
		return false;
	}
	return open.length > 0;
}

/** Sentences about the place of a shard that a person should know of; none for most. */
export function placeWarnings(path: string): string[] {
	const folder = dirname(resolve(path));
	const found = statSync(folder, { throwIfNoEntry: false });
	if (!found) return [];
	const warnings: string[] = [];
	if ((found.mode & OTHERS_WRITE) !== 0 && (found.mode & 0o1000) === 0)
		warnings.push(`Others can write in ${folder}: they can replace the shard. Make it yours with chmod 700.`);
	const synced = syncFolder(folder);
	if (synced !== undefined)
		warnings.push(
			`${synced} is copied to other machines while it changes, which can damage a shard. Keep it elsewhere, and put copies there with \`arborist backup\`.`,
		);
	return warnings;
}

/** The folder above that a program keeps in step with other machines. */
function syncFolder(folder: string): string | undefined {
	const parts = realpathSync(folder).split(sep);
	const above = parts.map((_, i) => parts.slice(0, i + 1).join(sep) || sep);
	return above.find((each, i) => SYNCED.test(parts[i] ?? '') || existsSync(join(each, '.stfolder')));
}
