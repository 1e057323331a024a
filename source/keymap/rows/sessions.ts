import type { Row } from '../row.ts';
import { all, asked, onSession, writable } from '../situation.ts';

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
		id: 'session.name',
		scope: 'panes',
		keys: ['M'],
		title: 'name this session',
		group: 'Sessions',
		enabled: all(onSession, writable),
	},
] as const satisfies readonly Row[];
