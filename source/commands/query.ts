import { ArboristError } from '../errors.ts';
import { SessionQueryError } from '../query/errors.ts';
import { LiveSessions } from '../query/live.ts';
import { createSessionQuery, type SessionQuery } from '../query/query.ts';
import { shardSource } from '../query/shard.ts';
import type { Command, Input } from './command.ts';
import { type Outcome, outcomeText } from './query-text.ts';

interface Form {
	/** What follows the word. */
	takes: readonly string[];
	summary: string;
	/** Whether it takes `--before` and `--after`. */
	windowed?: true;
	ask(query: SessionQuery, words: readonly string[], flags: Input['flags']): Promise<Outcome>;
}

const FORMS: Readonly<Record<string, Form>> = {
	sessions: {
		takes: [],
		summary: 'every session, with where it was forked from',
		ask: async (query) => ({ kind: 'sessions', result: await query.listSessions() }),
	},
	events: {
		takes: ['SID'],
		summary: 'every event of a session, with what it is to the conversation now',
		ask: async (query, [sid = '']) => ({ kind: 'events', result: await query.listEvents(sid) }),
	},
	event: {
		takes: ['SID', 'SEQ'],
		windowed: true,
		summary: 'one event, whole, with some before and after it',
		ask: async (query, [sessionId = '', seq], { before = 0, after = 0 }) => ({
			kind: 'event',
			result: await query.readEvent({ sessionId, seq: Number(seq), before, after }),
		}),
	},
	'trace-session': {
		takes: ['SID'],
		summary: 'the sessions above and below a session',
		ask: async (query, [sid = '']) => ({ kind: 'trace-session', result: await query.traceSession(sid) }),
	},
	'trace-event': {
		takes: ['SID', 'SEQ'],
		summary: 'what a turn was made from, what was made from it, what took its place',
		ask: async (query, [sessionId = '', seq]) => ({
			kind: 'trace-event',
			result: await query.traceEvent({ sessionId, seq: Number(seq) }),
		}),
	},
};

const formText = (name: keyof typeof FORMS) => {
	const { takes, windowed = false } = FORMS[name] as Form;
	return ['query', name, ...takes, ...(windowed ? ['[--before N]', '[--after N]'] : []), '[--json]'].join(' ');
};
const formsText = Object.keys(FORMS).map(formText);

export const query: Command<Outcome> = {
	verb: 'query',
	usage: formsText,
	summary: 'inspect sessions exactly, event by event; --json gives the results as docs/query.md has them',
	flags: ['before', 'after', 'json'],
	words: 'any',
	verbatim: true,
	async run({ words: [name = '', ...words], flags }, context) {
		const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
		if (form === undefined || words.length !== form.takes.length)
			throw new ArboristError(
				'USAGE',
				form
					? `\`arborist query ${name}\` takes ${form.takes.join(' and ') || 'nothing'}.`
					: `There is no query “${name}”.`,
				`One of: ${formsText.join(' · ')}`,
			);
		if (!form.windowed && (flags.before ?? flags.after) !== undefined)
			throw new ArboristError(
				'USAGE',
				`\`arborist query ${name}\` takes no window.`,
				`It goes with: arborist ${formText('event')}`,
			);
		const persisted = shardSource(context.existingForest());
		try {
			return await form.ask(createSessionQuery({ live: new LiveSessions(), persisted }), words, flags);
		} catch (error) {
			if (!(error instanceof SessionQueryError)) throw error;
			throw new ArboristError('QUERY_FAILED', `${error.code}: ${error.message}`, hintFor(error), { cause: error });
		}
	},
	text: outcomeText,
	json: ({ result }) => result,
};

function hintFor({ code }: SessionQueryError): string | undefined {
	if (code === 'SESSION_QUERY_SESSION_NOT_FOUND') return 'Name it by its whole id; see `arborist query sessions`.';
	if (code === 'SESSION_QUERY_EVENT_NOT_FOUND') return 'Events are numbered from 0; see `arborist query events SID`.';
	return code === 'SESSION_QUERY_INVALID_WINDOW' ? undefined : 'See `arborist verify` for what is wrong.';
}
