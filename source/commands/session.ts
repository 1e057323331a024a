import { ArboristError } from '../errors.ts';
import { checkedLabel } from '../store/labels.ts';
import { ask } from './asking.ts';
import { choiceOf, ENGINE_FLAGS } from './choosing.ts';
import type { Command, Context, Input } from './command.ts';
import { count, shortSid } from './phrases.ts';
import { namedSession } from './session-in-use.ts';
import { runSlash, whereText } from './slash.ts';
import { standOn } from './standing.ts';
import { streamTo } from './streaming.ts';

interface Data {
	/** How many lines of a script could not be done. */
	failed: number;
}

/** The session a person asked for: a named one, the last one, or a new one. */
function chosenSession({ flags }: Input, context: Context, resumeLast: boolean): string {
	const forest = context.forest();
	const resumed = flags.sid === undefined ? undefined : namedSession(forest, flags.sid);
	const last = resumeLast && !resumed ? forest.lastSession() : undefined;
	const session = resumed ?? last;
	const label = flags.label === undefined ? undefined : checkedLabel(flags.label, 'session');
	if (session && label !== undefined) forest.labelSession(session.sid, label);
	return session?.sid ?? forest.begin();
}

/** The screen on a terminal; else, or when asked to, the line-based session: questions and slash commands, one a line, until the end of input. */
export async function converse(input: Input, context: Context, resumeLast: boolean): Promise<Data> {
	const { label, plain, history } = input.flags;
	const choice = choiceOf(input.flags);
	const noHistory = history === false;
	const { noScreen } = context;
	if (context.interactive && !plain && noScreen === undefined) {
		const sid = resumeLast ? undefined : chosenSession(input, context, false);
		await context.screen(context, { sid, label, choice, noHistory });
		return { failed: 0 };
	}
	const sid = chosenSession(input, context, resumeLast);
	const forest = context.forest();
	const engine = await context.engine(choice);
	const settings = await context.settings();
	const standing = standOn(forest, sid);
	const place = { forest, standing, now: context.now };
	const library = await context.library();
	if (context.interactive) {
		if (!plain && noScreen !== undefined) context.print(`${noScreen}\n`);
		const turns = (standing.saved()?.next_seq ?? 1) - 1;
		const name = standing.saved()?.label ?? shortSid(standing.sid);
		context.print(
			turns > 0
				? `${name} · ${count(turns, 'turn')} · ${engine.name}\n${whereText(place)}`
				: `A new session · ${engine.name}`,
		);
		context.print('Type a question, or /help.\n');
	}
	let failed = 0;
	/** A question that was refused for what it looks to hold: typed once more, it is meant. */
	let warned: string | undefined;
	let running: AbortController | undefined;
	const interrupt = () => {
		running?.abort();
		return running !== undefined;
	};
	for await (const line of context.lines(() => promptText(forest.turn(standing.at() ?? '')?.seq), interrupt)) {
		if (line.trim() === '') continue;
		try {
			const said = runSlash(line, place);
			if (said === null) break;
			if (said !== undefined) {
				context.print(`${said}\n`);
				continue;
			}
			const stream = streamTo(context, engine);
			running = new AbortController();
			const asked = await ask({
				forest,
				library,
				engine,
				question: line,
				evenSecret: line === warned,
				sid: standing.sid,
				parent: standing.at(),
				sessionLabel: input.flags.label,
				noHistory: noHistory || !settings.answer.history,
				dropStopped: !settings.answer.keep_stopped,
				onEvent: stream.onEvent,
				signal: AbortSignal.any([context.signal, running.signal]),
				now: context.now,
			});
			context.print(`${stream.end(asked, context.now())}\n`);
		} catch (error) {
			if (!(error instanceof ArboristError)) throw error;
			warned = error.code === 'LOOKS_SECRET' ? line : undefined;
			context.complain(warned === undefined ? error : typedAgain(error));
			// Whoever typed it has seen it; a script has to be told.
			if (context.interactive) context.print('');
			else failed++;
		} finally {
			running = undefined;
		}
	}
	return { failed };
}

function typedAgain({ code, message }: ArboristError): ArboristError {
	return new ArboristError(code, message, 'Take it out. To ask it as it is, type the same line again.');
}

function promptText(seq: number | undefined): string {
	return seq === undefined || seq === 0 ? '› ' : `#${seq} › `;
}

const exitStatus = ({ failed }: Data) => (failed > 0 ? 1 : 0);

export const session: Command<Data> = {
	verb: 'session',
	usage: [
		'session [--sid ID] [--plain] [--label NAME] [--llm NAME]',
		'session [--engine NAME] [--model NAME] [--base-url URL] [--key-env VAR] [--no-history]',
	],
	summary: 'start a new session, or resume one',
	flags: ['sid', 'plain', 'label', 'history', ...ENGINE_FLAGS],
	words: 'none',
	run: (input, context) => converse(input, context, false),
	text: () => '',
	exitStatus,
};

export const lastSession: Command<Data> = {
	verb: '',
	usage: ['[--plain] [--llm NAME]', '[--engine NAME] [--model NAME] [--base-url URL] [--key-env VAR] [--no-history]'],
	summary: 'go on with the last session; into a pipe: questions from standard input, one a line',
	flags: ['plain', 'history', ...ENGINE_FLAGS],
	words: 'none',
	run: (input, context) => converse(input, context, true),
	text: () => '',
	exitStatus,
};
