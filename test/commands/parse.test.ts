import { describe, expect, test } from 'vitest';
import { chooseCommand, parseArguments } from '../../source/commands/parse.ts';
import type { ArboristError } from '../../source/errors.ts';

const typed = (...argv: string[]) => {
	const parsed = parseArguments(argv);
	return { ...parsed, command: chooseCommand(parsed) };
};

function refused(...argv: string[]): string[] {
	try {
		typed(...argv);
	} catch (error) {
		const { code, message, hint } = error as ArboristError;
		expect(code).toBe('USAGE');
		return [message, hint ?? ''];
	}
	throw new Error(`${argv.join(' ')} was taken`);
}

describe('what is typed is taken', () => {
	test('words and flags in any order', () => {
		const { verb, words, flags } = typed('ask', '--at', '3', 'who', '--json', 'made him?');
		expect([verb, words, flags.at, flags.json]).toEqual(['ask', ['who', 'made him?'], '3', true]);
	});

	test('numbers as text, unless the flag takes a number', () => {
		expect(typed('show', '12').words).toEqual(['12']);
		expect(typed('session', '--find', '12', '--limit', '5').flags).toMatchObject({ find: '12', limit: 5 });
		expect(typed('ask', 'x', '--sid', '0012').flags.sid).toBe('0012');
	});

	test('a value after = as after a blank', () => {
		expect(typed('session', '--find=spider man').flags.find).toBe('spider man');
	});

	test('everything behind -- as words', () => {
		const { words, flags } = typed('ask', '--json', '--', '--help', '-x', '--sid');
		expect([words, flags]).toEqual([['--help', '-x', '--sid'], { json: true }]);
	});

	test('--no-cache', () => {
		expect(typed('ask', 'x', '--no-cache').flags.cache).toBe(false);
		expect(typed('ask', 'x').flags.cache).toBeUndefined();
	});

	test('the row of a verb by its flag, and the plain one without', () => {
		expect(typed('session').command.option).toBeUndefined();
		for (const option of ['list', 'tree', 'gc'] as const)
			expect(typed('session', `--${option}`).command.option).toBe(option);
		expect(typed('session', '--find', 'x').command.option).toBe('find');
		expect(typed('session', '--chain-check').command.option).toBe('chainCheck');
		expect(typed().command.verb).toBe('');
	});

	test('--home and --sessions-db with every verb', () => {
		for (const verb of [['ask', 'x'], ['session', '--list'], ['verify'], ['library'], ['demo'], []]) {
			expect(typed(...verb, '--home', '/h', '--sessions-db', '/s').flags).toMatchObject({
				home: '/h',
				sessionsDb: '/s',
			});
		}
	});
});

describe('what is typed is refused, with a way on:', () => {
	const DASH = 'Words that start with a dash go after --.';
	test.each<[string, string[], string, string]>([
		['a flag that is none', ['ask', '--frobnicate', 'x'], 'There is no flag --frobnicate.', DASH],
		['a flag of one letter', ['ask', '-q', 'x'], 'There is no flag -q.', DASH],
		[
			'a flag with a slip in it',
			['ask', 'x', '--lable', 'y'],
			'There is no flag --lable.',
			`Did you mean --label? ${DASH}`,
		],
		['a flag cut short', ['session', '--l'], 'There is no flag --l.', DASH],
		[
			'a flag in another spelling',
			['--sessionsDb', 'x'],
			'There is no flag --sessionsDb.',
			`Did you mean --sessions-db? ${DASH}`,
		],
		[
			'a flag without its no-',
			['ask', 'x', '--cache'],
			'There is no flag --cache.',
			`Did you mean --no-cache? ${DASH}`,
		],
		[
			'a flag with a no- too many',
			['session', '--no-list'],
			'There is no flag --no-list.',
			`Did you mean --list? ${DASH}`,
		],
		['a name from the language’s own cellar', ['ask', 'x', '--constructor'], 'There is no flag --constructor.', DASH],
		['a missing value', ['ask', 'x', '--sid'], '--sid needs a value.', 'Like: --sid ID'],
		['an empty value', ['ask', 'x', '--sid', ''], '--sid needs a value.', 'Like: --sid ID'],
		['a missing value before a flag', ['ask', 'x', '--at', '--json'], '--at needs a value.', 'Like: --at REF'],
		['a word for a number', ['session', '--find', 'x', '--limit', 'ten'], '--limit needs a number.', 'Like: --limit N'],
		['a value that none is asked for', ['ask', 'x', '--json=1'], '--json takes no value.', 'See `arborist --help`.'],
		['the same, said the other way', ['session', '--list=false'], '--list takes no value.', 'See `arborist --help`.'],
		[
			'the same, of --no-cache',
			['ask', 'x', '--no-cache=false'],
			'--no-cache takes no value.',
			'See `arborist --help`.',
		],
		[
			'a flag twice',
			['ask', 'x', '--sid', 'a', '--sid', 'b'],
			'The flag --sid can only be set once.',
			'See `arborist --help`.',
		],
		[
			'two rows at once',
			['session', '--list', '--tree'],
			'--list and --tree do not go together.',
			'See `arborist --help`.',
		],
		[
			'a flag of another verb',
			['ask', 'x', '--list'],
			'`arborist ask` takes no --list.',
			'It goes with: arborist session --list [--json]',
		],
		[
			'a flag of another row',
			['session', '--limit', '3'],
			'`arborist session` takes no --limit.',
			'It goes with: arborist session --find TEXT [--limit N] [--json]',
		],
		[
			'a flag of a row, with another',
			['session', '--list', '--plain'],
			'`arborist session --list` takes no --plain.',
			'It goes with: arborist session [--sid ID] [--plain] [--label NAME] [--llm NAME]',
		],
		[
			'a flag of a verb, with none',
			['--json'],
			'`arborist` takes no --json.',
			'It goes with: arborist session --list [--json]',
		],
		[
			'a word too many',
			['verify', 'now'],
			'“now” is one word too many.',
			'Like: arborist verify [--against FILE] [--accept] [--json]',
		],
		['a verb with a slip in it', ['verfy'], 'There is no command “verfy”.', 'Did you mean `arborist verify`?'],
		['a verb cut short', ['lib'], 'There is no command “lib”.', 'Did you mean `arborist library`?'],
		['a verb that is a flag', ['list'], 'There is no command “list”.', 'Did you mean `arborist session --list`?'],
		['help as a verb', ['help'], 'There is no command “help”.', 'Did you mean `arborist --help`?'],
		[
			'a question',
			['Zebras?', 'why'],
			'There is no command “Zebras?”.',
			'To ask a question: arborist ask "Zebras? why"',
		],
		[
			'a question that looks like a verb',
			['find', 'spider man'],
			'There is no command “find”.',
			'Did you mean `arborist session --find`? To ask a question: arborist ask "find spider man"',
		],
	])('%s', (_what, argv, message, hint) => {
		expect(refused(...argv)).toEqual([message, hint]);
	});
});
