import { type Links, linkRecords } from './links.ts';
import type { SourceRecord, SourceSession } from './model.ts';

/** A question with its answer, as records of a source give it. */
export interface PairedTurn {
	/** The key of its last record. */
	key: string;
	/** Its parent's index among the turns; -1 for none. */
	parent: number;
	/** The key of a parent that is no record of this session. */
	outside: string | undefined;
	question: readonly number[];
	answer: readonly number[];
	/** The answer records that it shares with siblings. */
	shared: readonly number[];
	/** Whether its parent is not the one that the source says. */
	inferredParent: boolean;
}

export interface Paired {
	turns: PairedTurn[];
	links: Links;
}

/** Users' records in a row, which one answer or several belong to. */
interface Question {
	records: number[];
	/** The record it hangs under, -1 for none. */
	above: number;
	/** It has a turn of its own, without an answer. */
	bare: boolean;
}

/** Answer records in a row. */
interface Run {
	/** -1: an answer that nobody asked for. */
	question: number;
	above: number;
	records: number[];
	/** A run that forked, whose texts begin this one too. */
	begins: number;
	/** Characters of its own and of what begins it. */
	length: number;
	/** What it costs to repeat it. */
	weight: number;
	/** It is a turn: it ends at a question, or nothing follows. */
	stands: boolean;
}

/** Characters of answer that forks of one run may repeat, in a session; beyond, the rest of a fork hangs below the run. */
const MOST_REPEATED = 4_000_000;
/** So many characters a record counts beside its text. */
const WEIGHT = 50;

/** Records become turns: a question is a run of user records, and each run of assistant records below it is one turn with it. */
export function pairRecords(session: SourceSession): Paired {
	const { records } = session;
	const links = linkRecords(session);
	const { above, kept, order } = links;
	const kin = countKin(records, links);
	const questions: Question[] = [];
	const runs: Run[] = [];
	/** The question or the run that a record is in, by its role. */
	const home = new Int32Array(records.length).fill(-1);
	let repeated = 0;
	for (const index of order) {
		if (!kept[index]) continue;
		const over = above[index] as number;
		const isUser = records[index]?.role === 'user';
		const overUser = records[over]?.role === 'user';
		if (isUser && over !== -1 && overUser && joins(over)) {
			home[index] = home[over] as number;
			questions[home[index] as number]?.records.push(index);
		} else if (isUser) {
			home[index] = questions.push({ records: [index], above: over, bare: false }) - 1;
		} else if (over === -1 || overUser) {
			const question = over === -1 ? -1 : (home[over] as number);
			home[index] = newRun({ question, above: over, begins: -1, length: 0, weight: 0 }, index);
		} else {
			const run = home[over] as number;
			const { question, length, weight } = runs[run] as Run;
			if (kin.answers[over] === 1 && kin.questions[over] === 0) {
				home[index] = run;
				grow(run, index);
			} else if (repeated + weight <= MOST_REPEATED) {
				repeated += weight;
				home[index] = newRun({ question, above: over, begins: run, length, weight }, index);
			} else {
				(runs[run] as Run).stands = true;
				home[index] = newRun({ question: -1, above: over, begins: -1, length: 0, weight: 0 }, index);
			}
		}
	}

	/** A question goes on in the next record, when it is the only thing that follows and was asked once. */
	function joins(user: number): boolean {
		if ((kin.answers[user] as number) + (kin.questions[user] as number) !== 1) return false;
		const first = (questions[home[user] as number] as Question).above;
		return (first === -1 ? kin.firstQuestions : (kin.questions[first] as number)) === 1;
	}

	function newRun(run: Omit<Run, 'records' | 'stands'>, index: number): number {
		const at = runs.push({ ...run, records: [], stands: false }) - 1;
		grow(at, index);
		return at;
	}

	function grow(at: number, index: number): void {
		const run = runs[at] as Run;
		run.records.push(index);
		const { length } = (records[index] as SourceRecord).text;
		run.length += length;
		run.weight += length + WEIGHT;
		if ((kin.questions[index] as number) > 0 || kin.answers[index] === 0) run.stands = true;
	}

	return { turns: turnsOf(session, links, kin, questions, runs, home), links };
}

interface Kin {
	/** How many kept records of each kind hang right under a record. */
	questions: Int32Array;
	answers: Int32Array;
	/** How many questions hang under nothing. */
	firstQuestions: number;
}

function countKin(records: readonly SourceRecord[], { above, kept }: Links): Kin {
	const questions = new Int32Array(records.length);
	const answers = new Int32Array(records.length);
	let firstQuestions = 0;
	for (const [index, { role }] of records.entries()) {
		if (!kept[index]) continue;
		const over = above[index] as number;
		const counts = role === 'user' ? questions : answers;
		if (over !== -1) counts[over] = (counts[over] as number) + 1;
		else if (role === 'user') firstQuestions++;
	}
	return { questions, answers, firstQuestions };
}

function turnsOf(
	{ records }: SourceSession,
	links: Links,
	kin: Kin,
	questions: readonly Question[],
	runs: readonly Run[],
	home: Int32Array,
): PairedTurn[] {
	const isUser = (index: number) => records[index]?.role === 'user';
	/** Of each question, the turn that a next question hangs under when there is no answer between: a failed one, or its own. */
	const failed = new Map<number, number>();
	for (const [at, run] of runs.entries()) {
		if (run.stands && run.length === 0 && run.question !== -1 && !failed.has(run.question))
			failed.set(run.question, at);
	}
	for (const question of questions) {
		const last = question.records.at(-1) as number;
		if (kin.answers[last] === 0) question.bare = true;
		const over = question.above;
		if (over !== -1 && isUser(over) && !failed.has(home[over] as number))
			(questions[home[over] as number] as Question).bare = true;
	}
	const turns: PairedTurn[] = [];
	const turnOfRun = new Int32Array(runs.length).fill(-1);
	const turnOfQuestion = new Int32Array(questions.length).fill(-1);
	const drafts: { question: number; run: number }[] = [];
	for (const [question, { bare }] of questions.entries()) {
		if (bare) turnOfQuestion[question] = drafts.push({ question, run: -1 }) - 1;
	}
	for (const [run, { stands, question }] of runs.entries()) {
		if (stands) turnOfRun[run] = drafts.push({ question, run }) - 1;
	}
	const turnAt = (record: number): number => {
		if (record === -1) return -1;
		const at = home[record] as number;
		if (!isUser(record)) return turnOfRun[at] as number;
		const own = turnOfQuestion[at] as number;
		return own === -1 ? (turnOfRun[failed.get(at) ?? -1] ?? -1) : own;
	};
	for (const { question, run } of drafts) {
		const asked = questions[question];
		const answered = runs[run];
		const first = asked?.records[0] ?? answered?.records[0] ?? 0;
		const last = answered?.records.at(-1) ?? asked?.records.at(-1) ?? 0;
		const over = asked ? asked.above : (answered?.above ?? -1);
		turns.push({
			key: records[last]?.key ?? '',
			parent: turnAt(over),
			outside: over === -1 ? links.outside.get(first) : undefined,
			question: asked?.records ?? [],
			answer: answered?.records ?? [],
			shared: answered ? beginning(runs, answered) : [],
			inferredParent: links.inferred.has(first),
		});
	}
	return turns;
}

/** The records of the runs that a run forked from, first one first. */
function beginning(runs: readonly Run[], run: Run): number[] {
	const parts: number[][] = [];
	for (let at = run.begins; at !== -1; at = runs[at]?.begins ?? -1) parts.push(runs[at]?.records ?? []);
	return parts.reverse().flat();
}
