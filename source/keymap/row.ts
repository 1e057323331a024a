import type { Scope } from './scopes.ts';
import type { Enabled } from './situation.ts';

/** The parts of help, in its order. */
export const GROUPS = ['Move', 'Branch', 'Find', 'Look', 'Sessions', 'Write', 'Lists and pages', 'Screen'] as const;
export type Group = (typeof GROUPS)[number];

/** A command: where it can be given, by which keys, and when. */
export interface Row<Id extends string = string> {
	readonly id: Id;
	readonly scope: Scope;
	/** As the input names them; `esc esc` is the same key twice within a moment. None: only the palette has it. */
	readonly keys: readonly string[];
	/** What it does, as the rest of a sentence that begins with its key. */
	readonly title: string;
	readonly group: Group;
	readonly enabled: Enabled;
	/** What it was called when commands were typed. */
	readonly was?: string;
	readonly hint?: Hint;
	/** What it does together with the neighbour that says the same; the two share a line of help and a hint. */
	readonly as?: string;
}

/** How the hint line says it. */
interface Hint {
	readonly text: string;
	/** For when not all of them fit. */
	readonly short?: string;
	/** Lower stands first and is given up later; 0 stands at the end all the same. */
	readonly rank: number;
}

/** What help tells beside the commands. */
export interface Note {
	readonly keys: string;
	readonly title: string;
	readonly group: Group;
}
