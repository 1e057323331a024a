import { endpoint, PROTOCOLS, type Profile, type Protocol, USUAL, USUAL_URL } from '../../config/profile.ts';
import { ArboristError } from '../../errors.ts';
import { didYouMean } from '../../nearest.ts';

/** What was asked for: an engine's name, and what of its settings is another for now. */
export interface Choice {
	/** `excerpt`, a profile, or a protocol. The settings' own when not given. */
	readonly engine?: string | undefined;
	readonly model?: string | undefined;
	readonly base_url?: string | undefined;
	/** The environment variable that holds the key for the address. */
	readonly key_env?: string | undefined;
}

/**
 * The profile that a choice means; undefined for the engine that quotes. A key goes only to the origin it was set for: an
 * address elsewhere is asked without it.
 * @param usual The settings' own engine.
 * @throws ArboristError ENGINE_NOT_CONFIGURED
 */
export function profileFor(
	choice: Choice,
	profiles: readonly Profile[],
	usual: string | undefined,
): Profile | undefined {
	const { base_url, model, key_env } = choice;
	const changed = base_url !== undefined || model !== undefined || key_env !== undefined;
	const name = choice.engine ?? (base_url === undefined ? (usual ?? 'excerpt') : 'openai');
	if (name === 'excerpt') {
		if (!changed) return undefined;
		throw new ArboristError(
			'ENGINE_NOT_CONFIGURED',
			'The excerpt engine has no model, no address and no key.',
			'Name an engine with --engine.',
		);
	}
	const found = profiles.find((profile) => profile.name === name) ?? bare(name);
	if (found === undefined) {
		const names = ['excerpt', ...profiles.map((profile) => profile.name), ...PROTOCOLS];
		const meant = didYouMean(name, names).trim();
		throw new ArboristError(
			'ENGINE_NOT_CONFIGURED',
			`No engine is called “${name}”.`,
			[meant, `Describe it in config.toml under [engine.${name}], or name one of ${names.join(', ')}.`]
				.filter(Boolean)
				.join(' '),
		);
	}
	const { key, ...rest } = found;
	const profile = { ...rest, ...(base_url !== undefined && { base_url }), ...(model !== undefined && { model }) };
	const kept = key_env !== undefined ? { env: key_env } : sameOrigin(found, profile) ? key : undefined;
	if (profile.model === '')
		throw new ArboristError(
			'ENGINE_NOT_CONFIGURED',
			`It is not said which model “${name}” is to ask.`,
			'Name one with --model, or in config.toml; `arborist doctor` lists what a server has.',
		);
	return { ...profile, ...(kept && { key: kept }) };
}

/** A protocol by its own name, at its usual address. */
function bare(name: string): Profile | undefined {
	const protocol = PROTOCOLS.find((each): each is Protocol => each === name);
	return protocol && { name, protocol, base_url: USUAL_URL[protocol], model: '', ...USUAL };
}

function sameOrigin(one: Profile, other: Profile): boolean {
	return endpoint(one, '').origin === endpoint(other, '').origin;
}
