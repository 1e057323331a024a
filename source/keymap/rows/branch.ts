import type { Row } from '../row.ts';
import { all, answered, needs, onRow, onTurn, remembered, writable } from '../situation.ts';

const belowRoot = needs(({ atRoot }) => !atRoot, 'you stand at the root');

export const BRANCH = [
	{
		id: 'turn.stand',
		scope: 'panes',
		keys: ['enter'],
		title: 'stand here: the next question goes below',
		was: '/cd',
		hint: { text: 'stand here', short: 'stand', rank: 4 },
		group: 'Branch',
		enabled: all(
			onRow,
			needs(({ here }) => !here, 'you stand here'),
		),
	},
	{
		id: 'turn.parent',
		scope: 'panes',
		keys: ['u'],
		title: 'stand on the parent',
		was: '/back',
		group: 'Branch',
		enabled: belowRoot,
	},
	{
		id: 'composer.parent',
		// The second esc comes when the first has left the composer already.
		scope: 'main',
		keys: ['esc esc'],
		title: 'stand on the parent, when nothing is written',
		group: 'Branch',
		enabled: all(
			belowRoot,
			needs(({ composerEmpty }) => composerEmpty, 'something is written'),
		),
	},
	{
		id: 'turn.ask',
		scope: 'panes',
		keys: ['a', 'i'],
		title: 'ask under this turn: on an earlier one a fork',
		hint: { text: 'ask', rank: 5 },
		group: 'Branch',
		enabled: writable,
	},
	{
		id: 'turn.edit',
		scope: 'panes',
		keys: ['e'],
		title: 'edit the question, as a sibling',
		hint: { text: 'edit', rank: 6 },
		group: 'Branch',
		enabled: all(onTurn, remembered, writable),
	},
	{
		id: 'turn.again',
		scope: 'panes',
		keys: ['r'],
		title: 'ask the same again, as a sibling',
		hint: { text: 'again', rank: 7 },
		group: 'Branch',
		enabled: all(onTurn, remembered, writable, answered),
	},
	{
		id: 'turn.continue',
		scope: 'panes',
		keys: ['c'],
		title: 'continue an answer that was cut',
		hint: { text: 'continue', rank: 3 },
		group: 'Branch',
		enabled: all(
			onTurn,
			needs(({ finish }) => finish !== undefined && finish !== 'complete', 'this answer is whole'),
			writable,
			answered,
		),
	},
] as const satisfies readonly Row[];
