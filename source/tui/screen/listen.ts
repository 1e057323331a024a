import { type Clock, REAL_CLOCK } from '../../clock.ts';
import { InputParser } from './input.ts';
import type { InputEvent } from './sequences.ts';

// Long enough for the bytes of one key to arrive together over a slow line, short enough not to be felt.
const QUIET = 40;

/** The part of `process.stdin` that is needed. */
export interface Bytes {
	on(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
	off(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
	resume(): unknown;
	pause(): unknown;
}

/** Hands the events of a stream to `handle`, all that arrived together at once. Gives back what ends it. */
export function listen(
	stdin: Bytes,
	handle: (events: readonly InputEvent[]) => void,
	clock: Clock = REAL_CLOCK,
): () => void {
	const parser = new InputParser();
	let armed = 0;
	let cancel: (() => void) | undefined;
	const tell = (events: readonly InputEvent[]) => {
		if (parser.held !== armed) {
			cancel?.();
			cancel = undefined;
			armed = parser.held;
			if (armed !== 0) cancel = clock.after(QUIET, tick);
		}
		if (events.length > 0) handle(events);
	};
	const tick = () => {
		armed = 0;
		tell(parser.flush());
	};
	const push = (bytes: Uint8Array) => tell(parser.push(bytes));
	stdin.on('data', push);
	stdin.resume();
	return () => {
		cancel?.();
		stdin.off('data', push);
		stdin.pause();
	};
}
