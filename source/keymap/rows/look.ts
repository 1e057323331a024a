import type { Row } from '../row.ts';
import { all, asked, needs, onSession, shown } from '../situation.ts';

export const LOOK = [
	{
		id: 'turn.inspect',
		scope: 'panes',
		keys: ['s'],
		title: 'everything stored about this turn',
		was: '/show',
		hint: { text: 'inspect', rank: 12 },
		group: 'Look',
		enabled: shown,
	},
	{
		id: 'source.open',
		scope: 'panes',
		keys: ['o'],
		title: 'open a source at its quote, or what came closest',
		group: 'Look',
		enabled: all(
			shown,
			needs(({ passages }) => passages > 0, 'no passage was looked at for this'),
		),
	},
	{
		id: 'root.verify',
		scope: 'panes',
		keys: ['R'],
		title: 'root and chain head, what they prove; verify',
		was: '/root',
		group: 'Look',
		enabled: asked,
	},
	{
		id: 'tree.scope',
		scope: 'panes',
		keys: ['t'],
		title: 'this session’s tree, or the whole forest',
		was: '/tree',
		group: 'Look',
		enabled: asked,
	},
	{
		id: 'copy.open',
		scope: 'panes',
		keys: ['y'],
		title: 'copy an answer, a question, code, an id',
		was: '/sid',
		group: 'Look',
		enabled: onSession,
	},
	{
		id: 'export.open',
		scope: 'panes',
		keys: ['x'],
		title: 'export this branch',
		group: 'Look',
		enabled: onSession,
	},
] as const satisfies readonly Row[];
