import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Target } from '../state.ts';
import { nodeAtCursor } from './place.ts';

// Where a question will land, and the draft that waits there.

/** The name under which a draft waits. */
export function placeOf(target: Target, sid: string): string {
	if (target.kind === 'beside') return `beside:${target.bates}`;
	return target.bates ?? `root:${sid}`;
}

/** Opens the composer for a target, with the draft that waits there. */
export function compose(desk: Desk, target: Target, text?: string): void {
	const { drafts, sid } = desk.state();
	const kept = drafts.get(placeOf(target, sid));
	desk.apply({ type: 'composing', target, draft: draftOf(kept ?? text ?? '') }, { type: 'focused', focus: 'composer' });
}

/** Where nothing is written yet, a question is asked where the cursor was led. */
export function followCursor(desk: Desk): void {
	const { focus, draft } = desk.state();
	if (focus === 'composer' && draft.text === '') compose(desk, targetHere(desk));
}

/** Where a question asked from here would land. */
export function targetHere(desk: Desk): Target {
	const state = desk.state();
	return { kind: 'under', bates: nodeAtCursor(state) ?? state.here };
}
