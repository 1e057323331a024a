import type { Surroundings } from '../../source/store/types.ts';

export const START = Date.UTC(2026, 0, 2, 3, 4, 5);

export interface Clock {
	now(): number;
	/** Stands at this moment, milliseconds since 1970, and steps on from there. */
	set(moment: number): void;
}

/** A clock that each look moves on by `step` milliseconds; a step of 0 freezes it. */
export function steppingClock(step = 1000, start = START): Clock {
	let moment = start - step;
	return {
		now() {
			moment += step;
			return moment;
		},
		set(next) {
			moment = next - step;
		},
	};
}

/** Numbers in [0, 1), the same for the same seed. */
export function seededNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Bytes that look random, the same for the same seed. */
function seededBytes(seed: number): (count: number) => Uint8Array {
	const next = seededNumbers(seed);
	return (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256));
}

/** What a forest is opened with when every run must give the same ids and hashes. */
export function seeded(seed = 1, clock: Clock = steppingClock()): Surroundings {
	return { now: clock.now, randomBytes: seededBytes(seed) };
}
