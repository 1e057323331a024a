import { oneLine } from '../../commands/phrases.ts';
import { codeIn } from '../conversation/fences.ts';
import type { Desk } from '../desk.ts';
import { isForgotten } from '../forgotten.ts';
import type { Copies } from '../overlays/overlay.ts';
import { say } from '../say.ts';
import { openActs } from './acts.ts';
import { sidOfRow, turnAtCursor } from './place.ts';

// What goes to the clipboard.

function copy(desk: Desk, text: string): void {
	say(desk, desk.copy(text));
}

function openCopies(desk: Desk, title: string, copies: Copies): void {
	const acts = copies.map(([name, text]) => ({
		text: name.padEnd(12) + oneLine(text, 80),
		run: () => copy(desk, text),
	}));
	openActs(desk, 'copy', title, acts);
}

/** What can be copied of the turn at the cursor. */
function copyTurn(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	const texts: Copies = turn
		? [
				['answer', turn.answer_text],
				['question', turn.question],
				...codeIn(turn.answer_text).map((code, i): [string, string] => [`code ${i + 1}`, code]),
				['bates', turn.bates],
			]
		: [];
	const sid: Copies = [['session id', sidOfRow(desk.state())]];
	const title = turn && isForgotten(turn) ? 'copy; the text of this turn is forgotten' : 'copy';
	openCopies(desk, title, [...texts.filter(([, text]) => text !== ''), ...sid]);
}

/** What the page is about where it says so, else all of it. */
function copyPage(desk: Desk): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'text') return;
	const { copies = [], lines } = overlay;
	const [only] = copies;
	if (copies.length > 1) openCopies(desk, 'copy', copies);
	else copy(desk, only?.[1] ?? lines.join('\n'));
}

export const COPYING = { 'copy.open': copyTurn, 'page.copy': copyPage };
