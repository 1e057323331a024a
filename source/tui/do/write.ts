import { secretIn, secretWarning } from '../../answer/guard.ts';
import { draftOf, edit } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import { fieldOf } from '../overlays/overlay.ts';
import { say } from '../say.ts';
import { guard } from '../trouble.ts';
import { type Options, sendQuestion } from './answer.ts';
import { keepDraftHere, unsent } from './drafts.ts';
import { turnAtCursor } from './place.ts';
import { type Perform, runSlashed } from './slash.ts';
import { askHere } from './turns.ts';

// The composer, and the one-line fields.

/** What was pointed out before it was sent; sent once more, it is meant. */
const pointedOut = new WeakMap<Desk, string>();

function send(desk: Desk, perform: Perform, options: Options = {}): void {
	const { draft, target } = desk.state();
	if (runSlashed(desk, draft.text, perform)) {
		if (desk.state().draft === draft) desk.apply({ type: 'drafted', draft: draftOf('') });
		keepDraftHere(desk);
		return;
	}
	const secret = secretIn(draft.text);
	if (secret !== undefined && pointedOut.get(desk) !== draft.text) {
		pointedOut.set(desk, draft.text);
		say(desk, `${secretWarning(secret)} Send it again if you mean it.`, 'bad');
		return;
	}
	// Of a recalled question, what was being written before goes on.
	desk.apply({ type: 'drafted', draft: draftOf(draft.recalled?.draft ?? '') });
	sendQuestion(desk, target, draft.text, options);
}

/** Leaves the composer; what is written waits where it was to be asked. */
function leave(desk: Desk): void {
	guard(desk, () => keepDraftHere(desk));
	desk.apply({ type: 'focused', focus: desk.state().treeHidden ? 'conversation' : 'tree' });
}

/** Earlier questions for recall, oldest first: those of this path, and those that got no answer. */
function recalled(desk: Desk): string[] {
	const { target, here } = desk.state();
	const bates = target.kind === 'under' ? target.bates : here;
	const path = bates === null ? [] : desk.forest.outline.lineage(bates, 50);
	return [...path.flatMap((each) => desk.forest.turn(each)?.question || []), ...unsent(desk.state())];
}

function vertical(desk: Desk, to: 'up' | 'down'): void {
	const { draft, columns } = desk.state();
	desk.apply({
		type: 'drafted',
		draft: edit(draft, { do: to, columns: Math.max(1, columns - 3), history: recalled(desk) }),
	});
}

function inEditor(desk: Desk): void {
	if (desk.state().focus !== 'composer') askHere(desk);
	const edited = desk.edit(desk.state().draft.text);
	if ('problem' in edited) say(desk, edited.problem, 'bad');
	else
		desk.apply({
			type: 'drafted',
			draft: edit(desk.state().draft, { do: 'set', text: edited.text.replace(/\n$/, '') }),
		});
}

function labelHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (!turn) return;
	const title = turn.label === null ? 'label this turn' : 'label this turn; empty takes the label away';
	const save = (text: string) => desk.forest.label(turn.bates, text.trim() === '' ? null : text);
	desk.apply({ type: 'overlay', overlay: fieldOf(title, save, { text: turn.label ?? '' }) });
}

function nameSession(desk: Desk): void {
	const row = desk.state().tree.at(desk.state().cursor)?.row;
	const sid = row?.kind === 'session' ? row.session.sid : desk.state().sid;
	const save = (text: string) => desk.forest.labelSession(sid, text.trim() === '' ? null : text);
	const text = desk.forest.session(sid)?.label ?? '';
	desk.apply({ type: 'overlay', overlay: fieldOf('name this session', save, { text }) });
}

/** Saves a field. What cannot be saved stays to be mended, with the reason. */
function save(desk: Desk): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'field') return;
	try {
		overlay.save(overlay.draft.text);
		desk.apply({ type: 'overlay', overlay: null });
	} catch (error) {
		desk.apply({
			type: 'overlay',
			overlay: { ...overlay, problem: error instanceof Error ? error.message : String(error) },
		});
	}
}

export function writing(perform: Perform) {
	return {
		'composer.send': (desk: Desk) => send(desk, perform),
		'composer.send-alone': (desk: Desk) => send(desk, perform, { history: false }),
		'composer.leave': leave,
		'composer.newline': (desk: Desk) =>
			desk.apply({ type: 'drafted', draft: edit(desk.state().draft, { do: 'insert', text: '\n' }) }),
		'composer.up': (desk: Desk) => vertical(desk, 'up'),
		'composer.down': (desk: Desk) => vertical(desk, 'down'),
		'composer.editor': inEditor,
		'label.set': labelHere,
		'session.name': nameSession,
		'field.save': save,
	};
}
