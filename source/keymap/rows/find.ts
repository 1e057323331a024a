import type { Row } from '../row.ts';
import { all, always, needs, onTurn, remembered, writable } from '../situation.ts';

const found = needs(({ hits }) => hits > 0, 'find something first');
const forked = needs(({ branchPoints }) => branchPoints > 0, 'this session has no branch point yet');

export const FIND = [
	{
		id: 'find.open',
		scope: 'main',
		keys: ['/', 'ctrl-r'],
		title: 'find in all sessions',
		was: '/find',
		hint: { text: 'find', rank: 9 },
		group: 'Find',
		enabled: always,
	},
	{
		id: 'hit.next',
		scope: 'panes',
		keys: ['n'],
		title: 'to the next hit',
		as: 'hits',
		hint: { text: 'hits', rank: 2 },
		group: 'Find',
		enabled: found,
	},
	{
		id: 'hit.previous',
		scope: 'panes',
		keys: ['N'],
		title: 'to the previous hit',
		as: 'hits',
		group: 'Find',
		enabled: found,
	},
	{
		id: 'goto.open',
		scope: 'main',
		keys: [':', 'ctrl-p'],
		title: 'go to a bates, number or label; all commands',
		was: '/cd',
		group: 'Find',
		enabled: always,
	},
	{
		id: 'branch.next',
		scope: 'panes',
		keys: ['b'],
		title: 'to the next branch point',
		hint: { text: 'next branch', rank: 10 },
		group: 'Find',
		enabled: forked,
	},
	{
		id: 'branch.list',
		scope: 'panes',
		keys: ['B'],
		title: 'list the branch points',
		was: '/branches',
		group: 'Find',
		enabled: forked,
	},
	{
		id: 'label.set',
		scope: 'panes',
		keys: ['m'],
		title: 'label this turn',
		was: '/label',
		hint: { text: 'label', rank: 11 },
		group: 'Find',
		enabled: all(onTurn, remembered, writable),
	},
	{
		id: 'label.list',
		scope: 'panes',
		keys: ["'"],
		title: 'list the labels of all sessions',
		group: 'Find',
		enabled: needs(({ labels }) => labels > 0, 'nothing is labelled yet'),
	},
] as const satisfies readonly Row[];
