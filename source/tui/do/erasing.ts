import { forgetEverywhere, NOT_SCRUBBED, pruneEverywhere, stayingText, wordsThatStay } from '../../commands/erasing.ts';
import { count, oneLine } from '../../commands/phrases.ts';
import { ArboristError } from '../../errors.ts';
import type { Desk } from '../desk.ts';
import { nameIn } from '../names.ts';
import { fieldOf } from '../overlays/overlay.ts';
import { say } from '../say.ts';
import { guard } from '../trouble.ts';
import { openActs } from './acts.ts';
import { turnAtCursor } from './place.ts';

// Erasing on purpose: shown before, and done for a word that no stray keys spell. Nothing of it can be undone, so it says so.

/** How many of the newest sessions stay when old ones are removed; the command line takes any number. */
const KEPT = [100, 30, 10] as const;

/** Asks for a word, and erases once it is typed; what else is typed erases nothing. */
function erasesFor(desk: Desk, word: string, what: string, erase: () => Promise<void>): void {
	const save = (text: string) => {
		if (text.trim() !== word) throw new ArboristError('USAGE', `Only the word ${word} does it; esc keeps everything.`);
		guard(desk, erase);
	};
	const about = `${what} This cannot be undone; esc keeps everything.`;
	desk.apply({ type: 'overlay', overlay: fieldOf(`type ${word} to erase for good`, save, { about }) });
}

function sayErased(desk: Desk, text: string, scrubbed: boolean): void {
	if (scrubbed) say(desk, text, 'good');
	else say(desk, `${text} ${NOT_SCRUBBED}`, 'bad');
}

function forgetHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (!turn) return;
	const staying = stayingText(wordsThatStay(desk.forest, turn));
	const what = `Forgets “${oneLine(turn.question, 50)}”; its place and its hashes stay. ${staying}`.trim();
	erasesFor(desk, 'forget', what, async () => {
		const { scrubbed } = forgetEverywhere(desk.forest, await desk.library(), turn);
		sayErased(desk, 'The turn is forgotten.', scrubbed);
	});
}

function clearSessions(desk: Desk): void {
	const choices = KEPT.flatMap((keep) => {
		const { goes, turns } = desk.forest.prunable(keep);
		const [oldest] = goes;
		if (!oldest) return [];
		const names = `${nameIn(desk.forest, oldest)}${goes.length > 1 ? ` and ${goes.length - 1} more` : ''}`;
		const erase = async () => {
			const sids = goes.map(({ sid }) => sid);
			const { scrubbed, goes: gone } = pruneEverywhere(desk.forest, await desk.library(), sids);
			sayErased(desk, `${count(gone.length, 'session')} removed.`, scrubbed);
		};
		return [
			{
				text: `keep the newest ${keep}: ${names} go`,
				right: count(turns, 'turn'),
				run: () => erasesFor(desk, 'remove', `Removes ${names}, ${count(turns, 'turn')}.`, erase),
			},
		];
	});
	if (choices.length === 0) say(desk, 'No session is old enough, or all are kept by something.');
	else openActs(desk, 'erase', 'remove old sessions; what is labelled, open or needed stays', choices);
}

export const ERASING = { 'turn.forget': forgetHere, 'session.clear': clearSessions };
