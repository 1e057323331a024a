import { pointer } from '../pointer.ts';
import type { EvidencePassage } from './engine.ts';

// A model points with `[E1]`, in one of several ways; what a pointer says of its source is never the model's word.

// `[E1]`, `[E1, E3]`, `[E1; E2]`, `[E1 | whatever it made of the title]`, and the same in the brackets some models prefer.
const POINTED = /(?<!\\)[[【](E\d{1,3}(?:\s*[,;]\s*E\d{1,3})*)(?:\s*[|†:][^\]】\n]*)?[\]】]/g;

/**
 * An answer with each pointer written out by the program, `[E1 | <title> | <where>]`. One that no passage was supplied for
 * stays short, and the audit finds it.
 */
export function withPointers(answer: string, passages: readonly EvidencePassage[]): string {
	const known = new Map(passages.map((passage) => [passage.pointer, passage]));
	return answer.replace(POINTED, (_whole, names: string) =>
		names
			.split(/\s*[,;]\s*/)
			.map((name) => {
				const passage = known.get(name);
				return passage === undefined ? `[${name}]` : pointer(name, passage.title, passage.where);
			})
			.join(' '),
	);
}
