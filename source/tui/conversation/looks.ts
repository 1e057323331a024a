import type { Style, Theme } from '../screen/theme.ts';

/**
 * How a run of text looks: bits that add up. Layouts carry looks and not colours, so that one layout serves every theme.
 * String and literal are for code: two basic colours of the terminal's own palette that mean no verdict.
 */
export const Look = {
	plain: 0,
	bold: 1,
	italic: 2,
	strike: 4,
	dim: 8,
	bright: 16,
	accent: 32,
	good: 64,
	warn: 128,
	bad: 256,
	match: 512,
	string: 1024,
	literal: 2048,
} as const;

export interface Run {
	readonly text: string;
	readonly look: number;
}

/** One row of the pane as it is laid out, with what it belongs to. */
export interface Row {
	readonly runs: readonly Run[];
	/** Set on the rows of the question, the answer, and what stands below it. */
	readonly part?: Part;
	/** The whole text of the code block that this row is of. */
	readonly code?: string;
	/** `E1`: the source that this row names. */
	readonly source?: string;
}

export type Part = 'question' | 'answer' | 'sources';

export const EMPTY: Row = { runs: [] };

export function run(text: string, look: number = Look.plain): Run {
	return { text, look };
}

const attribute =
	(on: number, off: number): Style =>
	(text) =>
		`\u001b[${on}m${text}\u001b[${off}m`;

// What stays of a look on the path above: its form and what was looked for, not its colour.
const QUIET = Look.bold | Look.italic | Look.strike | Look.match;

const styles = new WeakMap<Theme, Map<number, Style>>();

function styleOf(look: number, theme: Theme): Style {
	let known = styles.get(theme);
	if (known === undefined) {
		known = new Map();
		styles.set(theme, known);
	}
	const style = known.get(look) ?? compose(look, theme);
	known.set(look, style);
	return style;
}

function compose(look: number, theme: Theme): Style {
	const coloured = theme.good('x') !== 'x';
	const all: readonly (readonly [bit: number, style: Style])[] = [
		[Look.bold, attribute(1, 22)],
		[Look.italic, attribute(3, 23)],
		[Look.strike, attribute(9, 29)],
		[Look.match, theme.match],
		[Look.string, coloured ? attribute(36, 39) : (text) => text],
		[Look.literal, coloured ? attribute(35, 39) : (text) => text],
		[Look.good, theme.good],
		[Look.warn, theme.warn],
		[Look.bad, theme.bad],
		[Look.accent, theme.accent],
		[Look.bright, theme.bright],
		[Look.dim, theme.dim],
	];
	const chosen = all.filter(([bit]) => (look & bit) !== 0).map(([, style]) => style);
	return (text) => chosen.reduce((styled, style) => style(styled), text);
}

/** The row as text. Every run closes what it opens. */
export function paintRow({ runs }: Row, theme: Theme, quiet = false): string {
	let line = '';
	for (const { text, look } of runs) line += styleOf(quiet ? (look & QUIET) | Look.dim : look, theme)(text);
	return line;
}
