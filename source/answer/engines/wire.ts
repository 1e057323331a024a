import { ArboristError } from '../../errors.ts';
import type { Speech } from './delta.ts';
import { type Problem, problem, problemOf, type Whom } from './problem.ts';
import type { Records } from './records.ts';
import { retryAfter } from './retry.ts';
import { redacted } from './secret.ts';

// The one place that opens a connection.

export interface Call extends Whom {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	/** What is asked; without it something is only read. */
	readonly body?: object;
	/** For what must not be shown of an error. */
	readonly key: string | undefined;
	readonly signal: AbortSignal;
	/** Milliseconds since 1970. */
	now(): number;
}

/** An answer that is no stream, and an error, are read no further. Characters. */
const LONGEST_WHOLE = 8 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/** Asks, and gives the response of a server that is willing. @throws Problem; and the signal's reason */
export async function call({ url, headers, body, key, signal, now, ...whom }: Call): Promise<Response> {
	let response: Response;
	try {
		const asked = fetch(url, {
			method: body === undefined ? 'GET' : 'POST',
			headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
			...(body !== undefined && { body: JSON.stringify(body) }),
			// Node would carry the question and the key to wherever a redirect leads.
			redirect: 'error',
			signal,
		});
		response = await unlessAborted(asked, signal);
	} catch (error) {
		throw signal.aborted ? signal.reason : lineProblem(error, whom);
	}
	if (response.ok) return response;
	const text = redacted(await textOf(response, LONGEST_ERROR, signal), key);
	throw problemOf(response.status, text, whom, retryAfter(response.headers.get('retry-after'), now()));
}

/** The records of a response as they come. @throws Problem when the line breaks; and the signal's reason */
export async function* recordsOf(
	response: Response,
	speech: Speech,
	{ signal, key, ...whom }: Call,
): AsyncGenerator<string[]> {
	const type = response.headers.get('content-type') ?? '';
	if (/html/.test(type)) throw problem('BAD_REQUEST', whom, 'it answered with a web page');
	// A server that does not stream, or an error under a good status.
	if (/^application\/json/.test(type)) {
		yield [redacted(await textOf(response, LONGEST_WHOLE, signal), key)];
		return;
	}
	const records: Records = speech.records();
	try {
		for await (const bytes of bytesOf(response, signal)) yield records.feed(bytes);
		yield records.end();
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		throw error instanceof ArboristError
			? error
			: problem('STREAM_BROKEN', whom, error instanceof RangeError ? error.message : '');
	}
}

/** The bytes of a response, until the signal says otherwise. */
async function* bytesOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const reader = response.body?.getReader();
	if (!reader) return;
	try {
		for (;;) {
			const { done, value } = await unlessAborted(reader.read(), signal);
			if (done) return;
			yield value as Uint8Array;
		}
	} finally {
		reader.cancel().catch(() => undefined);
	}
}

/** Rejects with the signal's reason as soon as it is aborted: after a garbage collection Node's fetch no longer hears of it. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}

async function textOf(response: Response, most: number, signal: AbortSignal): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const bytes of bytesOf(response, signal)) {
			text += decoder.decode(bytes, { stream: true });
			if (text.length > most) break;
		}
	} catch {
		// What came of it tells more than that it was cut.
	}
	return text;
}

const WORDS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens there',
	ENOTFOUND: 'there is no such name',
	EAI_AGAIN: 'the name cannot be looked up now',
	ECONNRESET: 'it hung up',
	UND_ERR_SOCKET: 'it hung up',
	ETIMEDOUT: 'it cannot be reached',
	UND_ERR_CONNECT_TIMEOUT: 'it cannot be reached',
	EHOSTUNREACH: 'it cannot be reached',
	ENETUNREACH: 'there is no network',
};

/** Why there was no response at all. What the runtime says of it may hold headers, so only its code is read. */
function lineProblem(error: unknown, whom: Whom): Problem {
	const cause = error instanceof Error ? error.cause : undefined;
	const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
	if (/redirect/.test(message)) return problem('BAD_REQUEST', whom, 'it redirects elsewhere, which is never followed');
	if (code === 'UND_ERR_HEADERS_TIMEOUT') return problem('TIMEOUT_FIRST_TOKEN', whom);
	if (/CERT|SSL|TLS|SELF_SIGNED/.test(code))
		return problem('NO_SERVER', whom, `its certificate is not valid (${code})`);
	return problem('NO_SERVER', whom, WORDS[code] ?? code);
}
