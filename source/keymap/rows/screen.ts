import type { Row } from '../row.ts';
import { all, always, needs } from '../situation.ts';

/** What concerns the screen and the program. */
export const SCREEN = [
	{
		id: 'tree.hide',
		scope: 'panes',
		keys: ['\\'],
		title: 'hide or show the tree',
		group: 'Screen',
		enabled: needs(({ stacked }) => !stacked, 'one pane at a time at this width'),
	},
	...(
		[
			{ id: 'tree.wider', keys: ['+', '='], title: 'a wider tree' },
			{ id: 'tree.narrower', keys: ['-'], title: 'a narrower tree' },
		] as const
	).map(
		(row) =>
			({
				...row,
				scope: 'panes',
				as: 'a wider, a narrower tree',
				group: 'Screen',
				enabled: all(
					needs(({ stacked }) => !stacked, 'one pane at a time at this width'),
					needs(({ treeHidden }) => !treeHidden, 'the tree is hidden'),
				),
			}) as const,
	),
	{
		id: 'help.open',
		scope: 'helped',
		keys: ['?', 'f1'],
		title: 'every key, and why some do not work here',
		was: '/help',
		hint: { text: 'help', rank: 0 },
		group: 'Screen',
		enabled: always,
	},
	{
		id: 'cancel',
		scope: 'main',
		keys: ['ctrl-c'],
		title: 'stop what runs; twice quits',
		hint: { text: 'stop', rank: 1 },
		group: 'Screen',
		enabled: needs(({ running }) => running, 'nothing to stop; once more quits'),
	},
	{
		id: 'screen.redraw',
		scope: 'global',
		keys: ['ctrl-l'],
		title: 'draw everything again',
		group: 'Screen',
		enabled: always,
	},
	{
		id: 'suspend',
		scope: 'global',
		keys: ['ctrl-z'],
		title: 'to the shell; fg comes back',
		group: 'Screen',
		enabled: always,
	},
	{ id: 'quit', scope: 'panes', keys: ['q'], title: 'quit', was: '/quit', group: 'Screen', enabled: always },
	{
		id: 'quit.now',
		scope: 'global',
		keys: ['ctrl-c ctrl-c'],
		title: 'quit from anywhere',
		group: 'Screen',
		enabled: always,
	},
] as const satisfies readonly Row[];
