import type { Statements } from './statements.ts';
import type { AuditEvent, Change, Touched } from './types.ts';

/** What an event of another process changed: its path as it is now, root first. */
export function changeOf(statements: Statements, event: AuditEvent): Change {
	const { event_type: kind, sid, bates } = event;
	const touched: Touched[] =
		kind === 'node_added' && bates !== null
			? statements.linksUp
					.all(bates)
					.reverse()
					.map((link) => ({ bates: link.bates, before: null, after: link.subtree_hash }))
			: [];
	return { kind, sid, bates, touched, own: false };
}
