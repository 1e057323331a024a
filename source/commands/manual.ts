import { wrapLine } from '../wrap.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { COMMON, FLAGS, type Flag, spelling } from './flags.ts';
import { SLASH } from './slash.ts';

const START = '  arborist ';

/** `--help`: every form on its line, and below the forms of a command what it does; of one verb, with its flags. */
export function helpText(verb: string | undefined, columns = Number.POSITIVE_INFINITY): string {
	const commands = verb === undefined ? COMMANDS : COMMANDS.filter((command) => command.verb === verb);
	const forms = commands.map(({ usage, summary }) => {
		const lines = usage.flatMap((form) => wrapLine(`${START}${form}`, columns, START.length));
		return [...lines, `      ${summary}`].join('\n');
	});
	const flags =
		verb === undefined ? COMMON : [...new Set([...commands.flatMap((command) => command.flags), ...COMMON])];
	return `${forms.join('\n')}\n\n${verb === undefined ? 'Every command' : 'Flags'}:\n${flags.map(flagLine).join('\n')}`;
}

function flagLine(flag: Flag): string {
	return `  ${spelling(flag).padEnd(20)} ${FLAGS[flag].summary}`;
}

/** docs/cli.md, whole. */
export function manualPage(): string {
	const section = (command: Command) => {
		return [
			`### ${command.verb === '' ? 'arborist' : `arborist ${command.verb}${command.option ? ` ${spelling(command.option)}` : ''}`}`,
			'',
			sentence(command.summary),
			'',
			'```',
			...command.usage.map((form) => `arborist ${form}`.trim()),
			'```',
			'',
		].join('\n');
	};
	const flags = (Object.keys(FLAGS) as Flag[]).map((flag) => `| \`${spelling(flag)}\` | ${FLAGS[flag].summary} |`);
	const slash = SLASH.map(
		({ name, takes, summary }) =>
			`| \`${[name, takes].filter(Boolean).join(' ').replaceAll('|', '\\|')}\` | ${summary} |`,
	);
	return [
		'# The command line',
		'',
		'Made from the program’s own tables; a test holds the two together.',
		'',
		'## Commands',
		'',
		...COMMANDS.map(section),
		'## Flags',
		'',
		'| flag | what it does |',
		'|---|---|',
		...flags,
		'',
		'## In a line-based session',
		'',
		'| command | what it does |',
		'|---|---|',
		...slash,
		'| anything else | a question, asked under the turn you stand on |',
		'',
		'## Exit status',
		'',
		'0 done (a question that your documents do not answer is done too) · 1 failed · 2 wrong usage · 3 integrity broken.',
		'',
	].join('\n');
}

function sentence(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
