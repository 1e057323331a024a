import { ArboristError } from '../errors.ts';

/** The ways of speaking to a server that are known. */
export const PROTOCOLS = ['openai', 'ollama', 'anthropic'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Where a key comes from; never the key itself. */
export type KeySource = { readonly env: string } | { readonly file: string } | { readonly command: string };

/** A model behind an address, as the settings name it. */
export interface Profile {
	readonly name: string;
	readonly protocol: Protocol;
	/** As given; the path of the chat endpoint is added to it. */
	readonly base_url: string;
	readonly model: string;
	/** Sent to the origin of `base_url` and nowhere else. */
	readonly key?: KeySource;
	/** How many tokens the model reads and writes at most, together; of an Ollama model this is asked for as num_ctx. */
	readonly context: number;
	/** How many of them are kept for the answer. */
	readonly max_tokens: number;
	/** The server's own when not given. */
	readonly temperature?: number;
	/** How long the first token, and each next one, may take. Seconds. */
	readonly first_token_timeout: number;
	readonly idle_timeout: number;
	/** What a million tokens cost, read and written, in whatever currency. */
	readonly price_input?: number;
	readonly price_output?: number;
}

/** Where a protocol's own server is when nothing else is said. */
export const USUAL_URL: Readonly<Record<Protocol, string>> = {
	openai: 'https://api.openai.com/v1',
	ollama: 'http://127.0.0.1:11434',
	anthropic: 'https://api.anthropic.com/v1',
};

/** What a profile is when nothing else is said: a window that most servers can hold. */
export const USUAL = { context: 8192, max_tokens: 1024, first_token_timeout: 120, idle_timeout: 60 } as const;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of an endpoint below a profile's own.
 * @throws ArboristError ENGINE_NOT_CONFIGURED for what is no address, and for one that would send questions in the clear
 */
export function endpoint({ name, base_url }: Pick<Profile, 'name' | 'base_url'>, path: string): URL {
	const refuse = (what: string, hint: string) =>
		new ArboristError('ENGINE_NOT_CONFIGURED', `The address of “${name}” ${what}.`, hint);
	if (!URL.canParse(base_url)) throw refuse(`is none: ${base_url}`, 'Like: base_url = "http://127.0.0.1:8080/v1"');
	const url = new URL(base_url);
	if (url.username !== '' || url.password !== '')
		throw refuse(
			'holds a user or a password',
			'Take them out, and name the key with key_env, key_file or key_command.',
		);
	const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
	if (!safe)
		throw refuse(
			`is not encrypted: ${url.protocol}//${url.host}`,
			'Only a server on this machine may be spoken to over http; use https.',
		);
	url.pathname = url.pathname.replace(/\/+$/, '') + path;
	url.hash = '';
	return url;
}
