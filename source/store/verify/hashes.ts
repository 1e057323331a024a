const SIZE = 32;
/** Hashes in a block; blocks are never moved, so growing copies nothing. A power of two. */
const BLOCK = 4096;

export function isHash(value: unknown): value is string {
	return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/**
 * sha256 values by a small index, packed: 32 bytes each, where a million of them as texts would take 90 MB. In and out as
 * 64 hex digits. A place that was never set, or set to what is no hash, holds zeros.
 */
export class Hashes {
	readonly #blocks: Buffer[] = [];

	/** False when it is no hash. */
	set(index: number, hex: unknown): boolean {
		const block = this.#block(index);
		const start = (index % BLOCK) * SIZE;
		// A regular expression would take five times as long, and this runs four times a row.
		if (typeof hex === 'string' && hex.length === 2 * SIZE && hex === hex.toLowerCase()) {
			if (block.write(hex, start, SIZE, 'hex') === SIZE) return true;
		}
		block.fill(0, start, start + SIZE);
		return false;
	}

	hex(index: number): string {
		const start = (index % BLOCK) * SIZE;
		return this.#block(index).toString('hex', start, start + SIZE);
	}

	/** A view, good until the next `set` there. */
	bytes(index: number): Buffer {
		const start = (index % BLOCK) * SIZE;
		return this.#block(index).subarray(start, start + SIZE);
	}

	#block(index: number): Buffer {
		const at = Math.floor(index / BLOCK);
		while (this.#blocks.length <= at) this.#blocks.push(Buffer.alloc(BLOCK * SIZE));
		return this.#blocks[at] as Buffer;
	}
}
