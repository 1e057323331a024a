import type { Choice } from '../answer/engines/choice.ts';
import { ArboristError } from '../errors.ts';
import type { Flag, Flags } from './flags.ts';

/** The flags that choose what answers. */
export const ENGINE_FLAGS = ['llm', 'engine', 'model', 'baseUrl', 'keyEnv'] as const satisfies readonly Flag[];

/** What the flags choose. Throws USAGE when two of them name two engines. */
export function choiceOf({ llm, engine, model, baseUrl, keyEnv }: Flags): Choice {
	if (llm !== undefined && engine !== undefined && llm !== engine)
		throw new ArboristError('USAGE', '--llm and --engine name two engines.', 'Give one of them.');
	return { engine: engine ?? llm, model, base_url: baseUrl, key_env: keyEnv };
}
