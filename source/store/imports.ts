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
		const { source } = readObject(body) as { source?: { tool?: unknown; file_sha256?: unknown } };
		return typeof source?.tool === 'string' && typeof source.file_sha256 === 'string'
			? [{ sid, tool: source.tool, file_sha256: source.file_sha256 }]
			: [];
	});
}

/** Oldest first; a turn that was forgotten since is not known by its name any more. */
export function importedFrom(statements: Statements, tool: string, id: string): string[] {
	return statements.fromSource
		.all(id)
		.filter(({ meta_json }) => (readObject(meta_json) as TurnMeta).source?.tool === tool)
		.map(({ bates }) => bates);
}

/**
 * From the table of all that was ever taken in, which outlives what it names: what was forgotten or pruned on purpose is
 * not brought back by the next import. A shard that another program wrote has only what its turns say themselves.
 */
export function takenAs(statements: Statements, tool: string, id: string): string | undefined {
	return statements.taken.get(tool, id) ?? importedFrom(statements, tool, id)[0];
}

function readObject(text: string): object {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : {};
	} catch {
		return {};
	}
}
