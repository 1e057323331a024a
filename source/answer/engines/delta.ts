import type { Profile } from '../../config/profile.ts';
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
	deltas(record: Json): Delta[];
	/** The names in its list of models. */
	modelNames(list: Json): string[];
}

/** An object as JSON gives it: nothing in it is known yet. */
export type Json = { readonly [name: string]: unknown };

export function objectIn(value: unknown): Json | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function listIn(value: unknown): Json[] {
	return Array.isArray(value) ? value.map(objectIn).filter((each) => each !== undefined) : [];
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
	return listIn(list).flatMap((each) => (typeof each[field] === 'string' ? [each[field]] : []));
}
