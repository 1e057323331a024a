import { SessionQueryError } from '../../query/errors.ts';
import type { Descendant } from '../../query/types.ts';
import { batesAt, sidOf } from '../../store/bates.ts';
import type { Turn } from '../../store/types.ts';
import type { Desk } from '../desk.ts';
import { questionLine } from '../forgotten.ts';
import { nameIn } from '../names.ts';
import { say } from '../say.ts';
import { groupKey } from '../tree/rows.ts';
import { type Act, openActs } from './acts.ts';
import { jumpTo, jumpToRow, regrow, rowAtCursor, with_ } from './place.ts';

// Where sessions meet: a turn under which another session goes on, a session that was forked from another one's turn.

/** Goes to where another session meets what is at the cursor; asks which where there are several. */
async function across(desk: Desk): Promise<void> {
	const acts = await meetingsAt(desk);
	const [only] = acts;
	if (acts.length > 1) openActs(desk, 'meetings', 'where other sessions meet this one', acts);
	else if (only) await only.run();
	else say(desk, 'no other session meets here');
}

async function meetingsAt(desk: Desk): Promise<Act[]> {
	const row = rowAtCursor(desk.state());
	if (row?.kind === 'link') return [to(desk, row.under.bates, `where it was forked from, in ${row.name}`)];
	if (row?.kind === 'session') return [...forkedFrom(desk, row.session.sid), ...(await forksOf(desk, row.session.sid))];
	const turn = row?.kind === 'turn' ? desk.forest.turn(row.turn.bates) : undefined;
	if (!turn) return [];
	const own = isForeign(desk, turn) ? [toSession(desk, turn.sid)] : [];
	return [...own, ...sessionsUnder(desk, turn).map(({ name, turn }) => to(desk, turn.bates, name))];
}

/** The sessions that hang right under a turn, each with its turn there. */
export function sessionsUnder(desk: Desk, { bates, sid }: Pick<Turn, 'bates' | 'sid'>): { name: string; turn: Turn }[] {
	const children = desk.forest.children(bates).filter((child) => child.sid !== sid);
	return children.map((turn) => ({ name: nameOf(desk, turn.sid), turn }));
}

/** The turns of other sessions that a session hangs under. */
function forkedFrom(desk: Desk, sid: string): Act[] {
	return desk.forest.entries(sid).flatMap((entry) => {
		const parent = desk.forest.outline.row(entry)?.parent_bates;
		return parent ? [to(desk, parent, `forked from ${nameOf(desk, sidOf(parent))}`)] : [];
	});
}

/** The first turns of the sessions that were forked from one. */
async function forksOf(desk: Desk, sid: string): Promise<Act[]> {
	const children = await desk.query.traceSession(sid).then(
		({ descendants }) => descendants,
		(error): Descendant[] => {
			// A session that is damaged has no lineage to show.
			if (error instanceof SessionQueryError) return [];
			throw error;
		},
	);
	return children.map(({ record: { header } }) =>
		to(desk, batesAt(header.id, 1), nameIn(desk.forest, { sid: header.id, label: header.label })),
	);
}

function to(desk: Desk, bates: string, text: string): Act {
	const question = desk.forest.outline.row(bates)?.question ?? '';
	return { text, right: questionLine(question, 40), run: () => jumpTo(desk, bates) };
}

function toSession(desk: Desk, sid: string): Act {
	return {
		text: `its own session, ${nameOf(desk, sid)}`,
		run() {
			const tool = desk.forester.groupOf(sid);
			if (tool !== undefined) regrow(desk, { open: with_(desk.state().view.open, groupKey(tool)) });
			jumpToRow(desk, `session:${sid}`);
		},
	};
}

function isForeign({ forest }: Desk, { sid, parent_bates }: Turn): boolean {
	return parent_bates !== null && forest.turn(parent_bates)?.sid !== sid;
}

/** What the session of a sid is called. */
export function nameOf({ forest }: Desk, sid: string): string {
	return nameIn(forest, { sid, label: forest.session(sid)?.label ?? null });
}

export const CROSSING = { 'session.across': across };
