import { ArboristError } from '../errors.ts';
import type { Turn } from '../store/types.ts';
import type { Command } from './command.ts';
import { confirmed } from './confirming.ts';
import { forgetEverywhere, NOT_SCRUBBED, stayingText, wordsThatStay } from './erasing.ts';
import { count, oneLine } from './phrases.ts';
import { sessionInUse } from './session-in-use.ts';

interface Data {
	turn: Turn;
	/** How many turns hang below it; they stay. */
	below: number;
	/** What turns below took over from it. */
	staying: string[];
	/** False when it was only shown. */
	forgotten: boolean;
	scrubbed: boolean;
}

function planText({ turn, below, staying }: Data, verb: string): string {
	return [
		`${verb} question, answer, citations and label of ${turn.bates}, for good: this cannot be undone.`,
		`  “${oneLine(turn.question)}”`,
		`Its place and its hashes stay${below > 0 ? `, and so ${below === 1 ? 'does' : 'do'} ${count(below, 'turn')} below it` : ''}.`,
		stayingText(staying),
	]
		.filter((line) => line !== '')
		.join('\n');
}

export const forget: Command<Data> = {
	verb: 'forget',
	usage: ['forget REF [--sid ID] [--yes] [--json]'],
	summary: 'blank one turn for good, wherever its text is kept; its place and its hashes stay; shown first',
	flags: ['sid', 'yes', 'json'],
	words: 'one',
	async run({ words, flags }, context) {
		const seen = context.existingForest();
		const { turn, others } = seen.resolve(words.join(' '), sessionInUse(seen, flags.sid)?.sid ?? null);
		if (others > 0)
			throw new ArboristError(
				'UNKNOWN_REFERENCE',
				`${count(others + 1, 'turn')} carry the label “${oneLine(turn.label ?? '', 40)}”.`,
				'What is erased must be named by its bates id.',
			);
		const below = seen.outline.countBelow(turn.bates, 10_000);
		const data = { turn, below, staying: wordsThatStay(seen, turn), forgotten: false, scrubbed: true };
		if (!(await confirmed(context, flags.yes, planText(data, 'This erases')))) return data;
		context.progress('Erasing, and writing the file anew …');
		const { scrubbed } = forgetEverywhere(context.forest(), await context.library(), turn);
		return { ...data, forgotten: true, scrubbed };
	},
	text(data) {
		if (!data.forgotten) return `${planText(data, 'This would erase')}\nNothing was erased. To do it, add --yes.`;
		const said = `${data.turn.bates} is forgotten`;
		if (!data.scrubbed) return `${said}.\n${NOT_SCRUBBED}`;
		return data.staying.length === 0
			? `${said}: nothing of its text is left.`
			: `${said}. ${stayingText(data.staying)}`;
	},
	json: ({ turn: { bates, sid, seq, question }, below, staying, forgotten, scrubbed }) =>
		// What is forgotten is not said once more.
		forgotten
			? { bates, sid, seq, below, staying, forgotten, scrubbed }
			: { bates, sid, seq, question, below, staying, forgotten },
};
