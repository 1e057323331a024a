import type { Profile } from '../../config/profile.ts';
import { isObject, type JsonObject, listOf } from '../../json.ts';
import type { Prompt } from '../prompt.ts';
import type { Records } from './records.ts';

/** One thing that a record of the stream says, whatever the protocol. */
export type Delta =
	| { readonly kind: 'text' | 'reasoning'; readonly text: string }
	/** Tokens read and written, as far as this record tells; a later one is nearer the truth. */
	| { readonly kind: 'usage'; readonly input_tokens?: number; readonly output_tokens?: number }
	/** How the model came to its end. */
	| { readonly kind: 'finish'; readonly how: 'complete' | 'truncated' | 'filtered' }
	/** The server will say nothing more. */
	| { readonly kind: 'over' }
	| { readonly kind: 'error'; readonly body: string };

/** How one kind of server is spoken to. Pure. */
export interface Speech {
	/** Below base_url. */
	readonly path: string;
	/** Where it lists its models, below base_url. */
	readonly models: string;
	headers(key: string | undefined): Record<string, string>;
	body(prompt: Prompt, profile: Profile): object;
	records(): Records;
	/** What one record says. */
	deltas(record: JsonObject): Delta[];
	/** The names in its list of models. */
	modelNames(list: JsonObject): string[];
}

/** The objects of a list. */
export function objectsIn(list: unknown): JsonObject[] {
	return listOf(list).filter(isObject);
}

/** Text as a delta, nothing for none. */
export function said(kind: 'text' | 'reasoning', text: unknown): Delta[] {
	return typeof text === 'string' && text !== '' ? [{ kind, text }] : [];
}

/** A count of tokens under its name, nothing for what is none. */
export function tokens<Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: number } {
	const count = Number.isSafeInteger(value) && (value as number) >= 0 ? { [name]: value } : {};
	return count as { readonly [Key in Name]?: number };
}

export function namesIn(list: unknown, field: string): string[] {
	return objectsIn(list).flatMap((each) => (typeof each[field] === 'string' ? [each[field]] : []));
}
