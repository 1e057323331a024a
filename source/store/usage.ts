import type { Sqlite } from '../sqlite.ts';
import { readable } from './columns.ts';

/** What one turn's answer took, as far as its server said; an answer from the cache took nothing and is not among them. */
export interface TurnUsage {
	bates: string;
	sid: string;
	created_at: string;
	engine: string;
	model: string | null;
	input_tokens: number | null;
	output_tokens: number | null;
	first_token_ms: number | null;
	total_ms: number | null;
}

const COLUMNS = `${readable('n.bates, n.sid, n.created_at')}, n.meta_json ->> '$.engine' AS engine, n.meta_json ->> '$.model' AS model,
  n.meta_json ->> '$.usage.input_tokens' AS input_tokens, n.meta_json ->> '$.usage.output_tokens' AS output_tokens,
  n.meta_json ->> '$.usage.first_token_ms' AS first_token_ms, n.meta_json ->> '$.usage.total_ms' AS total_ms`;
const USED = `CASE WHEN json_valid(n.meta_json) THEN n.meta_json ->> '$.usage' END IS NOT NULL`;

/** Of every turn, or of one and all below it; by the time asked. */
export function usageIn(db: Sqlite, below?: string): TurnUsage[] {
	if (below === undefined)
		return db.prepare<[], TurnUsage>(`SELECT ${COLUMNS} FROM nodes n WHERE ${USED} ORDER BY created_at, bates`).all();
	return db
		.prepare<[string], TurnUsage>(
			`WITH RECURSIVE down(bates) AS (SELECT ? UNION SELECT c.bates FROM down JOIN nodes c ON c.parent_bates = down.bates)
			SELECT ${COLUMNS} FROM down JOIN nodes n USING (bates) WHERE ${USED} ORDER BY created_at, n.bates`,
		)
		.all(below);
}
