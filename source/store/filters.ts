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

/** `name:value` narrows a search; each name with what its value asks of a turn. */
const FILTERS: Readonly<Record<string, (value: string) => Test>> = {
	label: (value) => (turn) => holds(turn.label, value),
	session: (value) => (turn) => holds(turn.session_label, value) || turn.sid.includes(value),
	// A date, or the beginning of one: `2026-11` is before all of that month, and after it from its first day on.
	before: (value) => (turn) => turn.created_at < value,
	after: (value) => (turn) => turn.created_at >= value,
	cited: (value) => (turn) => holds(turn.cited_titles, value),
	mode: (value) => (turn) => turn.audit_mode.toLowerCase().startsWith(value.toLowerCase()),
	source: (value) => (turn) => holds(turn.source, value),
};

export const FILTER_NAMES = Object.keys(FILTERS);

const FILTER = /(^|\s)([a-z]+):(?:"([^"]*)(?:"|$)|(\S+))/g;

/** The filters in what was typed, and the rest of it: `cited:spider web` is web, in turns that cite a spider. */
export function takeFilters(typed: string): { text: string; tests: readonly Test[] } {
	const tests: Test[] = [];
	const text = typed.replace(FILTER, (all, space: string, name: string, quoted?: string, bare?: string) => {
		const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
		if (filter === undefined) return all;
		tests.push(filter(quoted ?? bare ?? ''));
		return space;
	});
	return { text, tests };
}
