import type { Forest } from '../store/forest.ts';
import type { Session } from '../store/types.ts';

/** Where someone stands: a session, and in it the turn under which the next question lands. */
export interface Standing {
	readonly sid: string;
	/** The session's rows; none before its first question. */
	saved(): Session | undefined;
	/** The bates of that turn; null for the root of a session that is not saved yet. */
	at(): string | null;
	/** Moves there, over session boundaries too. A session that is not saved yet keeps it for its first question. */
	move(bates: string): void;
}

export function standOn(forest: Forest, sid: string): Standing {
	forest.hold(sid);
	let waiting: string | null = null;
	return {
		sid,
		saved: () => forest.session(sid),
		at: () => forest.session(sid)?.current_bates ?? waiting,
		move(bates) {
			if (forest.session(sid)) forest.move(sid, bates);
			else waiting = bates;
		},
	};
}
