import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import type { KeySource, Profile } from '../../config/profile.ts';
import { ArboristError } from '../../errors.ts';
import { readRegular } from '../../regular-file.ts';

// Keys stay where they are: they are read when a question is sent, and live no longer than the request.

/** How long a command may take to give the key (a password manager may ask its owner), milliseconds. */
const PATIENCE = 60_000;

/**
 * The key of a profile; undefined when it has none.
 * @throws ArboristError AUTH, without a word of the key, when it cannot be had or no header can carry it
 */
export async function keyOf(
	{ name, key }: Profile,
	env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
	if (key === undefined) return undefined;
	const found = (await read(name, key, env)).trim();
	if (found === '') throw refused(name, `${nameOf(key)} is empty`);
	// An error about a header quotes it, so that no key may come so far.
	if (!/^[\x21-\x7e]+$/.test(found)) throw refused(name, `${nameOf(key)} holds what no key can hold`);
	return found;
}

/** Where a key comes from, in words. */
export function nameOf(key: KeySource): string {
	if ('env' in key) return `the environment variable ${key.env}`;
	return 'file' in key ? `the file ${key.file}` : `the command “${key.command}”`;
}

async function read(name: string, key: KeySource, env: Readonly<Record<string, string | undefined>>): Promise<string> {
	if ('env' in key) {
		const value = env[key.env];
		if (value === undefined) throw refused(name, `${nameOf(key)} is not set`);
		return value;
	}
	return 'file' in key ? readPrivate(name, key) : run(name, key);
}

function readPrivate(name: string, key: { readonly file: string }): string {
	try {
		if ((statSync(key.file).mode & 0o077) !== 0) throw refused(name, `${nameOf(key)} is open to others; chmod 600 it`);
		return readRegular(key.file);
	} catch (error) {
		if (error instanceof ArboristError) throw error;
		throw refused(name, `${nameOf(key)} cannot be read`);
	}
}

function run(name: string, key: { readonly command: string }): Promise<string> {
	return new Promise((resolve, reject) => {
		execFile('/bin/sh', ['-c', key.command], { timeout: PATIENCE }, (error, stdout) => {
			// What the command wrote may hold the key, so none of it is told.
			if (error) reject(refused(name, `${nameOf(key)} failed`));
			else resolve(stdout.split('\n')[0] ?? '');
		});
	});
}

function refused(name: string, what: string): ArboristError {
	return new ArboristError('AUTH', `The key of “${name}” cannot be had: ${what}.`, 'See `arborist config`.');
}

/** A text in which the key does not stand: servers repeat what they were sent. */
export function redacted(text: string, key: string | undefined): string {
	return key === undefined || key === '' ? text : text.replaceAll(key, '[key]');
}
