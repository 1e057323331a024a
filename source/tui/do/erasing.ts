import { forgetEverywhere, NOT_SCRUBBED, pruneEverywhere } from '../../commands/erasing.ts';
import { count, oneLine } from '../../commands/phrases.ts';
import type { Desk } from '../desk.ts';
import { nameIn } from '../names.ts';
import { say } from '../say.ts';
import { type Act, openActs } from './acts.ts';
import { turnAtCursor } from './place.ts';

// Erasing on purpose: asked once, shown before, and nothing of it can be undone, so it says so.

/** How many of the newest sessions stay when old ones are removed; the command line takes any number. */
const KEPT = [100, 30, 10] as const;

function ask(desk: Desk, title: string, acts: readonly Act[]): void {
	openActs(desk, 'erase', title, [{ text: 'keep everything as it is', run: () => undefined }, ...acts]);
}

function sayErased(desk: Desk, text: string, scrubbed: boolean): void {
	if (scrubbed) say(desk, text, 'good');
	else say(desk, `${text} ${NOT_SCRUBBED}`, 'bad');
}

function forgetHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (!turn) return;
	ask(desk, 'forget this turn? its place and its hashes stay', [
		{
			text: `forget “${oneLine(turn.question, 50)}”`,
			right: 'for good',
			async run() {
				const { scrubbed } = forgetEverywhere(desk.forest, await desk.library(), turn);
				desk.forester.forget(turn.bates);
				sayErased(desk, 'The turn is forgotten.', scrubbed);
			},
		},
	]);
}

function clearSessions(desk: Desk): void {
	const choices = KEPT.flatMap((keep) => {
		const { goes, turns } = desk.forest.prunable(keep);
		const [oldest] = goes;
		if (!oldest) return [];
		const names = `${nameIn(desk.forest, oldest)}${goes.length > 1 ? ` and ${goes.length - 1} more` : ''}`;
		return [
			{
				text: `keep the newest ${keep}: ${names} go`,
				right: `${count(turns, 'turn')}, for good`,
				async run() {
					const sids = goes.map(({ sid }) => sid);
					const { scrubbed, goes: gone } = pruneEverywhere(desk.forest, await desk.library(), sids);
					sayErased(desk, `${count(gone.length, 'session')} removed.`, scrubbed);
				},
			},
		];
	});
	if (choices.length === 0) say(desk, 'No session is old enough, or all are kept by something.');
	else ask(desk, 'remove old sessions? what is labelled, open or needed stays', choices);
}

export const ERASING = { 'turn.forget': forgetHere, 'session.clear': clearSessions };
