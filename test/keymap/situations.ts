import type { Situation } from '../../source/keymap/situation.ts';

/** On a turn in the middle of things: everything works but stopping, which nothing needs, and what would be in the way. */
export const BUSY: Situation = {
	on: 'turn',
	here: false,
	atRoot: false,
	cameFrom: true,
	away: false,
	hasParent: true,
	children: 2,
	siblings: 2,
	passages: 1,
	finish: 'complete',
	branchPoints: 1,
	sessions: 3,
	labels: 1,
	hits: 0,
	composerEmpty: true,
	answering: false,
	running: false,
	stoppable: false,
	choices: 5,
	works: false,
	sortable: false,
	stacked: false,
	treeHidden: false,
	editor: true,
	readOnly: false,
};

/** The first start. */
export const NEW: Situation = {
	...BUSY,
	on: 'nothing',
	atRoot: true,
	cameFrom: false,
	hasParent: false,
	children: 0,
	siblings: 0,
	passages: 0,
	finish: undefined,
	branchPoints: 0,
	sessions: 0,
	labels: 0,
	choices: 0,
};
