import { type AskedTurn, LiveSessions } from '../query/live.ts';
import { shardSource } from '../query/shard.ts';
import type { LiveSource, SessionLog } from '../query/source.ts';
import type { SessionHeader } from '../query/types.ts';
import { batesAt } from '../store/bates.ts';
import type { Forest } from '../store/forest.ts';
import type { Change } from '../store/types.ts';

/** A longer log is read each time it is asked for: it is not held beside the shard. Events. */
const HELD_MOST = 20_000;

/** An answer on its way, as the query service is to know it. */
export interface Awaited {
	/** Its text so far. */
	reads(text: string): void;
	/** It is recorded, or nothing more will come. */
	end(): void;
}

interface Open {
	/** As it was read last; of a session that is not saved yet, as it begins. */
	header: SessionHeader;
	log: SessionLog | undefined;
	/** Something was recorded since the log was read. */
	outdated: boolean;
	/** Oldest first; the newest is the turn in flight. */
	readonly waiting: { readonly asked: AskedTurn; text: string }[];
}

/**
 * The sessions open on this screen, for the query service: the one in use, and those in which an answer is coming. What was
 * recorded is read when it is asked for; where the shard cannot be read, what was read last is told.
 */
export class OpenSessions implements LiveSource {
	readonly #shard: ReturnType<typeof shardSource>;
	readonly #now: () => number;
	readonly #open = new Map<string, Open>();
	#inUse: string;

	constructor(forest: Forest, sid: string, now: () => number) {
		this.#shard = shardSource(forest);
		this.#now = now;
		this.#inUse = sid;
		this.#at(sid);
	}

	/** Another session is in use. */
	use(sid: string): void {
		const before = this.#inUse;
		this.#inUse = sid;
		this.#at(sid);
		this.#closeIdle(before);
	}

	/** Something of a session was recorded, by whomever. */
	changed({ sid, kind }: Change): void {
		const open = this.#open.get(sid);
		if (open) open.outdated = true;
		if (kind === 'session_pruned') this.#open.delete(sid);
	}

	begin(sid: string, asked: AskedTurn): Awaited {
		const { waiting } = this.#at(sid);
		const own = { asked, text: '' };
		waiting.push(own);
		return {
			reads(text) {
				own.text = text;
			},
			end: () => {
				waiting.splice(waiting.indexOf(own), 1);
				this.#closeIdle(sid);
			},
		};
	}

	list(): SessionHeader[] {
		return [...this.#open].flatMap(([sid, open]) => {
			const listed = attempt(() => this.#shard.list(sid)[0]);
			if (listed && 'code' in listed) return [];
			open.header = listed?.header ?? open.header;
			return [open.header];
		});
	}

	get(id: string): SessionLog | undefined {
		const open = this.#open.get(id);
		const log = open && this.#logOf(id, open);
		const waiting = open?.waiting.at(-1);
		if (!log || !waiting) return log;
		const live = new LiveSessions();
		live.open(log);
		live.begin(id, waiting.asked);
		live.grow(id, waiting.text);
		return live.get(id);
	}

	#logOf(sid: string, open: Open): SessionLog | undefined {
		if (open.log && !open.outdated) return open.log;
		const listed = attempt(() => this.#shard.list(sid));
		if (listed?.length === 0) return { header: open.header, events: [] };
		const log = attempt(() => this.#shard.load(sid));
		if (!log) return open.log;
		open.log = log.events.length > HELD_MOST ? undefined : log;
		open.outdated = false;
		return log;
	}

	#at(sid: string): Open {
		const known = this.#open.get(sid);
		if (known) return known;
		const opened = { header: beginning(sid, this.#now()), log: undefined, outdated: true, waiting: [] };
		this.#open.set(sid, opened);
		return opened;
	}

	#closeIdle(sid: string): void {
		if (sid !== this.#inUse && this.#open.get(sid)?.waiting.length === 0) this.#open.delete(sid);
	}
}

/** The header of a session that is not saved yet. */
function beginning(sid: string, now: number): SessionHeader {
	const root = batesAt(sid, 0);
	const time = new Date(now).toISOString();
	return {
		id: sid,
		createdAt: time,
		rootBates: root,
		label: null,
		updatedAt: time,
		current: root,
		parentSession: null,
		forkPoint: null,
		furtherEntries: [],
	};
}

function attempt<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}
