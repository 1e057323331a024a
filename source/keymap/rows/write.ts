import type { Note, Row } from '../row.ts';
import { all, always, answered, needs, shown, writable } from '../situation.ts';

export const WRITE = [
	{
		id: 'composer.send',
		scope: 'composer',
		keys: ['enter'],
		title: 'ask',
		hint: { text: 'ask', rank: 2 },
		group: 'Write',
		enabled: all(
			writable,
			needs(({ composerEmpty }) => !composerEmpty, 'write a question first'),
			answered,
		),
	},
	{
		id: 'composer.send-alone',
		scope: 'main',
		keys: ['ctrl-o'],
		title: 'ask what is written without the turns above',
		group: 'Write',
		enabled: all(
			writable,
			needs(({ composerEmpty }) => !composerEmpty, 'write a question first'),
			answered,
		),
	},
	{
		id: 'composer.newline',
		scope: 'composer',
		// tmux sends no shift-enter.
		keys: ['alt-enter', 'ctrl-j', 'shift-enter', 'ctrl-enter'],
		title: 'a new line',
		hint: { text: 'new line', rank: 11 },
		group: 'Write',
		enabled: always,
	},
	{
		id: 'composer.leave',
		scope: 'composer',
		keys: ['esc'],
		title: 'back to the tree; what is written stays',
		hint: { text: 'to the forest', short: 'forest', rank: 3 },
		group: 'Write',
		enabled: always,
	},
	{
		id: 'composer.up',
		scope: 'composer',
		keys: ['up'],
		title: 'a row up; at the first, an earlier question',
		as: 'rows, then earlier questions',
		group: 'Write',
		enabled: always,
	},
	{
		id: 'composer.down',
		scope: 'composer',
		keys: ['down'],
		title: 'a row down; at the last, a later question',
		as: 'rows, then earlier questions',
		group: 'Write',
		enabled: always,
	},
	{
		id: 'composer.page-down',
		scope: 'composer',
		keys: ['page-down'],
		title: 'the conversation a page down, while writing',
		as: 'the conversation, while writing',
		group: 'Write',
		enabled: shown,
	},
	{
		id: 'composer.page-up',
		scope: 'composer',
		keys: ['page-up'],
		title: 'the conversation a page up, while writing',
		as: 'the conversation, while writing',
		group: 'Write',
		enabled: shown,
	},
	{
		id: 'composer.editor',
		scope: 'main',
		keys: ['ctrl-g'],
		title: 'write in your editor',
		group: 'Write',
		enabled: all(
			writable,
			needs(({ editor }) => editor, 'neither VISUAL nor EDITOR is set'),
		),
	},
	{
		id: 'engine.list',
		scope: 'panes',
		keys: ['E'],
		title: 'choose what answers',
		group: 'Write',
		enabled: always,
	},
	{
		id: 'history.toggle',
		scope: 'panes',
		keys: ['H'],
		title: 'send the turns above along, or not',
		group: 'Write',
		enabled: always,
	},
	{
		id: 'composer.quit',
		scope: 'composer',
		keys: ['ctrl-d'],
		title: 'quit, when nothing is written',
		hint: { text: 'quit', rank: 10 },
		group: 'Write',
		enabled: needs(({ composerEmpty }) => composerEmpty, 'something is written'),
	},
] as const satisfies readonly Row[];

/** Keys that the text takes itself (source/tui/composer/keys.ts): told in help, no command's. */
export const EDITING: Note = {
	keys: 'ctrl-a e b f, alt-b f d, ctrl-w k u, ctrl-_ alt-z',
	title: 'move, delete, undo and redo as in a shell',
	group: 'Write',
};
