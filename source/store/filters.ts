/** What a filter looks at, of a turn and its session. */
export interface Filtered {
	bates: string;
	sid: string;
	label: string | null;
	session_label: string | null;
	created_at: string;
	cited_titles: string;
	audit_mode: string;
	/** The tool an imported turn came from, `arborist` otherwise. */
	source: string;
}

type Test = (turn: Filtered) => boolean;

const holds = (text: string | null, part: string) => text?.toLowerCase().includes(part.toLowerCase()) ?? false;

interface Filter {
	/** What its value can be, in words. */
	readonly takes: string;
	readonly test: (value: string) => Test;
}

const DATE = 'a date, or how one begins: 2026-11';

/** `name:value` narrows a search; each name with what its value asks of a turn. */
const FILTERS: Readonly<Record<string, Filter>> = {
	label: { takes: 'part of a turn’s label', test: (value) => (turn) => holds(turn.label, value) },
	session: {
		takes: 'part of a session’s name or id',
		test: (value) => (turn) => holds(turn.session_label, value) || turn.sid.includes(value),
	},
	// A date, or the beginning of one: `2026-11` is before all of that month, and after it from its first day on.
	before: { takes: DATE, test: (value) => (turn) => turn.created_at < value },
	after: { takes: DATE, test: (value) => (turn) => turn.created_at >= value },
	cited: { takes: 'part of the title of what is cited', test: (value) => (turn) => holds(turn.cited_titles, value) },
	mode: {
		takes: 'strict, hybrid, ungrounded or imported',
		test: (value) => (turn) => turn.audit_mode.toLowerCase().startsWith(value.toLowerCase()),
	},
	source: {
		takes: 'the tool it came from: arborist, chatgpt, codex, …',
		test: (value) => (turn) => holds(turn.source, value),
	},
};

export const FILTER_NAMES = Object.keys(FILTERS);

/** At the end of what was typed, a filter may have no value yet, and keeps every turn. */
const FILTER = /(^|\s)([a-z]+):(?:"([^"]*)(?:"|$)|(\S+)|$)/g;

/** The filters in what was typed, and the rest of it: `cited:spider web` is web, in turns that cite a spider. */
export function takeFilters(typed: string): { text: string; tests: readonly Test[] } {
	const tests: Test[] = [];
	const text = typed.replace(FILTER, (all, space: string, name: string, quoted?: string, bare?: string) => {
		const filter = filterNamed(name);
		if (filter === undefined) return all;
		const value = quoted ?? bare ?? '';
		tests.push(value === '' ? () => true : filter.test(value));
		return space;
	});
	return { text, tests };
}

/** What the filter takes whose value is being typed: `mode:` and `mode:str`. */
export function filterBeingTyped(typed: string): { name: string; takes: string } | undefined {
	const [, name = ''] = /(?:^|\s)([a-z]+):(?:"[^"]*|\S*)$/.exec(typed) ?? [];
	const takes = filterNamed(name)?.takes;
	return takes === undefined ? undefined : { name, takes };
}

function filterNamed(name: string): Filter | undefined {
	return Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
}
