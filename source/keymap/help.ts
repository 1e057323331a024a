import { groupBy } from '../group.ts';
import { columnsOf, shownKeys } from './names.ts';
import { GROUPS, type Group, type Row } from './row.ts';
import type { Situation } from './situation.ts';
import { NOTES } from './table.ts';

/** The columns that help has for keys. */
export const KEYS_ROOM = 17;

export interface HelpGroup<Id extends string = string> {
	readonly group: Group;
	readonly lines: readonly HelpLine<Id>[];
}

/** One line of help: a command, two that belong together, or a note, which has no command. */
export interface HelpLine<Id extends string = string> {
	readonly ids: readonly Id[];
	readonly keys: string;
	/** As many of the keys as help has room for. */
	readonly shown: string;
	readonly title: string;
	readonly was: string | undefined;
	/** Why it does not work now; such a line is dimmed. */
	readonly reason: string | undefined;
}

/** Everything there is, or what holds every word of the filter. */
export function helpOf<Id extends string>(
	rows: readonly Row<Id>[],
	situation: Situation,
	filter = '',
): readonly HelpGroup<Id>[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	return GROUPS.map((group) => {
		const own = rows.filter((row) => row.group === group);
		const lines = joined(own).map((together) => lineOf(together, situation));
		const notes = NOTES.filter((note) => note.group === group).map(({ keys, title }): HelpLine<Id> => {
			return { ids: [], keys, shown: keys, title, was: undefined, reason: undefined };
		});
		return { group, lines: [...lines, ...notes].filter((line) => words.every((word) => holds(line, word))) };
	}).filter(({ lines }) => lines.length > 0);
}

/** Rows that say the same stand together, where the first of them stands. */
function joined<Id extends string>(rows: readonly Row<Id>[]): readonly (readonly Row<Id>[])[] {
	return [...groupBy(rows, ({ as, id }) => as ?? id).values()];
}

function lineOf<Id extends string>(rows: readonly Row<Id>[], situation: Situation): HelpLine<Id> {
	const answers = rows.map(({ enabled }) => enabled(situation));
	const [first] = rows;
	const turns = inTurns(rows.map(({ keys }) => keys));
	const fitting = turns.findLast((_, at) => columnsOf(shownKeys(turns.slice(0, at + 1).flat())) <= KEYS_ROOM);
	return {
		ids: rows.map(({ id }) => id),
		keys: shownKeys(turns.flat()),
		shown: shownKeys(turns.slice(0, fitting === undefined ? 1 : turns.indexOf(fitting) + 1).flat()),
		title: first?.as ?? first?.title ?? '',
		was: first?.was,
		reason: answers.includes(true) ? undefined : String(answers[0]),
	};
}

/** The first keys of all, then the second ones: `j k ↓ ↑` rather than `j ↓ k ↑`. */
function inTurns(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
	const longest = Math.max(...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, index) => lists.flatMap((keys) => keys[index] ?? []));
}

function holds({ keys, title, was, ids }: HelpLine, word: string): boolean {
	return [keys, title, was ?? '', ...ids].some((text) => text.toLowerCase().includes(word));
}
