import { quotedAt } from '../library/source-name.ts';
import { pointersIn, wheresOf } from '../pointer.ts';
import type { Turn } from '../store/types.ts';

/** A passage that an answer points to. */
export interface Cited {
	readonly pointer: string;
	readonly title: string;
	/** Its document, and the lines that are quoted. */
	readonly source: string;
}

/** What an answer rests on; what else was looked at to find it is no source of it. */
export function citedIn({ answer_text, meta }: Turn): Cited[] {
	const pointers = pointersIn(answer_text);
	return (meta.evidence ?? []).flatMap(({ pointer, title, source }) => {
		const wheres = wheresOf(pointers, pointer);
		return wheres.length === 0 ? [] : { pointer, title, source: quotedAt(source, wheres) };
	});
}
