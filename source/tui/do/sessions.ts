import { oneLine, shortSid } from '../../commands/phrases.ts';
import type { SessionRecord } from '../../query/types.ts';
import type { Desk } from '../desk.ts';
import { type ListItem, listOf } from '../overlays/overlay.ts';
import { type ListedSession, ORDERS, SessionItem, sorted, titleOf } from '../overlays/sessions.ts';

/** Every session there is, open or kept, as the query service tells; those that are damaged stand first, and hide no other. */
async function listSessions(desk: Desk): Promise<void> {
	const { records, problems } = await desk.query.listSessions();
	const first = desk.forest.firstQuestions();
	const elsewhere = desk.forest.openElsewhere();
	const damaged = problems.map(({ sessionId, message }): ListItem => {
		return {
			id: sessionId,
			text: `${desk.marks.alert} ${shortSid(sessionId)}  ${oneLine(message, 200)}`,
			problem: message,
		};
	});
	const now = desk.now();
	const sessions = records.map((record) => {
		const listed = listedSession(desk, record, first.get(record.header.id) ?? '', elsewhere);
		return new SessionItem(listed, desk.marks, now);
	});
	const order = ORDERS[0];
	const items = sorted([...damaged, ...sessions], order);
	desk.apply({ type: 'overlay', overlay: listOf('sessions', titleOf(order), items, { order }) });
}

function listedSession(
	{ forest, forester, state }: Desk,
	{ header, persisted }: SessionRecord,
	first: string,
	elsewhere: ReadonlySet<string>,
): ListedSession {
	const { id: sid, label, createdAt: began_at, forkPoint } = header;
	const summary = forester.session(sid);
	const isHere = sid === state().sid;
	return {
		sid,
		label,
		first,
		state: isHere ? 'here' : elsewhere.has(sid) ? 'elsewhere' : persisted ? null : 'new',
		tool: forester.toolOf(sid),
		turns: summary?.turns ?? 0,
		began_at,
		newest_at: summary?.newest_at ?? began_at,
		forkedFrom: () => (forkPoint === null ? undefined : forest.outline.row(forkPoint)?.question),
	};
}

/** The same sessions in the next order; what was typed stays. */
function nextOrder(desk: Desk): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'list' || overlay.order === undefined) return;
	const order = ORDERS[(ORDERS.indexOf(overlay.order) + 1) % ORDERS.length] as (typeof ORDERS)[number];
	const items = sorted(overlay.items, order);
	desk.apply({ type: 'overlay', overlay: { ...overlay, order, items, title: titleOf(order), cursor: 0 } });
}

export const SESSIONS = { 'session.list': listSessions, 'session.order': nextOrder };
