import type { Problem } from './problem.ts';

/** Between the first try and the second, the second and the third, and so on. Milliseconds. */
const PAUSES = [500, 1000, 2000, 4000, 8000];
/** All pauses together take no longer, unless the server itself names a time. */
const PATIENCE = 20_000;
/** A server that starts is there within this many tries; an address that is wrong never is. */
const TRIES_OF_NOBODY = 3;
/** A time named beyond this is for the person to wait. */
const LONGEST_NAMED = 10 * 60_000;

/**
 * How long to wait before a question is sent again that got no first token; undefined when it is not to be.
 * @param tries How often it was sent.
 * @param elapsed Since it was sent first, milliseconds.
 */
export function pauseBefore({ code, retry_after_ms }: Problem, tries: number, elapsed: number): number | undefined {
	if (code !== 'NO_SERVER' && code !== 'RATE_LIMIT' && code !== 'SERVER') return undefined;
	const pause = PAUSES[tries - 1];
	if (pause === undefined || (code === 'NO_SERVER' && tries > TRIES_OF_NOBODY)) return undefined;
	if (retry_after_ms !== undefined) return retry_after_ms <= LONGEST_NAMED ? retry_after_ms : undefined;
	return elapsed + pause <= PATIENCE ? pause : undefined;
}

/** `Retry-After`: seconds, or a date. Milliseconds from `now`, which is milliseconds since 1970. */
export function retryAfter(header: string | null, now: number): number | undefined {
	if (header === null) return undefined;
	if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
