import { asciiBecause, type Environment } from '../../terminal.ts';

/** Every mark has one meaning, and takes one column in both sets. */
const RICH = {
	open: '▾',
	folded: '▸',
	here: '◂',
	label: '⚑',
	elsewhere: '↗',
	imported: '⇣',
	draft: '✎',
	coming: '⠿',
	cursor: '▌',
	good: '✓',
	partly: '~',
	bad: '✗',
	alert: '!',
	none: '–',
	crumb: '›',
	prompt: '›',
	previous: '‹',
	next: '›',
	cut: '…',
	full: '█',
	empty: '░',
	dot: '·',
	branch: '├',
	lastBranch: '╰',
	trunk: '│',
	rule: '─',
	ruleDown: '┬',
	ruleUp: '┴',
	topLeft: '╭',
	topRight: '╮',
	bottomLeft: '╰',
	bottomRight: '╯',
};

export type Marks = Readonly<Record<keyof typeof RICH, string>>;

const PLAIN: Marks = {
	open: 'v',
	folded: '>',
	here: '<',
	label: '#',
	elsewhere: '^',
	imported: 'i',
	draft: '*',
	coming: '%',
	cursor: '=',
	good: '+',
	partly: '~',
	bad: 'x',
	alert: '!',
	none: '-',
	crumb: '/',
	prompt: '>',
	previous: '(',
	next: ')',
	cut: '.',
	full: '#',
	empty: '.',
	dot: ',',
	branch: '|',
	lastBranch: '`',
	trunk: '|',
	rule: '-',
	ruleDown: '+',
	ruleUp: '+',
	topLeft: '+',
	topRight: '+',
	bottomLeft: '+',
	bottomRight: '+',
};

/** The plain set where only ASCII is safe. */
export function marksOf(env: Environment): Marks {
	return asciiBecause(env) === undefined ? RICH : PLAIN;
}

/** Whether only ASCII is safe on the terminal. */
export function isAscii(marks: Marks): boolean {
	return marks === PLAIN;
}

/** What stands in the program's own sentences, and between a line and its cut end; each takes one column in both sets. */
const TYPED: Readonly<Record<string, string>> = {
	'…': '.',
	'“': '"',
	'”': '"',
	'‘': "'",
	'’': "'",
	'–': '-',
	'—': '-',
	'·': ',',
	'•': '-',
	'≈': '~',
	'≤': '<',
	'›': '>',
	'‹': '<',
	'▌': '=',
	'✓': '+',
	'✗': 'x',
	'↑': '^',
	'↓': 'v',
	'←': '<',
	'→': '>',
	'↗': '^',
};
const TYPED_MARK = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'gu');

/** Lines of the program's own words in the characters of the set. What a turn says is left as it is, and is not for this. */
export function inSet(lines: readonly string[], marks: Marks): string[] {
	return isAscii(marks) ? lines.map((line) => line.replace(TYPED_MARK, (mark) => TYPED[mark] ?? mark)) : [...lines];
}
