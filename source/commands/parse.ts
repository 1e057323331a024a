import meow from 'meow';
import { ArboristError } from '../errors.ts';
import type { Command, Input } from './command.ts';
import { COMMANDS } from './commands.ts';
import { COMMON, FLAGS, type Flag, type Flags, spelling } from './flags.ts';

export interface Parsed extends Input {
	/** The first word: "" for none. */
	verb: string;
}

const HELP = 'See `arborist --help`.';

/** What was typed, taken apart. Throws USAGE for a flag that is not there, or that lacks its value. */
export function parseArguments(argv: readonly string[]): Parsed {
	const { input, flags } = read(argv);
	for (const [name, value] of Object.entries(flags)) {
		if (!Object.hasOwn(FLAGS, name)) throw unknownFlag(name);
		const { type } = FLAGS[name as Flag];
		if (value === '' || (type === 'number' && !Number.isFinite(value))) {
			throw new ArboristError(
				'USAGE',
				`${spelling(name as Flag).split(' ')[0]} needs a value.`,
				`Like: ${spelling(name as Flag)}`,
			);
		}
	}
	const [verb = '', ...words] = input;
	return { verb, words, flags: flags as Flags };
}

function read(argv: readonly string[]) {
	try {
		return meow({
			importMeta: import.meta,
			argv: [...argv],
			pkg: { name: 'arborist' },
			help: false,
			description: false,
			autoHelp: false,
			autoVersion: false,
			booleanDefault: undefined,
			inferType: false,
			flags: Object.fromEntries(Object.entries(FLAGS).map(([name, { type }]) => [name, { type }])),
		});
	} catch (error) {
		// meow's own words (`The flag --sid can only be set once.`) are a sentence already.
		throw new ArboristError('USAGE', error instanceof Error ? error.message : String(error), HELP);
	}
}

/** The row that a verb and its flags choose. Throws USAGE when there is none, or when it does not take what was given. */
export function chooseCommand({ verb, words, flags }: Parsed): Command {
	const rows = COMMANDS.filter((command) => command.verb === verb);
	if (rows.length === 0) {
		const near = COMMANDS.find(
			(command) => command.verb !== '' && (command.verb.startsWith(verb) || verb.startsWith(command.verb)),
		);
		const hint = near
			? `Did you mean \`arborist ${near.verb}\`?`
			: `To ask a question: arborist ask "${[verb, ...words].join(' ').slice(0, 60)}"`;
		throw new ArboristError('USAGE', `There is no command “${verb}”.`, hint);
	}
	const chosen = rows.filter((command) => command.option !== undefined && flags[command.option] !== undefined);
	if (chosen.length > 1) {
		throw new ArboristError(
			'USAGE',
			`${chosen.map(({ option }) => spelling(option as Flag)).join(' and ')} do not go together.`,
			HELP,
		);
	}
	const command = chosen[0] ?? rows.find(({ option }) => option === undefined);
	if (!command) throw new ArboristError('USAGE', `“${verb}” needs a flag.`, HELP);
	for (const flag of Object.keys(flags) as Flag[]) {
		if (command.flags.includes(flag) || COMMON.includes(flag)) continue;
		throw new ArboristError(
			'USAGE',
			`\`arborist ${`${verb} `.trimStart()}\` takes no ${spelling(flag).split(' ')[0]}.`.replace(' `', '`'),
			`It takes: ${command.usage[0]}`,
		);
	}
	if (command.words === 'none' && words.length > 0) {
		throw new ArboristError('USAGE', `“${words[0]}” is one word too many.`, `Like: arborist ${command.usage[0]}`);
	}
	return command;
}

function unknownFlag(name: string): ArboristError {
	const typed = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
	const near = (Object.keys(FLAGS) as Flag[]).find(
		(flag) => flag.startsWith(name.slice(0, 3)) || name.startsWith(flag.slice(0, 4)),
	);
	return new ArboristError(
		'USAGE',
		`There is no flag ${typed}.`,
		`${near ? `Did you mean ${spelling(near).split(' ')[0]}? ` : ''}Words that start with a dash go after --.`,
	);
}
