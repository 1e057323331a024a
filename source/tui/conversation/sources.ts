import { endText, modeText, usageText } from '../../commands/answered.ts';
import { count } from '../../commands/phrases.ts';
import { handbookFileOf } from '../../library/source-name.ts';
import type { Turn } from '../../store/types.ts';
import { displayLine } from '../../text.ts';
import { isForgotten } from '../forgotten.ts';
import type { Marks } from '../screen/marks.ts';
import { width } from '../screen/width.ts';
import { beside, clipRuns, padRuns, proseRows, wrapRuns } from './flow.ts';
import { EMPTY, Look, type Row, type Run, run } from './looks.ts';
import { type Doubt, doubtsOf, type Source, sourcesOf } from './verdicts.ts';

/** Where a turn stands among those asked at the same place. */
export interface Siblings {
	readonly at: number;
	readonly of: number;
	/** How many of them ask the same, itself counted, when it is not alone in that. */
	readonly same?: number | undefined;
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TIMES = ['never', 'once', 'twice'];
const inWords = (count: number) => NUMBERS[count] ?? String(count);

/** Of a title, a place or a sentence no more is looked at than fills a line or two. */
const LONGEST = 300;
const line = (text: string) => displayLine(text.slice(0, LONGEST));

/** How many doubtful sentences are told below an answer; the inspector tells them all. */
const TOLD = 5;

/** What stands below an answer: its sources with their verdicts, what is not proven and why, its mode, its siblings. */
export function closingRows(turn: Turn, siblings: Siblings | undefined, columns: number, marks: Marks): Row[] {
	const groups = [
		sourceRows(sourcesOf(turn), columns, marks),
		doubtRows(doubtsOf(turn), columns, marks),
		proseRows(modeRuns(turn, marks), columns),
		siblings === undefined || siblings.of < 2 ? [] : wrapRuns(siblingRuns(siblings, marks), columns),
	].filter((rows) => rows.length > 0);
	return groups.flatMap((rows, index) => (index > 0 ? [EMPTY, ...rows] : rows));
}

function verdictOf({ title, proven, sentences }: Source, marks: Marks): { mark: Run; words: string } {
	if (title === '') return { mark: run(marks.bad, Look.bad), words: 'no such passage' };
	if (sentences === 0) return { mark: run(marks.none, Look.dim), words: '' };
	if (proven === sentences) return { mark: run(marks.good, Look.good), words: 'proven' };
	if (proven === 0) return { mark: run(marks.bad, Look.bad), words: 'not proven' };
	return { mark: run(marks.partly, Look.warn), words: `${inWords(proven)} of ${inWords(sentences)}` };
}

/** The least that is left of a title before the place gives way. */
const TITLE = 28;
const GAP = 2;

export interface Listed {
	readonly pointer: string;
	readonly title: string;
	readonly place: string;
	readonly mark: Run;
	readonly words: string;
}

function sourceRows(sources: readonly Source[], columns: number, marks: Marks): Row[] {
	return listedRows(
		sources.map((source) => ({ ...source, ...verdictOf(source, marks) })),
		columns,
		marks,
	);
}

/**
 * Passages, one a row: mark, number, title, place and verdict in columns; the place goes first where room is short, and the
 * handbook is named all the same.
 */
export function listedRows(listed: readonly Listed[], columns: number, marks: Marks): Row[] {
	const cells = listed.map(({ title, place, ...rest }) => ({ ...rest, title: line(title), place: line(place) }));
	const widest = (texts: string[]) => Math.max(0, ...texts.map(width));
	const number = widest(cells.map(({ pointer }) => pointer.slice(1)));
	const verdict = widest(cells.map(({ words }) => words));
	const place = widest(cells.map(({ place: own }) => own));
	const longest = widest(cells.map(({ title }) => title));
	const room = columns - 2 - number - GAP - (verdict > 0 ? verdict + GAP : 0);
	const withPlace = place > 0 && room - place - GAP >= Math.min(longest, TITLE);
	const titles = cells.map((cell) =>
		withPlace || handbookFileOf(cell.place) === undefined ? cell.title : `handbook: ${cell.title}`,
	);
	const title = Math.max(1, Math.min(widest(titles), withPlace ? room - place - GAP : room));
	const cut = run(marks.cut, Look.dim);
	return cells.map((cell, index) => {
		const fields: Run[][] = [
			[cell.mark, run(' '), ...padRuns([run(cell.pointer.slice(1))], number, 'right')],
			padRuns(clipRuns([run(titles[index] ?? '')], title, cut), title),
		];
		if (withPlace) fields.push(padRuns([run(cell.place, Look.dim)], verdict > 0 ? place : 0));
		if (verdict > 0) fields.push([run(cell.words)]);
		const runs = fields.flatMap((field, at) => (at > 0 ? [run(' '.repeat(GAP)), ...field] : field));
		return { runs: clipRuns(runs, columns, cut), source: cell.pointer };
	});
}

function doubtRows(doubts: readonly Doubt[], columns: number, marks: Marks): Row[] {
	const rows = doubts.slice(0, TOLD).flatMap(({ sentence, verdict, cited }) => {
		const words = line(sentence).replace(/^[\s>*+\-#]+|\*\*|`/g, '');
		const quoted = clipRuns([run(words)], Math.max(12, columns - 20), run(marks.cut));
		const mark = cited ? run(`${marks.bad} `, Look.bad) : run(`${marks.alert} `, Look.warn);
		return beside(columns, mark, run('  '), (room) =>
			wrapRuns([run('“'), ...quoted, run('” '), run(line(verdict), Look.dim)], room),
		);
	});
	const more = doubts.length - TOLD;
	const untold = `  ${marks.cut} ${inWords(more)} more not proven`;
	return more > 0 ? [...rows, ...wrapRuns([run(untold, Look.dim)], columns)] : rows;
}

function modeRuns(turn: Turn, marks: Marks): Run[] {
	// It has no answer that could be worth anything.
	if (isForgotten(turn)) return [];
	const { meta } = turn;
	const parts = [
		modeText(turn),
		[meta.engine, meta.model].filter(Boolean).join(' ') || meta.source?.tool,
		endText(turn.answer_text, meta.finish),
		usageText(meta.usage),
		meta.history?.length ? `${count(meta.history.length, 'turn')} above sent` : undefined,
		meta.carried?.length ? `carried: ${meta.carried.slice(0, 20).join(', ')}` : undefined,
	];
	const text = parts.filter((part) => part !== undefined && part !== '').map((part) => line(part as string));
	return [run(text.join(` ${marks.dot} `), Look.dim)];
}

function siblingRuns({ at, of, same = 1 }: Siblings, marks: Marks): Run[] {
	const words = same > 1 ? `asked ${TIMES[same] ?? `${inWords(same)} times`} here` : `one of ${inWords(of)} asked here`;
	return [run(`${marks.previous} ${at}/${of} ${marks.next}`), run(`  ${words}`, Look.dim)];
}
