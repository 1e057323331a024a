import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { ArboristError } from '../errors.ts';
import { readRegular } from '../regular-file.ts';
import type { SigningKey } from './note.ts';

/** Reads the key, or makes it: 0600, once and for all. Throws FILE_NOT_WRITABLE; USAGE for a file that is no key, or that others may read. */
export function signingKey(path: string): SigningKey {
	try {
		const file = openSync(path, 'wx', 0o600);
		try {
			chmodSync(path, 0o600);
			const { privateKey } = generateKeyPairSync('ed25519');
			writeSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
			throw new ArboristError('FILE_NOT_WRITABLE', `The key ${path} cannot be made.`, 'Make its folder writable.', {
				cause: error,
			});
	}
	return readKey(path);
}

function readKey(path: string): SigningKey {
	if ((statSync(path).mode & 0o077) !== 0)
		throw new ArboristError(
			'USAGE',
			`Others can read the key ${path}, and whoever has it can sign as you.`,
			`Make it yours with chmod 600, or remove it: the next checkpoint makes another.`,
		);
	try {
		const secret = createPrivateKey(readRegular(path));
		return { secret, publicKey: publicBytes(secret) };
	} catch (error) {
		throw new ArboristError('USAGE', `${path} holds no key.`, 'Remove it: the next checkpoint makes another.', {
			cause: error,
		});
	}
}

function publicBytes(secret: KeyObject): Buffer {
	const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
	return Buffer.from(x, 'base64url');
}
