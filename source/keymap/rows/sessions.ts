import type { Row } from '../row.ts';
import { all, asked, needs, onSession, onTurn, remembered, writable } from '../situation.ts';

export const SESSIONS = [
	{
		id: 'session.new',
		scope: 'main',
		keys: ['ctrl-n'],
		title: 'begin a new session',
		group: 'Sessions',
		enabled: writable,
	},
	{
		id: 'session.list',
		scope: 'panes',
		keys: ['S'],
		title: 'list the sessions',
		hint: { text: 'sessions', rank: 13 },
		group: 'Sessions',
		enabled: asked,
	},
	{
		id: 'session.across',
		scope: 'panes',
		keys: ['f'],
		title: 'to where another session meets this one',
		group: 'Sessions',
		enabled: needs(
			({ on }) => on === 'turn' || on === 'session' || on === 'link',
			'the cursor is on no turn or session',
		),
	},
	{
		id: 'session.name',
		scope: 'panes',
		keys: ['M'],
		title: 'name this session',
		group: 'Sessions',
		enabled: all(onSession, writable),
	},
	{
		id: 'session.clear',
		scope: 'panes',
		keys: ['X'],
		title: 'remove old sessions for good',
		group: 'Sessions',
		enabled: all(asked, writable),
	},
	{
		id: 'import.open',
		scope: 'panes',
		keys: ['O'],
		title: 'import what other tools left here',
		group: 'Sessions',
		enabled: writable,
	},
	{
		id: 'import.leave',
		scope: 'page',
		keys: ['tab'],
		title: 'leave what runs on the page running',
		hint: { text: 'leave running', rank: 1 },
		group: 'Lists and pages',
		enabled: needs(({ works }) => works, 'nothing runs here'),
	},
	{
		id: 'turn.forget',
		scope: 'panes',
		keys: ['D'],
		title: 'forget this turn for good',
		group: 'Branch',
		enabled: all(onTurn, remembered, writable),
	},
] as const satisfies readonly Row[];
