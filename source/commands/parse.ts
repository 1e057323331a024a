import meow from 'meow';
import { ArboristError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { Command, Input } from './command.ts';
import { COMMANDS } from './commands.ts';
import { COMMON, FLAGS, type Flag, type FlagRow, type Flags, spelling } from './flags.ts';

export interface Parsed extends Input {
	/** The first word: "" for none. */
	verb: string;
}

const HELP = 'See `arborist --help`.';

/** The flag alone, as it is typed: `--sessions-db`. */
const bare = (flag: Flag) => spelling(flag).split(' ')[0] as string;

/** What was typed, taken apart. Throws USAGE for a flag that is not there, or that lacks its value. */
export function parseArguments(argv: readonly string[]): Parsed {
	const { input, flags: parsed } = read(argv);
	// A flag that may be given several times, and was not given at all.
	const flags = Object.fromEntries(
		Object.entries(parsed).filter(([, value]) => !Array.isArray(value) || value.length > 0),
	);
	for (const [name, value] of Object.entries(flags)) {
		const typed = typedAs(name, argv);
		const flag = (Object.keys(FLAGS) as Flag[]).find((each) => bare(each) === typed);
		if (flag === undefined) throw unknownFlag(typed);
		const { type, negated = false }: FlagRow = FLAGS[flag];
		if (type === 'boolean' && value !== !negated) throw new ArboristError('USAGE', `${typed} takes no value.`, HELP);
		if (value === '' || (Array.isArray(value) && value.includes('')) || (type === 'number' && !Number.isFinite(value)))
			throw new ArboristError(
				'USAGE',
				`${typed} needs a ${type === 'number' ? 'number' : 'value'}.`,
				`Like: ${spelling(flag)}`,
			);
	}
	const [verb = '', ...words] = input;
	return { verb, words, flags: flags as Flags };
}

function read(argv: readonly string[]) {
	try {
		return meow({
			importMeta: { url: import.meta.url } as ImportMeta,
			argv: [...argv],
			pkg: { name: 'arborist' },
			help: false,
			description: false,
			autoHelp: false,
			autoVersion: false,
			booleanDefault: undefined,
			inferType: false,
			flags: Object.fromEntries(
				Object.entries<FlagRow>(FLAGS).map(([name, { type, many = false }]) => [name, { type, isMultiple: many }]),
			),
		});
	} catch (error) {
		// meow's own words (`The flag --sid can only be set once.`) are a sentence already.
		throw new ArboristError('USAGE', error instanceof Error ? error.message : String(error), HELP);
	}
}

/** How a flag stands among the arguments, without its value: the parser tells `-x`, `--x` and `--no-x` by one name. */
function typedAs(name: string, argv: readonly string[]): string {
	const end = argv.indexOf('--');
	const plain = (text: string) => text.replaceAll('-', '').toLowerCase();
	const flags = argv.slice(0, end < 0 ? undefined : end).filter((argument) => argument.startsWith('-'));
	const found = flags
		.map((argument) => argument.split('=')[0] as string)
		.find((flag) => [flag, flag.replace(/^--no-/, '')].some((each) => plain(each) === plain(name)));
	return found ?? (name.length === 1 ? `-${name}` : `--${name}`);
}

function unknownFlag(typed: string): ArboristError {
	const names = (Object.keys(FLAGS) as Flag[]).map((flag) => bare(flag).slice(2));
	const near = nearest(typed.replace(/^-+/, ''), names);
	const hint = 'Words that start with a dash go after --.';
	return new ArboristError('USAGE', `There is no flag ${typed}.`, near ? `Did you mean --${near}? ${hint}` : hint);
}

/** The row that a verb and its flags choose. Throws USAGE when there is none, or when it does not take what was given. */
export function chooseCommand({ verb, words, flags }: Parsed): Command {
	const rows = COMMANDS.filter((command) => command.verb === verb);
	if (rows.length === 0) throw unknownVerb(verb, words);
	const chosen = rows.filter((command) => command.option !== undefined && flags[command.option] !== undefined);
	if (chosen.length > 1) {
		const options = chosen.map(({ option }) => bare(option as Flag)).join(' and ');
		throw new ArboristError('USAGE', `${options} do not go together.`, HELP);
	}
	const command = chosen[0] ?? rows.find(({ option }) => option === undefined);
	if (!command) throw new ArboristError('USAGE', `“${verb}” needs a flag.`, HELP);
	for (const flag of Object.keys(flags) as Flag[]) {
		if (command.flags.includes(flag) || COMMON.includes(flag)) continue;
		const taker = [...rows, ...COMMANDS].find((each) => each.flags.includes(flag));
		throw new ArboristError(
			'USAGE',
			`\`${formOf(command)}\` takes no ${bare(flag)}.`,
			taker && `It goes with: arborist ${taker.usage[0]}`,
		);
	}
	if (command.words === 'none' && words.length > 0) {
		throw new ArboristError('USAGE', `“${words[0]}” is one word too many.`, `Like: arborist ${command.usage[0]}`);
	}
	return command;
}

/** `arborist session --list` */
function formOf({ verb, option }: Command): string {
	return ['arborist', verb, option ? bare(option) : ''].filter((part) => part !== '').join(' ');
}

/** A verb, the flag of one, or a flag of all of them may be what was meant; else it was perhaps a question. */
function unknownVerb(verb: string, words: readonly string[]): ArboristError {
	const meant = new Map<string, string>();
	for (const command of COMMANDS)
		meant.set(command.option ? bare(command.option).slice(2) : command.verb, formOf(command));
	for (const flag of COMMON) meant.set(bare(flag).slice(2), `arborist ${bare(flag)}`);
	meant.delete('');
	const near = nearest(verb.toLowerCase(), [...meant.keys()]);
	const question = `To ask a question: arborist ask "${[verb, ...words].join(' ').slice(0, 60)}"`;
	const hint = near === undefined ? question : `Did you mean \`${meant.get(near)}\`?`;
	return new ArboristError(
		'USAGE',
		`There is no command “${verb}”.`,
		near !== undefined && words.length > 0 ? `${hint} ${question}` : hint,
	);
}
