import type { CommandId } from '../keymap/table.ts';
import { type Action as Edit, edit } from './composer/edit.ts';
import { actionOf } from './composer/keys.ts';
import { editLine } from './composer/line.ts';
import type { Desk } from './desk.ts';
import { search } from './do/find.ts';
import { paletteItems } from './do/lists.ts';
import { say } from './say.ts';
import type { InputEvent } from './screen/sequences.ts';
import { darkByReply } from './screen/theme.ts';
import { placeNow, situationOf } from './situation.ts';

/** Two of the same key within this many milliseconds are the double key of the table. */
const TWICE = 600;

/** Sends each event of the terminal where it belongs: to a command, or into the text that is being written. */
export function createRouter(desk: Desk, perform: (id: CommandId, nth: number) => void): (event: InputEvent) => void {
	let last = { key: '', at: 0 };
	return (event) => {
		if (event.kind === 'reply') {
			const dark = darkByReply(event.text);
			if (dark !== undefined) desk.apply({ type: 'background', dark });
			return;
		}
		if (desk.state().notice !== null) desk.apply({ type: 'notice', notice: null });
		if (event.kind === 'key') {
			const now = desk.now();
			const twice = last.key === event.key && now - last.at < TWICE ? `${event.key} ${event.key}` : undefined;
			// Of two escs the first leaves the composer; one that closed something else, or nothing, is none of two.
			const counts = event.key !== 'esc' || (desk.state().focus === 'composer' && desk.state().overlay === null);
			last = { key: twice === undefined && counts ? event.key : '', at: now };
			for (const key of [twice, event.key]) if (key !== undefined && pressed(desk, key, perform)) return;
		}
		if (desk.state().overlay?.kind === 'field') {
			desk.typeField(event);
			return;
		}
		const action = actionOf(event);
		if (action !== undefined) type(desk, action);
	};
}

/** Whether the key was a command's; one that does not work now says why. */
function pressed(desk: Desk, key: string, perform: (id: CommandId, nth: number) => void): boolean {
	const command = desk.keymap.commandFor(placeNow(desk.state()), key, situationOf(desk));
	if (command === undefined) return false;
	// A double key that cannot be done now leaves its second half to the single key.
	if ('disabled' in command && key.includes(' ')) return false;
	if ('disabled' in command) say(desk, command.disabled);
	else perform(command.id as CommandId, command.nth);
	return true;
}

function type(desk: Desk, action: Edit): void {
	const { overlay, focus, draft } = desk.state();
	switch (overlay?.kind) {
		case 'find':
			search(desk, overlay, editLine(overlay.draft, action));
			return;
		case 'help':
			desk.apply({ type: 'overlay', overlay: { ...overlay, filter: editLine(overlay.filter, action), top: 0 } });
			return;
		case 'list': {
			if (!overlay.typing) return;
			const filter = editLine(overlay.filter, action);
			const items = overlay.purpose === 'palette' ? paletteItems(desk, filter.text) : overlay.items;
			desk.apply({ type: 'overlay', overlay: { ...overlay, filter, items, cursor: 0 } });
			return;
		}
		case 'field':
		case 'text':
			return;
		default:
			if (focus === 'composer') desk.apply({ type: 'drafted', draft: edit(draft, action) });
	}
}
