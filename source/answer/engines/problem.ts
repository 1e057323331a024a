import { ArboristError, type ErrorCode } from '../../errors.ts';

/** All that can go wrong with a model's server. */
export type ProblemCode = Extract<
	ErrorCode,
	| 'NO_SERVER'
	| 'AUTH'
	| 'MODEL_NOT_FOUND'
	| 'RATE_LIMIT'
	| 'CONTEXT_OVERFLOW'
	| 'CONTENT_FILTER'
	| 'BAD_REQUEST'
	| 'SERVER'
	| 'TIMEOUT_FIRST_TOKEN'
	| 'TIMEOUT_IDLE'
	| 'STREAM_BROKEN'
	| 'EMPTY'
	| 'ABORTED'
>;

/** One sentence about what the server did, and what to do next. */
export class Problem extends ArboristError {
	/** When the server says it may be asked again, in milliseconds from then. */
	readonly retry_after_ms: number | undefined;

	constructor(code: ProblemCode, message: string, hint: string, retry_after_ms?: number) {
		super(code, message, hint);
		this.retry_after_ms = retry_after_ms;
	}
}

/** Of whom a problem speaks. */
export interface Whom {
	readonly host: string;
	readonly model: string;
}

const NEXT: Readonly<Record<ProblemCode, string>> = {
	NO_SERVER: 'Start it, or correct base_url; `arborist doctor` tries every engine.',
	AUTH: 'Check the key that key_env, key_file or key_command names, and that it is one for this address.',
	MODEL_NOT_FOUND: '`arborist doctor` lists the models it has; name one with --model or in the settings.',
	RATE_LIMIT: 'Ask again in a while, or use another engine.',
	CONTEXT_OVERFLOW: 'Send less: without the turns above (--no-history), or from higher up on the path.',
	CONTENT_FILTER: 'Ask in other words, or use another engine.',
	BAD_REQUEST: 'Check the protocol, base_url and model of this engine; `arborist doctor` tries them.',
	SERVER: 'Ask again in a while, or look at what the server itself has logged.',
	TIMEOUT_FIRST_TOKEN: 'Ask again, or raise first_token_timeout in the settings of this engine.',
	TIMEOUT_IDLE: 'What came is kept. Ask it to go on, or raise idle_timeout.',
	STREAM_BROKEN: 'What came is kept. Ask it to go on, or ask again.',
	EMPTY: 'Ask again; when that changes nothing, raise max_tokens: it may have been spent on thinking.',
	ABORTED: 'The question is where it was.',
};

const SAYS: Readonly<Record<ProblemCode, (whom: Whom) => string>> = {
	NO_SERVER: ({ host }) => `Nobody answers at ${host}`,
	AUTH: ({ host }) => `${host} does not accept the key`,
	MODEL_NOT_FOUND: ({ host, model }) => `${host} has no model “${model}”`,
	RATE_LIMIT: ({ host }) => `${host} takes no more questions for now`,
	CONTEXT_OVERFLOW: ({ model }) => `The question, with what was sent along, is too long for ${model}`,
	CONTENT_FILTER: ({ host }) => `${host} refused to answer this`,
	BAD_REQUEST: ({ host }) => `${host} did not understand the question`,
	SERVER: ({ host }) => `${host} failed`,
	TIMEOUT_FIRST_TOKEN: ({ host }) => `${host} took too long to begin`,
	TIMEOUT_IDLE: ({ host }) => `${host} fell silent in the middle of the answer`,
	STREAM_BROKEN: ({ host }) => `The answer of ${host} broke off`,
	EMPTY: ({ host }) => `${host} answered with nothing`,
	ABORTED: () => 'Stopped before the first word',
};

/** @param detail What the server itself said, if anything; quoted in short. */
export function problem(code: ProblemCode, whom: Whom, detail = '', retry_after_ms?: number): Problem {
	const said = detail.replace(/\s+/g, ' ').trim();
	const quoted = said === '' ? '' : `: ${said.length > 200 ? `${said.slice(0, 199)}…` : said}`;
	const sentence = `${SAYS[code](whom)}${quoted}`;
	return new Problem(code, /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`, NEXT[code], retry_after_ms);
}

const OVERFLOW =
	/context[ _-]?(?:length|window|size)|maximum context|too many tokens|prompt is too long|input is too long|exceeds? the (?:available|maximum)|n_ctx/i;
const FILTERED = /content[ _]?(?:filter|policy|management)|safety|moderation/i;
const NO_MODEL =
	/model.*(?:not found|does not exist|not exist|unknown|not loaded)|model_not_found|(?:no such|unknown|invalid) model/i;
const NO_CREDIT = /insufficient_quota|billing|credit|quota/i;

/** What an error inside a stream, or a body that is one, means. `status` is 200 for one inside a good answer. */
export function problemOf(status: number, body: string, whom: Whom, retry_after_ms?: number): Problem {
	const said = detailOf(body);
	const all = `${said.code} ${said.text}`;
	const tell = (code: ProblemCode) => problem(code, whom, said.text, retry_after_ms);
	if (status === 401 || status === 403 || /invalid_api_key|authentication_error|permission_error/.test(all))
		return tell('AUTH');
	if (status === 429 || /rate_limit/.test(all))
		return NO_CREDIT.test(all) ? noCredit(whom, said.text) : tell('RATE_LIMIT');
	if (status === 413 || OVERFLOW.test(all)) return tell('CONTEXT_OVERFLOW');
	if (NO_MODEL.test(all)) return tell('MODEL_NOT_FOUND');
	if (status === 404)
		return problem('BAD_REQUEST', whom, `there is no chat endpoint at this address. ${said.text}`, retry_after_ms);
	if (FILTERED.test(all)) return tell('CONTENT_FILTER');
	if (status >= 400 && status < 500 && status !== 408) return tell('BAD_REQUEST');
	return tell('SERVER');
}

// Waiting does not help, so it names no time and is not tried again.
function noCredit(whom: Whom, text: string): Problem {
	const { message } = problem('RATE_LIMIT', whom, text);
	return new Problem(
		'RATE_LIMIT',
		message,
		'The account has no credit left; pay for it, or use another engine.',
		Number.POSITIVE_INFINITY,
	);
}

/** What a body says went wrong: the error of any of the protocols, else a short text; HTML says nothing. */
function detailOf(body: string): { text: string; code: string } {
	const plain = /^\s*</.test(body) ? '' : body.slice(0, 1000);
	try {
		const record = JSON.parse(body) as { error?: unknown; message?: unknown; type?: unknown };
		const error = record.error ?? record;
		if (typeof error === 'string') return { text: error, code: '' };
		const { message, code, type } = error as Record<string, unknown>;
		const text = [message, record.message].find((each) => typeof each === 'string') ?? '';
		return { text: String(text), code: [code, type].filter((each) => typeof each === 'string').join(' ') };
	} catch {
		return { text: plain, code: '' };
	}
}
