const INTEGERS = new Set(['seq', 'n_cited_sources', 'next_seq']);

/**
 * Columns, comma-separated, each read as what belongs there. A damaged row may hold bytes or other words instead: what is
 * shown of it hides no other row, while `verify` reads the columns as they are, and names it.
 */
export function readable(columns: string): string {
	return columns
		.split(',')
		.map((each) => each.trim())
		.map((column) => [column, column.replace(/^\w+\./, '')] as const)
		.map(([column, name]) => `CAST(${column} AS ${INTEGERS.has(name) ? 'INTEGER' : 'TEXT'}) AS ${name}`)
		.join(', ');
}

/** The turns a session minted, its synthetic root not counted. None has fewer than no turn, or more than can be numbered. */
export const TURNS = 'min(max(CAST(next_seq AS INTEGER) - 1, 0), 999999)';
