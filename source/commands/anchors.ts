import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArboristError } from '../errors.ts';
import { type Anchor, parseAnchor } from '../store/anchor.ts';
import { type SigningKey, signatureOf } from '../store/note.ts';
import { signingKey } from '../store/signing-key.ts';

const keyIn = (home: string) => join(home, 'checkpoint.key');

/** The key that signs this home's checkpoints, made at its first use. */
export function homeKey(home: string): SigningKey {
	return signingKey(keyIn(home));
}

const LARGEST = 1024 * 1024;

/** A line as `arborist checkpoint` prints it, or a file that holds one, or a signed one. Throws FILE_NOT_FOUND; USAGE for what is no anchor. */
export function anchorNamed(named: string, home: string): Anchor {
	const anchor = parseAnchor(named) ?? parseAnchor(contentOf(named));
	if (!anchor)
		throw new ArboristError('USAGE', `“${named}” holds no head of a shard.`, 'Make one with `arborist checkpoint`.');
	if (
		anchor.kind === 'note' &&
		existsSync(keyIn(home)) &&
		signatureOf(anchor.note, homeKey(home).publicKey) === 'forged'
	)
		throw new ArboristError('USAGE', `The signature in “${named}” does not fit its text.`, 'Take another copy of it.');
	return anchor;
}

function contentOf(path: string): string {
	try {
		return readFileSync(path, 'utf8').slice(0, LARGEST);
	} catch (error) {
		throw new ArboristError(
			'FILE_NOT_FOUND',
			`“${path}” is no head of a shard, and no file that can be read.`,
			'Give what `arborist checkpoint` printed, or the file it was put in.',
			{ cause: error },
		);
	}
}
