import { inspect } from '../../commands/show.ts';
import { SessionQueryError } from '../../query/errors.ts';
import type { EventReference, EventTrace } from '../../query/types.ts';
import { seqOf } from '../../store/bates.ts';
import type { Turn } from '../../store/types.ts';
import type { Desk } from '../desk.ts';
import { hashesOf, inspectorText, type Origins } from '../overlays/inspector.ts';
import { nameOf, sessionsUnder } from './across.ts';
import { openPage, pageOf } from './pages.ts';
import { turnAtCursor } from './place.ts';

/** Opens the inspector at once, and adds what made the answer when that is known. */
export async function inspectHere(desk: Desk): Promise<void> {
	const bates = turnAtCursor(desk.state());
	if (bates === null) return;
	const data = inspect(desk.forest, bates, desk.state().sid);
	const fault = desk.state().faults.get(bates);
	const title = `inspect #${data.turn.seq}`;
	const copies = hashesOf(data);
	const of = `inspect ${bates}`;
	const more = { of, copies, ...(desk.state().path.at(-1) !== bates && { bates }) };
	openPage(desk, title, inspectorText(data, null, fault, desk.marks), more);
	const origins = await originsOf(desk, data.turn, data.event?.session_seq);
	const page = pageOf(desk, of);
	if (page) openPage(desk, title, inspectorText(data, origins, fault, desk.marks), { ...more, top: page.top });
}

async function originsOf(desk: Desk, turn: Turn, seq: number | undefined): Promise<Origins> {
	const { sid, bates, parent_bates, meta } = turn;
	const library = await desk.library();
	const passages = (meta.evidence ?? []).map(({ title, source, passage_sha256 }) => {
		return { title, source, state: library.passageState(source, passage_sha256) };
	});
	const trace = seq === undefined ? undefined : await traced(desk, sid, seq);
	// Of a session that is open here the service tells uses in open sessions only.
	const uses = new Set(
		[...(trace?.derivedEvents ?? []), ...desk.forest.log().usersOf(bates)].map((each) => each.bates),
	);
	const above = parent_bates === null ? undefined : desk.forest.turn(parent_bates);
	const name = ({ bates }: EventReference) => `#${seqOf(bates)}`;
	return {
		passages,
		prompt: trace?.sourceEvents.map(name) ?? [],
		uses: uses.size,
		replaces: trace?.replacedEvents.map(name) ?? [],
		replacedBy: trace?.replacementChain.map(name) ?? [],
		above: above && above.sid !== sid ? nameOf(desk, above.sid) : null,
		under: sessionsUnder(desk, turn).map((each) => ({ name: each.name, question: each.turn.question })),
	};
}

/** A session whose log does not fold has no relations to show; the inspector shows the rest. */
function traced(desk: Desk, sessionId: string, seq: number): Promise<EventTrace | undefined> {
	return desk.query.traceEvent({ sessionId, seq }).catch((error) => {
		if (error instanceof SessionQueryError) return undefined;
		throw error;
	});
}
