import { PROVEN } from '../../answer/audit.ts';
import { claimsOf } from '../../answer/claims.ts';
import { quotedAt } from '../../library/source-name.ts';
import { pointersIn, wheresOf } from '../../pointer.ts';
import type { SentenceVerdict, Turn } from '../../store/types.ts';

/** A source that an answer points to, and how many of the sentences that point to it are proven. */
export interface Source {
	/** `E1` */
	readonly pointer: string;
	/** Empty when there is no such passage. */
	readonly title: string;
	readonly place: string;
	readonly proven: number;
	readonly sentences: number;
}

/** An answer longer than this is not read once more to tell its sources apart. */
const LARGEST = 64 * 1024;

export function unprovenIn({ meta }: Pick<Turn, 'meta'>): SentenceVerdict[] {
	return (meta.verdicts ?? []).filter(({ verdict }) => verdict !== PROVEN);
}

/** A sentence that is not proven, and whether it points to anything. */
export interface Doubt extends SentenceVerdict {
	readonly cited: boolean;
}

export function doubtsOf(turn: Turn): Doubt[] {
	const unproven = unprovenIn(turn);
	if (unproven.length === 0) return [];
	const claims = claimsOf(turn.answer_text.slice(0, LARGEST));
	const cited = new Set(claims.filter(({ pointers }) => pointers.length > 0).map(({ sentence }) => sentence));
	return unproven.map((verdict) => ({ ...verdict, cited: cited.has(verdict.sentence) }));
}

/** The sources of a turn, by their numbers. */
export function sourcesOf({ answer_text, meta }: Turn): Source[] {
	const answer = answer_text.slice(0, LARGEST);
	const evidence = new Map((meta.evidence ?? []).map((record) => [record.pointer, record]));
	const verdicts = new Map((meta.verdicts ?? []).map(({ sentence, verdict }) => [sentence, verdict]));
	const sources = new Map<string, Source>();
	const pointers = pointersIn(answer);
	for (const { name, title } of pointers) {
		const record = evidence.get(name);
		const place = placeOf(record?.source ?? '', wheresOf(pointers, name));
		const source = { pointer: name, title: record?.title ?? title, place };
		if (!sources.has(name)) sources.set(name, { ...source, proven: 0, sentences: 0 });
	}
	for (const { sentence, pointers } of verdicts.size === 0 ? [] : claimsOf(answer)) {
		const verdict = verdicts.get(sentence);
		if (verdict === undefined) continue;
		for (const pointer of new Set(pointers)) {
			const source = sources.get(pointer);
			if (source === undefined) continue;
			const proven = source.proven + (verdict === PROVEN ? 1 : 0);
			sources.set(pointer, { ...source, proven, sentences: source.sentences + 1 });
		}
	}
	return [...sources.values()].sort((one, other) => Number(one.pointer.slice(1)) - Number(other.pointer.slice(1)));
}

/** `spider.md:14, 16` of `/home/someone/notes/spider.md:12`, when its pointers lead to line 14 and line 16. */
export function placeOf(source: string, wheres: readonly string[] = []): string {
	const place = quotedAt(source, wheres);
	return place.slice(place.lastIndexOf('/') + 1);
}
