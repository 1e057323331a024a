import { guarded } from '../store/guarded.ts';
import { logOf } from '../store/log.ts';
import { openShard } from '../store/open.ts';
import { persistenceFailed } from './errors.ts';
import { shardSource } from './shard.ts';
import type { PersistedSource } from './source.ts';

// What other programs import as `arborist/query`; docs/query.md is its page.

export { type SessionQueryCode, SessionQueryError } from './errors.ts';
export { type AskedTurn, LiveSessions } from './live.ts';
export { createSessionQuery, type EventRequest, type SessionQuery, type SessionQueryConfig } from './query.ts';
export type { Listed, LiveSource, PersistedSource, SessionLog } from './source.ts';
export { foldSurface, type Surface, SurfaceManager } from './surface.ts';
export type * from './types.ts';

/** The sessions of a shard file, opened only to read. Throws PERSISTENCE_FAILED where there is none that can be read. */
export function openShardSource(path: string): PersistedSource & { close(): void } {
	try {
		const db = openShard(path, { readonly: true });
		const log = logOf(db, (act) => guarded(path, act));
		return { ...shardSource({ log: () => log }), close: () => void db.close() };
	} catch (error) {
		throw persistenceFailed(error);
	}
}
