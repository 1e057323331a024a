import { hash as digest } from 'node:crypto';

// The primitives of docs/format.md, section "Hashes". A hash is 32 raw bytes here and 64 lower-case hex digits in columns.

const LEAF = Buffer.from([0x00]);
const NODE = Buffer.from([0x03]);

export function sha256(bytes: Uint8Array | string): Buffer {
	return digest('sha256', bytes, 'buffer');
}

export function sha256Hex(bytes: Uint8Array | string): string {
	return digest('sha256', bytes, 'hex');
}

/** `sha256(0x00 || bytes)` */
export function leafHash(bytes: Uint8Array): Buffer {
	return sha256(Buffer.concat([LEAF, bytes]));
}

/** `sha256(0x03 || left || right)` */
export function hashCombine(left: Uint8Array, right: Uint8Array): Buffer {
	return sha256(Buffer.concat([NODE, left, right]));
}
