import { SessionQueryError } from './errors.ts';
import type { SessionEvent, SurfaceClass } from './types.ts';

/** What the conversation is now. */
export interface Surface {
	/** The bates of the turns from the root down to where the session stands, as far as they are known. */
	path: string[];
	/** The class of each event, by seq. */
	classes: SurfaceClass[];
}

interface Known {
	/** Of its event; null for an imported turn, which has none of its own. */
	seq: number | null;
	parent: string | null;
	/** The turns that took its place, oldest first. */
	replacedBy: string[];
}

/** What the events so far make of a session. Only `transition` changes it. */
interface SurfaceState {
	sessionId: string | null;
	/** How many events are final. */
	events: number;
	turns: Map<string, Known>;
	current: string | null;
	pending: { parent: string } | null;
	outside: ReadonlyMap<string, string | null>;
}

const NOWHERE: ReadonlyMap<string, string | null> = new Map();

function emptySurface(outside = NOWHERE): SurfaceState {
	return { sessionId: null, events: 0, turns: new Map(), current: null, pending: null, outside };
}

/** Takes one event in. Throws INVALID_SURFACE for one that cannot follow, and then has changed nothing. */
function transition(state: SurfaceState, event: SessionEvent): void {
	const { seq, sessionId } = event;
	if (seq !== state.events) throw invalid(event, `stands where event ${state.events} should`);
	if (state.sessionId !== null && sessionId !== state.sessionId) throw invalid(event, 'is of another session');
	const known = (bates: string) => state.turns.has(bates) || !bates.startsWith(`${sessionId}-`);
	if (event.state === 'pending') {
		// The first turn of a session that is not recorded yet brings its root along.
		if (!known(event.data.parent_bates) && state.events > 0)
			throw invalid(event, `hangs under ${event.data.parent_bates}, which is not known`);
		state.pending = { parent: event.data.parent_bates };
		state.sessionId = sessionId;
		return;
	}
	switch (event.type) {
		case 'node_added': {
			const { bates, parent_bates, meta } = event.data;
			checkTurn(state, event, { bates, parent: parent_bates, replaces: meta.replaces });
			place(state, { bates, parent: parent_bates, replaces: meta.replaces }, seq);
			state.current = bates;
			break;
		}
		case 'session_imported': {
			const { turns, nodes, current_bates } = event.data;
			if (turns === undefined || turns.length !== nodes) throw invalid(event, 'does not name the turns it brought');
			// On a copy: the ninth turn may be wrong when eight are placed.
			const tried = { ...state, turns: new Map(state.turns) };
			for (const { bates, parent_bates, replaces } of turns) {
				checkTurn(tried, event, { bates, parent: parent_bates, replaces });
				place(tried, { bates, parent: parent_bates, replaces }, null);
			}
			if (typeof current_bates !== 'string') throw invalid(event, 'does not say where the session stands');
			state.turns = tried.turns;
			state.current = current_bates;
			break;
		}
		case 'moved': {
			const { bates } = event.data;
			if (bates === null || !known(bates)) throw invalid(event, `moves to ${bates}, which is not known`);
			state.current = bates;
			break;
		}
		case 'session_created':
			if (seq !== 0) throw invalid(event, 'begins a session that has begun');
			break;
		default:
	}
	state.sessionId = sessionId;
	state.pending = null;
	state.events++;
}

interface NewTurn {
	bates: string;
	parent: string | null;
	replaces: string | undefined;
}

function checkTurn(state: SurfaceState, event: SessionEvent, { bates, parent, replaces }: NewTurn): void {
	const own = `${event.sessionId}-`;
	if (!bates.startsWith(own)) throw invalid(event, `brings ${bates}, a turn of another session`);
	if (state.turns.has(bates)) throw invalid(event, `brings ${bates} a second time`);
	if (parent === null ? state.turns.size > 0 : parent.startsWith(own) && !state.turns.has(parent))
		throw invalid(event, `hangs under ${parent}, which is not known`);
	if (replaces === undefined) return;
	const replaced = state.turns.get(replaces);
	// Of a turn of another session nothing is known here but where it lies outside.
	const otherParent = replaced ? replaced.parent : state.outside.get(replaces);
	if ((replaced || replaces.startsWith(own) || otherParent !== undefined) && otherParent !== parent)
		throw invalid(event, `replaces ${replaces}, which is no sibling`);
}

function place({ turns }: SurfaceState, { bates, parent, replaces }: NewTurn, seq: number | null): void {
	turns.set(bates, { seq, parent, replacedBy: [] });
	const replaced = replaces === undefined ? undefined : turns.get(replaces);
	if (replaced) turns.set(replaces as string, { ...replaced, replacedBy: [...replaced.replacedBy, bates] });
}

/** What the state shows now; a copy. */
function surfaceOf({ turns, current, events, pending, outside }: SurfaceState): Surface {
	const path: string[] = [];
	const onPath = new Set<string>();
	for (let at = current; at != null && !onPath.has(at); at = turns.get(at)?.parent ?? outside.get(at) ?? null) {
		path.push(at);
		onPath.add(at);
	}
	const classes = new Array<SurfaceClass>(events).fill('log-only');
	const shadowed = new Set<string>();
	// In the order of the events a turn stands after its parent.
	for (const [bates, { seq, parent, replacedBy }] of turns) {
		const off = !onPath.has(bates);
		if (off && (replacedBy.length > 0 || (parent !== null && shadowed.has(parent)))) shadowed.add(bates);
		if (seq !== null) classes[seq] = off ? (shadowed.has(bates) ? 'shadowed' : 'branch') : 'current';
	}
	if (pending) classes.push(current === null || pending.parent === current ? 'current' : 'branch');
	return { path: path.reverse(), classes };
}

/**
 * The surface of a whole log. Throws INVALID_SURFACE for a gap in seq, a parent or a place that is not known, a `replaces`
 * that names no sibling. `outside` are the parents of turns of other sessions, as far as the way leads through them.
 */
export function foldSurface(events: readonly SessionEvent[], outside?: ReadonlyMap<string, string | null>): Surface {
	const state = emptySurface(outside);
	for (const event of events) transition(state, event);
	return surfaceOf(state);
}

/** The same, kept up to date event by event: a turn in flight is given again as it grows, and last as it is recorded. */
export class SurfaceManager {
	readonly #state: SurfaceState;

	constructor(outside?: ReadonlyMap<string, string | null>) {
		this.#state = emptySurface(outside);
	}

	/** Throws as `foldSurface` does; what was taken in before stays as it is. */
	apply(event: SessionEvent): void {
		transition(this.#state, event);
	}

	surface(): Surface {
		return surfaceOf(this.#state);
	}
}

function invalid({ sessionId, seq }: SessionEvent, what: string): SessionQueryError {
	return new SessionQueryError('SESSION_QUERY_INVALID_SURFACE', `Event ${seq} of session ${sessionId} ${what}.`);
}
