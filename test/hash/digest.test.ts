import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashCombine, leafHash, sha256, sha256Hex } from '../../source/hash/digest.ts';

const plainly = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('sha256 gives the digest that the standard publishes, as bytes and as hex', () => {
	expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
	expect(sha256('abc').toString('hex')).toBe(sha256Hex('abc'));
});

test('text is hashed as UTF-8', () => {
	expect(sha256Hex('é🌳')).toBe(plainly(Buffer.from('é🌳', 'utf8')));
});

test('a leaf stands behind a zero byte, so that no leaf passes for an inner node', () => {
	expect(leafHash(Buffer.from('abc')).toString('hex')).toBe(plainly(Buffer.from('\x00abc', 'latin1')));
});

test('an inner node stands behind a three, left before right', () => {
	const [left, right] = [sha256('left'), sha256('right')];
	expect(hashCombine(left, right).toString('hex')).toBe(plainly(Buffer.concat([Buffer.of(3), left, right])));
	expect(hashCombine(right, left)).not.toEqual(hashCombine(left, right));
});
