import { draftOf } from '../composer/edit.ts';
import { rubbed, typeInto } from '../composer/field.tsx';
import type { Desk } from '../desk.ts';
import type { Keyboard } from '../screen/mount.ts';
import type { InputEvent } from '../screen/sequences.ts';

// The one-line field that is open; see composer/field.tsx for what types into it.

/** It holds another text now. */
export function fieldWritten(desk: Desk, value: string): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'field') return;
	desk.apply({ type: 'overlay', overlay: { ...overlay, draft: draftOf(value), problem: null } });
}

/** Gives it a key or a text. `flush` has what was typed before drawn. */
export function typeField(desk: Desk, keyboard: Keyboard, event: InputEvent, flush: () => void): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'field') return;
	if (event.kind === 'key' && event.text === undefined) {
		if (event.key === 'backspace' || event.key === 'ctrl-h') fieldWritten(desk, rubbed(overlay.draft.text));
		else if (event.key === 'ctrl-u' || event.key === 'ctrl-w') fieldWritten(desk, '');
	} else {
		// The key that opened the field may have come in the same burst.
		flush();
		typeInto(keyboard, event, flush);
	}
}
