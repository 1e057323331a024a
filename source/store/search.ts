import type { Sqlite } from '../sqlite.ts';
import { runPhrase } from './bigrams.ts';
import { readable } from './columns.ts';
import { type Filtered, takeFilters } from './filters.ts';
import { type Match, parseQuery } from './match.ts';

/** A turn that matches, with the place in it that does. */
export interface Hit {
	bates: string;
	sid: string;
	question: string;
	created_at: string;
	/** Some words of the answer around the match, each matched word in [brackets]; its beginning where only the question matched. */
	snippet: string;
}

export interface Found {
	hits: Hit[];
	/** How many turns matched, counted up to `WINDOW`; `capped` says that there may be more. */
	count: number;
	capped: boolean;
}

// Every query is bounded, since none can be cancelled: only the newest matches are ranked or read.
const WINDOW = 2000;
// The emoji search has no index; it reads this many turns back.
const SCAN = 5000;

/** What is searched of a turn, or pieces of it. */
interface Texts {
	question: string;
	answer_text: string;
	cited_titles: string;
}

interface Candidate {
	id: number;
	rank: number;
}

/** What was typed, how many hits at most, and which turns to keep at all. */
export type Search = (typed: string, limit: number, keep?: (turn: Filtered) => boolean) => Found;

/** Full-text search over every session. Question above answer, cited titles between; among equals the newest first. */
export function createSearch(db: Sqlite): Search {
	const ranked = (table: string) =>
		db.prepare<[string], Candidate>(
			`SELECT rowid AS id, bm25(${table}, 4, 1, 2) AS rank FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ${WINDOW}`,
		);
	const newest = (table: string) =>
		db.prepare<[string], Candidate>(
			`SELECT rowid AS id, 0 AS rank FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ${WINDOW}`,
		);
	const rankedWords = ranked('nodes_fts');
	const newestWords = newest('nodes_fts');
	const rankedRuns = ranked('nodes_cjk');
	const newestRuns = newest('nodes_cjk');
	const recent = db.prepare<[], Candidate>(`SELECT id, 0 AS rank FROM nodes ORDER BY id DESC LIMIT ${SCAN}`);
	const textsOf = db.prepare<[number], Texts>(
		`SELECT ${readable('question, answer_text, cited_titles')} FROM nodes WHERE id = ? AND audit_mode <> 'ROOT'`,
	);
	const rowOf = db.prepare<[number], Omit<Hit, 'snippet'>>(
		`SELECT ${readable('bates, sid, question, created_at')} FROM nodes WHERE id = ? AND audit_mode <> 'ROOT'`,
	);
	const filteredOf = db.prepare<[number], Filtered>(
		`SELECT ${readable('n.bates, n.sid, n.label, n.created_at, n.cited_titles, n.audit_mode')}, CAST(s.label AS TEXT) AS session_label,
		 CASE WHEN json_valid(n.meta_json) THEN coalesce(n.meta_json ->> '$.source.tool', 'arborist') ELSE '' END AS source FROM nodes n LEFT JOIN sessions s ON s.sid = n.sid WHERE n.id = ?`,
	);
	// Controls mark the matches, since an answer has brackets of its own.
	const snippet = (column: number) => `snippet(nodes_fts, ${column}, char(1), char(2), '…', 16)`;
	const snippetsOf = db.prepare<[string, number], Texts>(
		// FTS5 takes no notice of a rowid that is not an integer, and every number is bound as a real.
		`SELECT ${snippet(0)} AS question, ${snippet(1)} AS answer_text, ${snippet(2)} AS cited_titles
		 FROM nodes_fts WHERE nodes_fts MATCH ? AND rowid = CAST(? AS INTEGER)`,
	);

	function candidates(match: Match): Candidate[] {
		const { words, runs, broad } = match;
		if (runs.length > 0) return rankedRuns.all([...runs.map(runPhrase), ...(words === null ? [] : [words])].join(' '));
		if (words === null) return recent.all();
		const found = broad ? newestWords.all(words) : rankedWords.all(words);
		// A word that touches Chinese is no word of its own in nodes_fts.
		const touching = broad ? newestRuns.all(words) : rankedRuns.all(words);
		const known = new Set(found.map(({ id }) => id));
		const both = [...found, ...touching.filter(({ id }) => !known.has(id))];
		return both.sort((a, b) => b.id - a.id).slice(0, WINDOW);
	}

	function holdsLiterals(match: Match, id: number): boolean {
		if (match.literals.length === 0) return true;
		const texts = textsOf.get(id);
		if (texts === undefined) return false;
		const text = [texts.question, texts.answer_text, texts.cited_titles].join('\n').toLowerCase();
		return match.literals.every((literal) => text.includes(literal));
	}

	function snippetOf(match: Match, id: number): string {
		const indexed = match.words !== null && match.runs.length === 0 ? snippetsOf.get(match.words, id) : undefined;
		if (indexed) return told(indexed, (text) => text.includes('\u0001')).replaceAll(/[\u0001\u0002]/g, bracket);
		const texts = textsOf.get(id);
		const part = (match.runs[0] ?? match.first).toLowerCase();
		if (texts === undefined) return '';
		return around(
			told(texts, (text) => text.toLowerCase().includes(part)),
			part,
		);
	}

	return (typed, limit, keep) => {
		const { text, tests } = takeFilters(typed);
		const match = parseQuery(text) ?? (tests.length > 0 && text.trim() === '' ? ANY : null);
		if (match === null) return { hits: [], count: 0, capped: false };
		const all = candidates(match);
		const passes = (id: number) => {
			if (tests.length === 0 && keep === undefined) return true;
			const turn = filteredOf.get(id);
			return (
				turn !== undefined && turn.audit_mode !== 'ROOT' && tests.every((test) => test(turn)) && (keep?.(turn) ?? true)
			);
		};
		const kept = all.filter(({ id }) => holdsLiterals(match, id) && passes(id));
		kept.sort((a, b) => a.rank - b.rank || b.id - a.id);
		const hits: Hit[] = [];
		for (const { id } of kept) {
			if (hits.length === limit) break;
			const row = rowOf.get(id);
			if (row) hits.push({ ...row, snippet: snippetOf(match, id) });
		}
		const scanned = match.words === null && match.runs.length === 0;
		return { hits, count: kept.length, capped: all.length >= (scanned ? SCAN : WINDOW) };
	};
}

/** Filters alone look at the newest turns. */
const ANY: Match = { words: null, runs: [], literals: [], broad: false, first: '' };

const bracket = (mark: string) => (mark === '\u0001' ? '[' : ']');

/** Of a turn that matches: its answer, unless only the titles it cites do, or there is none. */
function told({ question, answer_text, cited_titles }: Texts, matches: (text: string) => boolean): string {
	if (!matches(question) && !matches(answer_text) && matches(cited_titles)) return cited_titles;
	return answer_text || question;
}

/** The text around the first place where `part` stands, that place in brackets. */
function around(text: string, part: string): string {
	const at = text.toLowerCase().indexOf(part);
	if (part === '' || at === -1) return text.slice(0, 80).toWellFormed();
	const start = Math.max(0, at - 30);
	const end = Math.min(text.length, at + part.length + 50);
	const before = text.slice(start, at);
	const after = text.slice(at + part.length, end);
	return `${start > 0 ? '…' : ''}${before}[${text.slice(at, at + part.length)}]${after}${end < text.length ? '…' : ''}`.toWellFormed();
}
