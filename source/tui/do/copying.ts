import { oneLine } from '../../commands/phrases.ts';
import { codeIn } from '../conversation/fences.ts';
import type { Desk } from '../desk.ts';
import type { Copies } from '../overlays/overlay.ts';
import { say } from '../say.ts';
import { openActs } from './acts.ts';
import { turnAtCursor } from './place.ts';

// What goes to the clipboard.

function copy(desk: Desk, text: string): void {
	say(desk, desk.copy(text));
}

function openCopies(desk: Desk, copies: Copies): void {
	const acts = copies.map(([name, text]) => ({
		text: name.padEnd(12) + oneLine(text, 80),
		run: () => copy(desk, text),
	}));
	openActs(desk, 'copy', 'copy', acts);
}

/** What can be copied of the turn at the cursor. */
function copyTurn(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	const ofTurn: Copies = turn
		? [
				['answer', turn.answer_text],
				['question', turn.question],
				...codeIn(turn.answer_text).map((code, i): [string, string] => [`code ${i + 1}`, code]),
				['bates', turn.bates],
			]
		: [];
	openCopies(desk, [...ofTurn, ['session id', turn?.sid ?? desk.state().sid]]);
}

/** What the page is about where it says so, else all of it. */
function copyPage(desk: Desk): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'text') return;
	const { copies = [], lines } = overlay;
	const [only] = copies;
	if (copies.length > 1) openCopies(desk, copies);
	else copy(desk, only?.[1] ?? lines.join('\n'));
}

export const COPYING = { 'copy.open': copyTurn, 'page.copy': copyPage };
