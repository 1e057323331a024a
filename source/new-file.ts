import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { ArboristError } from './errors.ts';

// Files that are handed out: nothing is ever overwritten, and what is in them is as private as the shard.

/** Makes a file, 0600, and opens it to write. Throws FILE_EXISTS, FILE_NOT_FOUND for a folder that is not there, FILE_NOT_WRITABLE. */
export function openNew(path: string): number {
	try {
		return openSync(path, 'wx', 0o600);
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === 'EEXIST')
			throw new ArboristError('FILE_EXISTS', `${path} is there already; it was left untouched.`, 'Name a new file.', {
				cause,
			});
		if (code === 'ENOENT')
			throw new ArboristError('FILE_NOT_FOUND', `There is no folder to put ${path} in.`, 'Make it first.', { cause });
		throw new ArboristError('FILE_NOT_WRITABLE', `${path} cannot be written.`, 'Name a file in a folder of yours.', {
			cause,
		});
	}
}

/** Writes a new file, whole or not at all. Returns how many bytes. Throws as `openNew` does, and DISK_FULL. */
export function writeNew(path: string, parts: Iterable<string>): number {
	let bytes = 0;
	const file = openNew(path);
	try {
		for (const part of parts) {
			const buffer = Buffer.from(part);
			for (let at = 0; at < buffer.length; ) at += writeSync(file, buffer, at);
			bytes += buffer.length;
		}
	} catch (cause) {
		closeSync(file);
		rmSync(path, { force: true });
		if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
		const message = `${path} could not be written: the disk is full.`;
		throw new ArboristError('DISK_FULL', message, 'Free some space, then try again.', { cause });
	}
	closeSync(file);
	return bytes;
}
