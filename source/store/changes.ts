import type { Statements } from './statements.ts';
import type { AuditEvent, Change, Touched } from './types.ts';

/** What an event of another process changed: its paths as they are now, root first; one change for each path, at least one. */
export function changesOf(statements: Statements, event: AuditEvent): Change[] {
	const { event_type: kind, sid, bates } = event;
	const changes = endsOf(statements, event).map((end): Change => {
		const path = statements.linksUp.all(end).reverse();
		const touched = path.map((link): Touched => ({ bates: link.bates, before: null, after: link.subtree_hash }));
		return { kind, sid, bates, touched, own: false };
	});
	return changes.length > 0 ? changes : [{ kind, sid, bates, touched: [], own: false }];
}

/** Where the paths end whose subtree_hash moved. Those that a pruned session hung under are not known any more. */
function endsOf(statements: Statements, { event_type, sid, bates }: AuditEvent): string[] {
	if (event_type === 'node_added') return bates === null ? [] : [bates];
	if (event_type !== 'session_imported') return [];
	return [...new Set(statements.enteringOf.all(sid).flatMap((each) => statements.node.get(each)?.parent_bates ?? []))];
}
