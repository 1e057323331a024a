import { ArboristError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { Forest } from '../store/forest.ts';
import { count, oneLine, shortSid } from './phrases.ts';
import { checkedLimit, findText, findTurns } from './session-find.ts';
import { treeOf, treeText } from './session-tree.ts';
import { inspect, inspectText } from './show.ts';
import type { Standing } from './standing.ts';

export interface SlashPlace {
	forest: Forest;
	standing: Standing;
	now(): number;
}

export interface SlashRow {
	name: string;
	/** What it takes, in the words of the help. */
	takes?: string;
	summary: string;
	/** What to print; null ends the session. */
	run(argument: string, place: SlashPlace): string | null;
}

function needed(argument: string, row: string): string {
	if (argument !== '') return argument;
	throw new ArboristError('USAGE', `${row.split(' ')[0]} needs something after it.`, `Like: ${row}`);
}

/** Where one stands, in a line. */
export function whereText({ forest, standing }: SlashPlace): string {
	const at = standing.at();
	const turn = at === null ? undefined : forest.turn(at);
	if (!turn || turn.audit_mode === 'ROOT')
		return `You stand at the root of ${turn ? shortSid(turn.sid) : 'a new session'}.`;
	const foreign = turn.sid === standing.sid ? '' : ` of ${shortSid(turn.sid)}`;
	return `You stand on #${turn.seq}${foreign}: ${oneLine(turn.question)}`;
}

/** The slash commands of the line-based session, in the order of its help. */
export const SLASH: readonly SlashRow[] = [
	{
		name: '/tree',
		summary: 'print this session’s tree',
		run(_argument, { forest, standing }) {
			const session = standing.saved();
			return session ? treeText(treeOf(forest, session)) : 'Nothing asked here yet.';
		},
	},
	{
		name: '/branches',
		summary: 'list the turns from which two or more branches grow',
		run(_argument, { forest, standing }) {
			const points = forest.branchPoints(standing.sid);
			if (points.length === 0) return 'No branch point yet: stand on an earlier turn with /cd and ask again.';
			return points
				.map(
					({ bates, seq, question }) => `#${seq}  ${question === '' ? '(the root)' : oneLine(question, 60)}  ${bates}`,
				)
				.join('\n');
		},
	},
	{
		name: '/find',
		takes: '<text>',
		summary: 'search every turn of every session',
		run: (argument, { forest, now }) =>
			findText(findTurns(forest, needed(argument, '/find spider man'), checkedLimit(undefined), now())),
	},
	{
		name: '/cd',
		takes: '<bates|seq|label>',
		summary: 'stand on a turn, of any session; the next question lands below it',
		run(argument, place) {
			const { turn, others } = place.forest.resolve(needed(argument, '/cd 3'), place.standing.sid);
			place.standing.move(turn.bates);
			return `${whereText(place)}${others > 0 ? `\n${count(others, 'other turn')} with this label.` : ''}`;
		},
	},
	{
		name: '/back',
		summary: 'stand on the parent',
		run(_argument, place) {
			const at = place.standing.at();
			const parent = at === null ? undefined : place.forest.turn(at)?.parent_bates;
			if (!parent) return 'You stand at the root already.';
			place.standing.move(parent);
			return whereText(place);
		},
	},
	{
		name: '/label',
		takes: '<name>',
		summary: 'name the turn you stand on',
		run(argument, { forest, standing }) {
			const name = needed(argument, '/label origin');
			const at = standing.at();
			if (at === null) throw new ArboristError('BAD_LABEL', 'There is no turn here to label.', 'Ask a first question.');
			forest.label(at, name);
			return `Labelled: ${forest.turn(at)?.label ?? name}`;
		},
	},
	{
		name: '/show',
		takes: '[ref]',
		summary: 'everything stored about a turn',
		run(argument, { forest, standing }) {
			const reference = argument === '' ? standing.at() : argument;
			if (reference === null) return 'Nothing asked here yet.';
			return inspectText(inspect(forest, reference, standing.sid));
		},
	},
	{ name: '/sid', summary: 'print the session id', run: (_argument, { standing }) => standing.sid },
	{
		name: '/root',
		summary: 'print the session root',
		run(_argument, { forest, standing }) {
			const root = forest.turn(standing.saved()?.root_bates ?? '');
			if (!root) return 'No root yet: it is made with the first question.';
			return `${root.subtree_hash}\nIt commits to the questions and the shape of this tree; the answers are held by the audit chain.`;
		},
	},
	{
		name: '/help',
		summary: 'this help',
		run: () =>
			[
				...SLASH.map(({ name, takes, summary }) => `${`${name} ${takes ?? ''}`.padEnd(24)} ${summary}`),
				`${'anything else'.padEnd(24)} a question, asked under the turn you stand on`,
			].join('\n'),
	},
	{ name: '/quit', summary: 'end; ctrl-d too', run: () => null },
];

const COMMAND = /^(\/[a-z]+)(?:\s+(.*))?$/is;

const HELP = '/help lists them all; a space before the slash makes it a question.';

/** Runs a slash command; undefined when the line is a question. Throws USAGE for a command that is not there. */
export function runSlash(line: string, place: SlashPlace): string | null | undefined {
	const [, typed, after = ''] = COMMAND.exec(line) ?? [];
	if (typed === undefined) return undefined;
	const name = typed.toLowerCase();
	const argument = after.trim();
	const row = SLASH.find((each) => each.name === name);
	if (!row) {
		const names = SLASH.map((each) => each.name.slice(1));
		const near = nearest(name.slice(1), names);
		throw new ArboristError('USAGE', `There is no command ${typed}.`, near ? `Did you mean /${near}? ${HELP}` : HELP);
	}
	if (row.takes === undefined && argument !== '')
		throw new ArboristError('USAGE', `${name} takes nothing after it.`, HELP);
	return row.run(argument, place);
}
