import { member, objectOf, parsed } from '../json.ts';
import type { Statements } from './statements.ts';
import type { TurnMeta } from './types.ts';

/** One import: which file of which tool went into which session. */
export interface ImportRecord {
	sid: string;
	tool: string;
	file_sha256: string;
}

/** From the chain; of sessions that were pruned since, nothing. An event that does not read (a damaged shard) counts as none. */
export function importRecords(statements: Statements): ImportRecord[] {
	return statements.importEvents.all().flatMap(({ sid, body }) => {
		if (!statements.session.get(sid)) return [];
		const source = member(parsed(body), 'source');
		const [tool, file_sha256] = [member(source, 'tool'), member(source, 'file_sha256')];
		return typeof tool === 'string' && typeof file_sha256 === 'string' ? [{ sid, tool, file_sha256 }] : [];
	});
}

/** Which tool each session came from, the first where it came from several; from one index, without its events. */
export function toolsOf(statements: Statements): Map<string, string> {
	const tools = new Map<string, string>();
	for (const { sid, tool } of statements.importedBy.all())
		if (typeof tool === 'string' && !tools.has(sid)) tools.set(sid, tool);
	return tools;
}

/** Oldest first; a turn that was forgotten since is not known by its name any more. */
export function importedFrom(statements: Statements, tool: string, id: string): string[] {
	return statements.fromSource
		.all(id)
		.filter(({ meta_json }) => (objectOf(parsed(meta_json)) as TurnMeta).source?.tool === tool)
		.map(({ bates }) => bates);
}

/**
 * From the table of all that was ever taken in, which outlives what it names: what was forgotten or pruned on purpose is
 * not brought back by the next import. A shard that another program wrote has only what its turns say themselves.
 */
export function takenAs(statements: Statements, tool: string, id: string): string | undefined {
	return statements.taken.get(tool, id) ?? importedFrom(statements, tool, id)[0];
}
