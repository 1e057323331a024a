import { homedir } from 'node:os';
import { didYouMean } from '../nearest.ts';
import { type KeySource, PROTOCOLS, type Profile, type Protocol, USUAL, USUAL_URL } from './profile.ts';
import type { Section } from './section.ts';
import type { Problem, Setting } from './toml.ts';

/** A profile, and the line that each setting given for it stands on. */
export interface EngineSetting {
	readonly profile: Profile;
	readonly lines: ReadonlyMap<string, number>;
}

type Plain = Setting['value'];
type Check = (value: Plain) => string | undefined;

const text: Check = (value) => (typeof value === 'string' && value.trim() !== '' ? undefined : 'is a text in quotes');
const above =
	(least: number, whole = true): Check =>
	(value) =>
		typeof value === 'number' && value >= least && (!whole || Number.isSafeInteger(value))
			? undefined
			: `is a${whole ? ' whole' : ''} number, ${least} or more`;

/** Every setting of an engine, and what its value has to be. */
const SETTINGS: Readonly<Record<string, Check>> = {
	protocol: (value) =>
		PROTOCOLS.some((protocol) => protocol === value)
			? undefined
			: `is one of ${PROTOCOLS.map((each) => `"${each}"`).join(', ')}`,
	base_url: text,
	model: text,
	key_env: text,
	key_file: text,
	key_command: text,
	context: above(512),
	max_tokens: above(16),
	temperature: above(0, false),
	first_token_timeout: above(1),
	idle_timeout: above(1),
	price_input: above(0, false),
	price_output: above(0, false),
};

/** `excerpt` and the protocols have these names already. */
const TAKEN: readonly string[] = ['excerpt', 'script', ...PROTOCOLS];

/** `[engine.qwen]`: a model behind an address, under a name of one's own. */
export const ENGINES: Section<readonly EngineSetting[]> = {
	read(settings, tell) {
		const names = [...new Set(settings.map(({ path }) => path[0] ?? ''))];
		return names.flatMap(
			(name) =>
				engineOf(
					name,
					settings.filter(({ path }) => path[0] === name),
					tell,
				) ?? [],
		);
	},
};

function engineOf(
	name: string,
	settings: readonly Setting[],
	tell: (problem: Problem) => void,
): EngineSetting | undefined {
	const line = settings[0]?.line ?? 0;
	if (settings.some(({ path }) => path.length < 2)) {
		tell({ line, message: `An engine is a section of its own: [engine.${name}], its settings below.` });
		return undefined;
	}
	if (TAKEN.includes(name)) {
		tell({ line, message: `“${name}” is the name of something else; call this engine by another name.` });
		return undefined;
	}
	const given = new Map<string, Setting>();
	for (const setting of settings) {
		const what = setting.path.slice(1).join('.');
		const check = SETTINGS[what];
		const trouble = check?.(setting.value);
		if (check === undefined)
			tell({
				line: setting.line,
				message: `An engine has no setting “${what}”.${didYouMean(what, Object.keys(SETTINGS))}`,
			});
		else if (trouble !== undefined) tell({ line: setting.line, message: `“${what}” ${trouble}.` });
		else given.set(what, setting);
	}
	const keys = [...given.keys()].filter((what) => what.startsWith('key_'));
	if (keys.length > 1)
		tell({
			line: given.get(keys[1] as string)?.line ?? line,
			message: `A key comes from one place: ${keys.join(' or ')}.`,
		});
	const lines = new Map([...given].map(([what, setting]) => [what, setting.line]));
	return { profile: profileOf(name, (what) => given.get(what)?.value), lines };
}

function profileOf(name: string, value: (what: string) => Plain | undefined): Profile {
	const string = (what: string) => value(what) as string | undefined;
	const number = <Name extends string>(what: Name) => {
		const given = value(what) as number | undefined;
		return (given === undefined ? {} : { [what]: given }) as { readonly [Key in Name]?: number };
	};
	const protocol = (string('protocol') ?? 'openai') as Protocol;
	const key = keyOf(string);
	const profile = {
		name,
		protocol,
		base_url: string('base_url') ?? USUAL_URL[protocol],
		model: string('model') ?? '',
		...(key && { key }),
		...USUAL,
		...number('temperature'),
		...number('price_input'),
		...number('price_output'),
	};
	const context = number('context').context ?? USUAL.context;
	return {
		...profile,
		context,
		// Of a small window at most half is kept for the answer.
		max_tokens: Math.min(number('max_tokens').max_tokens ?? USUAL.max_tokens, Math.floor(context / 2)),
		...number('first_token_timeout'),
		...number('idle_timeout'),
	};
}

function keyOf(string: (what: string) => string | undefined): KeySource | undefined {
	const [env, file, command] = ['key_env', 'key_file', 'key_command'].map(string);
	if (env !== undefined) return { env };
	if (file !== undefined) return { file: file.replace(/^~(?=\/)/, homedir()) };
	return command === undefined ? undefined : { command };
}
