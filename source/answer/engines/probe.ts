import type { Clock } from '../../clock.ts';
import type { Profile } from '../../config/profile.ts';
import { ArboristError } from '../../errors.ts';
import type { Evidence } from '../engine.ts';
import { modelsOf } from './local.ts';
import { modelEngine } from './model.ts';

/** One thing that was tried of an engine, or was not and why. */
export interface Tried {
	readonly what: 'key' | 'reachable' | 'model' | 'answers' | 'streams' | 'usage';
	readonly result: 'good' | 'bad' | 'not tried';
	readonly detail: string;
}

/** How long a server may take to list its models, milliseconds, and to begin an answer, seconds. */
const PATIENCE = 10_000;
const FIRST_TOKEN = 60;
/** Some servers refuse to write a single token. */
const FEWEST_TOKENS = 16;
const LISTED = 8;

const NONE: Evidence = { passages: [], terms: [], collection: 0 };

/** Tries a profile: its key, its list of models, and a question of a few tokens. It never throws. */
export async function probe(profile: Profile, key: () => Promise<string | undefined>, clock: Clock): Promise<Tried[]> {
	const tried: Tried[] = [];
	const tell = (what: Tried['what'], result: Tried['result'], detail: string) =>
		void tried.push({ what, result, detail });
	const skip = (why: string, ...whats: Tried['what'][]) => whats.forEach((what) => void tell(what, 'not tried', why));
	let own: string | undefined;
	try {
		own = await key();
		tell('key', 'good', own === undefined ? 'none is needed' : 'is there');
	} catch (error) {
		tell('key', 'bad', said(error));
		skip('there is no key', 'reachable', 'model', 'answers', 'streams', 'usage');
		return tried;
	}
	try {
		const models = await modelsOf(profile, own, clock, PATIENCE);
		const more = models.length > LISTED ? ` and ${models.length - LISTED} more` : '';
		tell('reachable', 'good', `${models.length} models: ${models.slice(0, LISTED).join(', ')}${more}`);
		// Ollama lists a model by its version, and takes it without.
		const there = models.includes(profile.model) || models.includes(`${profile.model}:latest`);
		tell('model', there ? 'good' : 'bad', there ? profile.model : `“${profile.model}” is not among them`);
	} catch (error) {
		tell('reachable', 'bad', said(error));
		skip('the models cannot be listed', 'model');
		if (error instanceof ArboristError && error.code === 'NO_SERVER') {
			skip('nobody answers there', 'answers', 'streams', 'usage');
			return tried;
		}
	}
	await ask(profile, own, clock, tell, skip);
	return tried;
}

async function ask(
	profile: Profile,
	key: string | undefined,
	clock: Clock,
	tell: (what: Tried['what'], result: Tried['result'], detail: string) => void,
	skip: (why: string, ...whats: Tried['what'][]) => void,
): Promise<void> {
	const short = { ...profile, max_tokens: FEWEST_TOKENS, first_token_timeout: FIRST_TOKEN };
	const engine = modelEngine(short, { clock, now: Date.now, key: async () => key });
	const stop = new AbortController();
	let pieces = 0;
	try {
		for await (const event of engine.answer('Say: yes', { evidence: NONE, history: [], signal: stop.signal })) {
			// Whoever asks how things stand does not wait for them to get better.
			if (event.kind === 'retry') throw event.problem;
			if (event.kind === 'text' || event.kind === 'reasoning') pieces += 1;
			if (event.kind !== 'done') continue;
			const { first_token_ms = 0, input_tokens } = event.usage ?? {};
			tell('answers', 'good', `the first word after ${(first_token_ms / 1000).toFixed(1)} s`);
			tell('streams', pieces > 1 ? 'good' : 'bad', pieces > 1 ? `${pieces} pieces` : 'all came at once');
			tell(
				'usage',
				input_tokens === undefined ? 'bad' : 'good',
				input_tokens === undefined ? 'the server does not tell it' : 'is told',
			);
		}
	} catch (error) {
		const silent = error instanceof ArboristError && error.code === 'EMPTY';
		tell(
			'answers',
			silent ? 'good' : 'bad',
			silent ? `with nothing in ${FEWEST_TOKENS} tokens; a model that thinks needs more` : said(error),
		);
		skip('there was no answer to tell by', 'streams', 'usage');
	} finally {
		stop.abort();
	}
}

function said(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
