import type { Row } from '../row.ts';
import { all, always, needs, onTurn, shown } from '../situation.ts';

const hasSiblings = all(
	onTurn,
	needs(({ siblings }) => siblings > 1, 'this turn has no siblings'),
);

/** Moving in the pane or the overlay that has the focus: through rows, or through lines where there are no rows. */
const ANYWHERE = [
	{ id: 'move.down', keys: ['j', 'down'], title: 'to the next row, a line down', as: 'move, scroll' },
	{ id: 'move.up', keys: ['k', 'up'], title: 'to the row above, a line up', as: 'move, scroll' },
	{ id: 'move.first', keys: ['g', 'home'], title: 'to the first row', as: 'to the first, the last' },
	{ id: 'move.last', keys: ['G', 'end'], title: 'to the last row', as: 'to the first, the last' },
	{ id: 'move.half-down', keys: ['ctrl-d'], title: 'half a page down', as: 'half a page' },
	{ id: 'move.half-up', keys: ['ctrl-u'], title: 'half a page up', as: 'half a page' },
	{ id: 'move.page-down', keys: ['page-down', 'ctrl-f'], title: 'a page down', as: 'a page' },
	{ id: 'move.page-up', keys: ['page-up', 'ctrl-b'], title: 'a page up', as: 'a page' },
] as const;

/** Moving the conversation from wherever the focus is. */
const BESIDE = [
	{ id: 'scroll.down', keys: ['J', 'shift-down'], title: 'the conversation a line down', as: 'the conversation' },
	{ id: 'scroll.up', keys: ['K', 'shift-up'], title: 'the conversation a line up', as: 'the conversation' },
	{ id: 'scroll.page-down', keys: ['space'], title: 'the conversation a page down', as: 'the conversation, by page' },
	{ id: 'scroll.page-up', keys: ['backspace'], title: 'the conversation a page up', as: 'the conversation, by page' },
] as const;

export const MOVE = [
	...ANYWHERE.map((row) => ({ ...row, scope: 'browse', group: 'Move', enabled: always }) as const),
	{
		id: 'fold.close',
		scope: 'tree',
		keys: ['h', 'left'],
		title: 'fold; when folded, to the parent',
		as: 'fold, unfold',
		group: 'Move',
		enabled: always,
	},
	{
		id: 'fold.open',
		scope: 'tree',
		keys: ['l', 'right'],
		title: 'unfold; when unfolded, to the first child',
		as: 'fold, unfold',
		group: 'Move',
		enabled: always,
	},
	{
		id: 'sibling.previous',
		scope: 'panes',
		keys: ['['],
		title: 'to the previous sibling, where you last were',
		as: 'siblings',
		hint: { text: 'siblings', short: 'sib', rank: 8 },
		group: 'Move',
		enabled: hasSiblings,
	},
	{
		id: 'sibling.next',
		scope: 'panes',
		keys: [']'],
		title: 'to the next sibling, where you last were',
		as: 'siblings',
		group: 'Move',
		enabled: hasSiblings,
	},
	{
		id: 'path.previous',
		scope: 'panes',
		keys: ['{'],
		title: 'to the turn above on the path',
		as: 'along the path',
		group: 'Move',
		enabled: all(
			onTurn,
			needs(({ hasParent }) => hasParent, 'this turn is the first on its path'),
		),
	},
	{
		id: 'path.next',
		scope: 'panes',
		keys: ['}'],
		title: 'to the turn below on the path',
		as: 'along the path',
		group: 'Move',
		enabled: all(
			onTurn,
			needs(({ children }) => children > 0, 'this turn is the last on its path'),
		),
	},
	{
		id: 'jump.back',
		scope: 'panes',
		keys: ['`'],
		title: 'where you were, and forth again',
		group: 'Move',
		enabled: needs(({ cameFrom }) => cameFrom, 'you were nowhere else yet'),
	},
	...BESIDE.map((row) => ({ ...row, scope: 'panes', group: 'Move', enabled: shown }) as const),
	{
		id: 'pane.next',
		scope: 'main',
		keys: ['tab'],
		title: 'to the next pane',
		as: 'panes',
		group: 'Move',
		enabled: always,
	},
	{
		id: 'pane.previous',
		scope: 'main',
		keys: ['shift-tab'],
		title: 'to the previous pane',
		as: 'panes',
		group: 'Move',
		enabled: always,
	},
	{
		id: 'pane.back',
		scope: 'panes',
		keys: ['esc'],
		title: 'back, or to the tree; there, stop the answer',
		hint: { text: 'back', rank: 3 },
		group: 'Move',
		enabled: needs(({ away, stoppable }) => away || stoppable, 'you are in the tree'),
	},
] as const satisfies readonly Row[];
