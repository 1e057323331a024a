import type { OutlineRow } from '../../store/outline.ts';
import type { SessionSummary } from '../../store/statements.ts';

export interface SessionRow {
	readonly kind: 'session';
	readonly session: SessionSummary;
	readonly open: boolean;
	/** The tool it was imported from. */
	readonly tool: string | undefined;
	/** Read when it is first asked for: ten thousand names are more than a screen shows. */
	readonly name: string;
}

/** One line of the tree. */
export type TreeRow =
	| SessionRow
	/** The sessions that came from one tool, under one row. */
	| {
			readonly kind: 'group';
			readonly tool: string;
			readonly sessions: number;
			readonly newest_at: string;
			readonly open: boolean;
	  }
	| { readonly kind: 'turn'; readonly turn: OutlineRow; readonly folded: boolean; readonly hidden: number }
	/** A quiet run of single turns, folded. */
	| { readonly kind: 'run'; readonly first: string; readonly last: string; readonly turns: number }
	/** Where a very long chain goes on; it is read when the cursor comes there. */
	| { readonly kind: 'more'; readonly after: string }
	/** A place where the session above enters another session's tree. */
	| { readonly kind: 'link'; readonly entry: string; readonly under: OutlineRow; readonly name: string };

/** What identifies a row over time: the cursor is kept by it. */
export function rowKey(row: TreeRow): string {
	switch (row.kind) {
		case 'session':
			return `session:${row.session.sid}`;
		case 'group':
			return groupKey(row.tool);
		case 'turn':
			return row.turn.bates;
		case 'run':
			return `run:${row.first}`;
		case 'more':
			return `more:${row.after}`;
		case 'link':
			return `link:${row.entry}`;
	}
}

/** What a tool's group goes by, among the rows and among what is unfolded. */
export function groupKey(tool: string): string {
	return `tool:${tool}`;
}

/** A row with its place among the others, which is no property of the row: it changes when siblings come and go. */
export interface PlacedRow {
	readonly row: TreeRow;
	/** For each fork above: whether a sibling follows, so that its trunk is drawn past this row. */
	readonly trunks: readonly boolean[];
	/** Its place among siblings, from 1, when it is the first turn of a fork. */
	readonly fork?: { readonly at: number; readonly of: number };
	/** It stands below the row of a tool, and so do all rows of its session: a step further in. */
	readonly inset?: boolean;
}
