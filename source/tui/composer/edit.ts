import { wellFormed } from '../../text.ts';
import { verticalMove } from './layout.ts';
import { type CaretPlace, caretAt } from './words.ts';

interface Moment {
	readonly text: string;
	readonly caret: number;
}

/** What is being written. Values are never changed; each action gives a new one. */
export interface Draft extends Moment {
	/** The column that up and down try to keep. */
	readonly goal?: number | undefined;
	readonly undone: readonly Moment[];
	readonly done: readonly Moment[];
	/** What the last action was, as far as the next one may belong to the same step of undo. */
	readonly run?: 'typing' | 'rubbing' | undefined;
	/** How far back in the history this text is from, and what was being written before. */
	readonly recalled?: { readonly back: number; readonly draft: string } | undefined;
}

export type Action =
	/** Typed or pasted text: stored as it is, line ends as newlines. */
	| { readonly do: 'insert'; readonly text: string }
	| { readonly do: 'move'; readonly to: CaretPlace }
	/** Deletes from the caret to a place. */
	| { readonly do: 'delete'; readonly to: CaretPlace }
	| { readonly do: 'delete-line' }
	/** A row up or down as wrapped at `columns`; beyond the edge an earlier or later question, `history` being oldest first. */
	| { readonly do: 'up' | 'down'; readonly columns: number; readonly history?: readonly string[] }
	| { readonly do: 'undo' | 'redo' }
	/** Replaces everything: a question to edit, a draft kept, what came back from $EDITOR. */
	| { readonly do: 'set'; readonly text: string };

const STEPS_KEPT = 500;

export function draftOf(text: string): Draft {
	const stored = storedText(text);
	return { text: stored, caret: stored.length, undone: [], done: [] };
}

export function edit(draft: Draft, action: Action): Draft {
	switch (action.do) {
		case 'insert':
			return insert(draft, storedText(action.text));
		case 'move':
			return at(draft, caretAt(draft.text, draft.caret, action.to));
		case 'delete':
			return remove(draft, action.to);
		case 'delete-line':
			return removeLine(draft);
		case 'up':
		case 'down':
			return vertical(draft, action.do, action.columns, action.history ?? []);
		case 'undo':
			return travel(draft, 'done', 'undone');
		case 'redo':
			return travel(draft, 'undone', 'done');
		case 'set':
			return changed(draft, storedText(action.text));
	}
}

function storedText(text: string): string {
	return wellFormed(text).replaceAll(/\r\n?/g, '\n');
}

function at(draft: Draft, caret: number, goal?: number): Draft {
	return { ...draft, caret, goal, run: undefined };
}

function changed(draft: Draft, text: string, caret = text.length, run?: Draft['run'], sameStep = false): Draft {
	if (text === draft.text) return at(draft, caret);
	const done = sameStep ? draft.done : [...draft.done, { text: draft.text, caret: draft.caret }].slice(-STEPS_KEPT);
	return { text, caret, done, undone: [], run };
}

function insert(draft: Draft, added: string): Draft {
	if (added === '') return draft;
	const { text, caret } = draft;
	const typed = [...added].length === 1 && added !== '\n';
	// A step of undo is a word with the spaces after it.
	const newWord = /\S/.test(added) && /\s$/.test(text.slice(Math.max(0, caret - 1), caret));
	const sameStep = typed && draft.run === 'typing' && !newWord;
	const next = text.slice(0, caret) + added + text.slice(caret);
	return changed(draft, next, caret + added.length, typed ? 'typing' : undefined, sameStep);
}

function remove(draft: Draft, to: CaretPlace): Draft {
	const { text, caret } = draft;
	let place = caretAt(text, caret, to);
	// At the edge of a line the next deletion takes the line end.
	if (place === caret && to === 'line-start') place = Math.max(0, caret - 1);
	if (place === caret && to === 'line-end') place = Math.min(text.length, caret + 1);
	const [start, end] = place < caret ? [place, caret] : [caret, place];
	const step = to === 'left' || to === 'right' ? 'rubbing' : undefined;
	const sameStep = step !== undefined && draft.run === step;
	return changed(draft, text.slice(0, start) + text.slice(end), start, step, sameStep);
}

function removeLine(draft: Draft): Draft {
	const { text, caret } = draft;
	const start = caretAt(text, caret, 'line-start');
	const end = caretAt(text, caret, 'line-end');
	// With the newline after it, or before the last line.
	const from = end === text.length && start > 0 ? start - 1 : start;
	const next = text.slice(0, from) + text.slice(Math.min(text.length, end + 1));
	return changed(draft, next, Math.min(start, next.length));
}

function vertical(draft: Draft, way: 'up' | 'down', columns: number, history: readonly string[]): Draft {
	const step = way === 'up' ? -1 : 1;
	const moved = verticalMove(draft.text, draft.caret, columns, step, draft.goal);
	if (moved !== undefined) return at(draft, moved.caret, moved.goal);
	const back = (draft.recalled?.back ?? 0) - step;
	if (back < 0 || back > history.length) return at(draft, way === 'up' ? 0 : draft.text.length);
	const before = draft.recalled?.draft ?? draft.text;
	const text = back === 0 ? before : storedText(history.at(-back) ?? '');
	// Up leaves the caret in the first row and down in the last, so that the same key goes on through the history.
	const first = text.indexOf('\n');
	const caret = way === 'up' && first >= 0 ? first : text.length;
	return { ...changed(draft, text, caret), recalled: back === 0 ? undefined : { back, draft: before } };
}

function travel(draft: Draft, from: 'done' | 'undone', to: 'done' | 'undone'): Draft {
	const moment = draft[from].at(-1);
	if (moment === undefined) return draft;
	const here: Moment = { text: draft.text, caret: draft.caret };
	const stacks = { done: draft.done, undone: draft.undone };
	return { ...stacks, [from]: draft[from].slice(0, -1), [to]: [...draft[to], here], ...moment };
}
