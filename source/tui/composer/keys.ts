import type { InputEvent } from '../screen/sequences.ts';
import type { Action } from './edit.ts';

/** The editing keys, those of readline. What the table of commands has is not here: a new line, enter, esc, up and down. */
export const EDITING_KEYS: Readonly<Record<string, Action>> = {
	left: { do: 'move', to: 'left' },
	right: { do: 'move', to: 'right' },
	'ctrl-b': { do: 'move', to: 'left' },
	'ctrl-f': { do: 'move', to: 'right' },
	'alt-b': { do: 'move', to: 'word-left' },
	'alt-f': { do: 'move', to: 'word-right' },
	'ctrl-left': { do: 'move', to: 'word-left' },
	'ctrl-right': { do: 'move', to: 'word-right' },
	'alt-left': { do: 'move', to: 'word-left' },
	'alt-right': { do: 'move', to: 'word-right' },
	home: { do: 'move', to: 'line-start' },
	end: { do: 'move', to: 'line-end' },
	'ctrl-a': { do: 'move', to: 'line-start' },
	'ctrl-e': { do: 'move', to: 'line-end' },
	'ctrl-home': { do: 'move', to: 'start' },
	'ctrl-end': { do: 'move', to: 'end' },
	'alt-<': { do: 'move', to: 'start' },
	'alt->': { do: 'move', to: 'end' },
	backspace: { do: 'delete', to: 'left' },
	'ctrl-h': { do: 'delete', to: 'left' },
	delete: { do: 'delete', to: 'right' },
	'ctrl-w': { do: 'delete', to: 'word-left' },
	'alt-backspace': { do: 'delete', to: 'word-left' },
	'ctrl-backspace': { do: 'delete', to: 'word-left' },
	'alt-d': { do: 'delete', to: 'word-right' },
	'ctrl-delete': { do: 'delete', to: 'word-right' },
	'ctrl-u': { do: 'delete', to: 'line-start' },
	'ctrl-k': { do: 'delete', to: 'line-end' },
	'ctrl-_': { do: 'undo' },
	'alt-z': { do: 'redo' },
};

/** The text an event brings, if any: a key that types, what is no key, a paste. */
export function textOf(event: InputEvent): string | undefined {
	return event.kind === 'reply' ? undefined : event.text;
}

/** What an event does to a text, or undefined when that is for somebody else to say. */
export function actionOf(event: InputEvent): Action | undefined {
	const text = textOf(event);
	if (text !== undefined) return { do: 'insert', text };
	return event.kind === 'key' ? EDITING_KEYS[event.key] : undefined;
}
