import { ArboristError } from '../errors.ts';
import type { Forest } from '../store/forest.ts';
import type { Session } from '../store/types.ts';

/** The session a person names: its sid, the end of it, or its label. Throws UNKNOWN_SESSION. */
export function namedSession(forest: Forest, reference: string): Session {
	const exact = forest.session(reference);
	if (exact) return exact;
	const near = forest.sessions().filter(({ sid, label }) => label === reference || sid.endsWith(`-${reference}`));
	if (near.length === 1 && near[0]) return near[0];
	throw new ArboristError(
		'UNKNOWN_SESSION',
		near.length > 1 ? `${near.length} sessions are called “${reference}”.` : `There is no session “${reference}”.`,
		near.length > 1
			? `Name one by its id: ${near
					.slice(0, 3)
					.map(({ sid }) => sid)
					.join(', ')}`
			: 'List them with `arborist session --list`.',
	);
}

/** The named session, else the one that changed last, else none. */
export function sessionInUse(forest: Forest, reference: string | undefined): Session | undefined {
	return reference === undefined ? forest.lastSession() : namedSession(forest, reference);
}
