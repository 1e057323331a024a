/** The facts that decide which commands work now. The screen fills them in; the table asks nothing else. */
export interface Situation {
	/** What the row at the cursor is. */
	readonly on: 'turn' | 'session' | 'group' | 'run' | 'link' | 'more' | 'nothing';
	/** There is a turn that the conversation shows, and whether its text is forgotten. */
	readonly turn: boolean;
	readonly forgotten: boolean;
	/** One stands on the turn at the cursor. */
	readonly here: boolean;
	/** One stands at a session's root, or nothing was asked yet. */
	readonly atRoot: boolean;
	/** There is a place to jump back to. */
	readonly cameFrom: boolean;
	/** Esc leads somewhere: the focus is not in the tree, or a hit was opened. */
	readonly away: boolean;
	/** Of the turn at the cursor: whether a turn stands above it, how many below, how many beside it with itself. */
	readonly hasParent: boolean;
	readonly children: number;
	readonly siblings: number;
	/** The passages that it was answered from, or that came nearest, and how its answer ended. */
	readonly passages: number;
	readonly finish: 'complete' | 'cancelled' | 'truncated' | 'error' | undefined;
	/** In the session in use. */
	readonly branchPoints: number;
	/** In the whole forest. */
	readonly sessions: number;
	readonly labels: number;
	/** What the last find found. */
	readonly hits: number;
	readonly composerEmpty: boolean;
	/** An answer is coming where one would ask. */
	readonly answering: boolean;
	/** Something that can be stopped: an answer, an import, a check. */
	readonly running: boolean;
	/** Esc in the tree stops something: the answer that comes in what is shown, or the adding of documents. */
	readonly stoppable: boolean;
	/** Rows that can be chosen in what is open over the panes. */
	readonly choices: number;
	/** The page shows something that runs. */
	readonly works: boolean;
	/** That can be sorted in several ways. */
	readonly sortable: boolean;
	/** One pane at a time. */
	readonly stacked: boolean;
	readonly treeHidden: boolean;
	/** The environment names an editor. */
	readonly editor: boolean;
	/** The forest can only be read. */
	readonly readOnly: boolean;
}

/** True, or the reason why not: a few words that follow a title. */
export type Enabled = (situation: Situation) => true | string;

export const always: Enabled = () => true;

export function needs(holds: (situation: Situation) => boolean, orElse: string): Enabled {
	return (situation) => holds(situation) || orElse;
}

/** All of them; the first that fails gives the reason. */
export function all(...conditions: readonly Enabled[]): Enabled {
	return (situation) => {
		for (const condition of conditions) {
			const enabled = condition(situation);
			if (enabled !== true) return enabled;
		}
		return true;
	};
}

export const onTurn = needs(({ on }) => on === 'turn', 'the cursor is on no turn');
export const shown = needs(({ turn }) => turn, 'no turn is shown');
export const remembered = needs(({ forgotten }) => !forgotten, 'this turn is forgotten');
export const onRow = needs(({ on }) => on !== 'nothing', 'nothing is here yet');
export const onSession = needs(({ on }) => on === 'turn' || on === 'session', 'the cursor is on no turn or session');
export const asked = needs(({ sessions }) => sessions > 0, 'nothing was asked yet');
export const writable = needs(({ readOnly }) => !readOnly, 'this forest can only be read');
export const answered = needs(({ answering }) => !answering, 'an answer is still coming');
export const choosable = needs(({ choices }) => choices > 0, 'there is nothing to choose');
