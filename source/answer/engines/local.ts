import type { Clock } from '../../clock.ts';
import { endpoint, type Profile, USUAL } from '../../config/profile.ts';
import { ArboristError } from '../../errors.ts';
import { SPEECHES } from './model.ts';
import { call } from './wire.ts';

// Servers on this machine. They are looked for when a person asks what there is, and never otherwise.

type Place = Pick<Profile, 'name' | 'protocol' | 'base_url'>;

const USUAL_PLACES: readonly Place[] = [
	{ name: 'Ollama', protocol: 'ollama', base_url: 'http://127.0.0.1:11434' },
	{ name: 'llama.cpp', protocol: 'openai', base_url: 'http://127.0.0.1:8080/v1' },
];

/** On this machine a server answers at once or not at all. Milliseconds. */
const PATIENCE = 1000;

/** The models a server says it has. @throws ArboristError one of the closed set */
export async function modelsOf(
	profile: Place & { readonly model?: string },
	key: string | undefined,
	clock: Clock,
	patience: number,
): Promise<string[]> {
	const speech = SPEECHES[profile.protocol];
	const url = endpoint(profile, speech.models);
	const stop = new AbortController();
	const whom = { host: url.host, model: profile.model ?? '' };
	const late = new ArboristError('TIMEOUT_FIRST_TOKEN', `${url.host} does not answer in time.`, 'Is it busy?');
	const cancel = clock.after(patience, () => stop.abort(late));
	try {
		const response = await call({
			...whom,
			url,
			headers: speech.headers(key),
			key,
			signal: stop.signal,
			now: Date.now,
		});
		return speech.modelNames(await response.json());
	} catch (error) {
		if (error instanceof ArboristError) throw error;
		throw new ArboristError('BAD_REQUEST', `${url.host} does not list its models.`, 'Check base_url and protocol.', {
			cause: error,
		});
	} finally {
		cancel();
	}
}

/** What runs at the usual places of this machine, a profile for each model. */
export async function localProfiles(clock: Clock, places: readonly Place[] = USUAL_PLACES): Promise<Profile[]> {
	const found = await Promise.all(
		places.map(async (place) => {
			const models = await modelsOf(place, undefined, clock, PATIENCE).catch(() => []);
			return models.map((model): Profile => ({ ...place, ...USUAL, model }));
		}),
	);
	return found.flat();
}
