import { fileURLToPath } from 'node:url';
import { LONGEST_QUESTION } from './commands/asking.ts';
import type { Command, Input } from './commands/command.ts';
import { pipedText } from './commands/lines.ts';
import { helpText } from './commands/manual.ts';
import { chooseCommand, parseArguments } from './commands/parse.ts';
import { tellStarter } from './commands/told.ts';
import { columnsOf, createContext, errorText } from './context.ts';
import { endBy } from './ending.ts';
import { ArboristError } from './errors.ts';
import { display, safeJson } from './text.ts';
import { versionIn } from './version.ts';
import { wrapText } from './wrap.ts';

// The one place that reads the arguments and sets the exit status.

const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
const FAILED = 1;
const USAGE = 2;

async function main(argv: readonly string[]): Promise<number> {
	const parsed = parseArguments(argv);
	const { flags } = parsed;
	if (flags.version) return say(versionIn(PROGRAM));
	if (flags.help) {
		const verb = parsed.verb === '' ? undefined : chooseCommand({ ...parsed, words: [], flags: {} }).verb;
		return say(helpText(verb, columnsOf(process.stdout)), columnsOf(process.stdout));
	}
	const command = chooseCommand(parsed);
	const input = { flags, words: await wordsOf(command, parsed) };
	const { stdin, stdout, stderr } = process;
	const edge = { stdin, stdout, stderr, signal: interruption(), programFolder: PROGRAM };
	const context = createContext(edge, { home: flags.home, shard: flags.sessionsDb });
	try {
		const data = await command.run(input, context);
		if (flags.json) stdout.write(`${safeJson(command.json ? command.json(data) : data)}\n`);
		else {
			const text = command.text(data);
			if (text !== '') say(text, command.verbatim ? undefined : columnsOf(stdout));
		}
		return command.exitStatus?.(data) ?? 0;
	} finally {
		context.progress(null);
		await context.close();
	}
}

/** A verb that takes one text takes it from standard input too, where arguments are too short for it. */
async function wordsOf(command: Command, { words }: Input): Promise<readonly string[]> {
	if (command.words !== 'one' && command.words !== 'many') return words;
	const blank = command.verb === 'ask' && words.join('').trim() === '';
	if (words.length > 0 && !blank) return words;
	if (command.verb === 'ask' && words.length === 0 && !process.stdin.isTTY)
		return [await pipedText(process.stdin, LONGEST_QUESTION)];
	throw new ArboristError(
		'USAGE',
		`\`arborist ${command.verb}\` needs something after it.`,
		`Like: arborist ${command.usage[0]}`,
	);
}

/** The first ctrl-c asks long work to stop; a second one ends the program, as do ctrl-\ and the end of the terminal. */
function interruption(): AbortSignal {
	const controller = new AbortController();
	process.once('SIGINT', () => {
		controller.abort();
		process.once('SIGINT', () => endBy('SIGINT'));
	});
	for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const) process.once(signal, () => endBy(signal));
	// Node would open its debugger to every program on this machine, and say so over the screen.
	process.on('SIGUSR1', () => undefined);
	return controller.signal;
}

function say(text: string, columns = Number.POSITIVE_INFINITY): number {
	process.stdout.write(`${wrapText(display(text), columns)}\n`);
	return 0;
}

/** Errors are caught here, once: a sentence and a hint; what is not ours says at least its own sentence. */
function complain(error: unknown): number {
	const message = error instanceof Error ? error.message : String(error);
	const hint =
		error instanceof ArboristError ? error.hint : 'This is a fault of Arborist itself; nothing that was saved is lost.';
	if (error instanceof ArboristError) tellStarter({ error: { code: error.code, message, hint } });
	process.stderr.write(errorText({ message, hint }, columnsOf(process.stderr)));
	return error instanceof ArboristError && error.code === 'USAGE' ? USAGE : FAILED;
}

// A reader that has seen enough (`arborist show 1 | head`) is no error.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
	if (code === 'EPIPE') process.exit(0);
	const message = `What was to be shown could not be written (${code ?? 'unknown error'}).`;
	process.stderr.write(errorText({ message, hint: 'Nothing that was saved is lost.' }, columnsOf(process.stderr)));
	process.exit(FAILED);
});
process.stderr.on('error', () => process.exit(FAILED));
void main(process.argv.slice(2))
	.catch(complain)
	.then((status) => {
		process.exitCode = status;
	});
