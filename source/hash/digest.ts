import { hash as digest } from 'node:crypto';

// The primitives of docs/format.md, section "Hashes". A hash is 32 raw bytes here and 64 lower-case hex digits in columns.

const HASH = 32;

export function sha256(bytes: Uint8Array | string): Buffer {
	// Asking for the buffer itself takes more than twice as long.
	return Buffer.from(digest('sha256', bytes, 'binary'), 'binary');
}

export function sha256Hex(bytes: Uint8Array | string): string {
	return digest('sha256', bytes, 'hex');
}

// Written over for each hash: a concatenation would make a new buffer for every one of a million.
const LEAF = Buffer.from([0x00, ...new Uint8Array(HASH)]);
const PAIR = Buffer.from([0x03, ...new Uint8Array(2 * HASH)]);

/** `sha256(0x00 || bytes)` */
export function leafHash(bytes: Uint8Array): Buffer {
	if (bytes.length !== HASH) return sha256(Buffer.concat([LEAF.subarray(0, 1), bytes]));
	LEAF.set(bytes, 1);
	return sha256(LEAF);
}

/** `sha256(0x03 || left || right)`, of two hashes. */
export function hashCombine(left: Uint8Array, right: Uint8Array): Buffer {
	PAIR.set(left, 1);
	PAIR.set(right, 1 + HASH);
	return sha256(PAIR);
}
