import type { Library } from '../library/library.ts';
import { pointersIn } from '../pointer.ts';
import type { Turn } from '../store/types.ts';
import { lends } from './carry.ts';
import { heard } from './demotion.ts';
import type { Evidence } from './engine.ts';
import { pointed, SENT } from './evidence.ts';
import { asksForCode, expectedKind, holds } from './expected.ts';
import { type Parts, partsOf, type Relevant } from './parts.ts';
import { MANNERS } from './pieces.ts';

// "Go on", "and then?", "why?": a follow-up that names nothing asks for more of what stands above it, so it is answered from
// the passage that was quoted there and from those that follow it in its document.

/** The first source of the nearest turn that cites one. */
export function lastSource(path: readonly Turn[]): { source: string; passage_sha256: string } | undefined {
	const turn = path.findLast(lends);
	const [first] = pointersIn(turn?.answer_text ?? '');
	return turn?.meta.evidence?.find(({ pointer }) => pointer === first?.name);
}

/** The evidence of such a follow-up; undefined when the passage is not there any more. */
export function gatherOnward(library: Pick<Library, 'onward'>, path: readonly Turn[]): Evidence | undefined {
	const last = lastSource(path);
	if (last === undefined) return undefined;
	const passages = pointed(library.onward(last.source, last.passage_sha256, SENT));
	if (passages.length === 0) return undefined;
	const wasQuoted = heard(path);
	const all = passages.flatMap((passage, rank) => partsOf(passage, rank).sentences);
	const quoted = all.filter(({ text }) => wasQuoted(text)).map(({ text }) => text);
	return { passages, terms: [], collection: 0, heard: quoted };
}

/** What comes later fits less, what stood before the last quote hardly. */
const EACH_LATER = 0.07;
const BEFORE = 0.3;
const OF_KIND = 1.5;
const OF_KIND_AGAIN = 0.9;

/**
 * The sentences that were not quoted yet, as they follow the last quote; before them what holds the kind of thing asked for
 * under the same heading, even when it was quoted.
 */
export function onwardSentences(
	question: string,
	passages: Evidence['passages'],
	quoted: readonly string[],
): Relevant[] {
	const kind = expectedKind(question);
	const codeAsked = asksForCode(question);
	const known = new Set(quoted);
	const all = passages.map(partsOf).flatMap(placesOf);
	const heading = passages[0]?.title;
	// What stands further on may have been quoted before: it is passed over, not gone on from.
	const last = all.findLastIndex(({ parts, sentence }) => parts.rank === 0 && known.has(sentence.text));
	const found = all.flatMap((place, at) => {
		const inOrder = at > last ? Math.max(BEFORE, 1 - EACH_LATER * (at - last - 1)) : BEFORE;
		if (codeAsked && place.sentence.manner === 'code') return [scored(place, inOrder + OF_KIND)];
		const near = kind !== undefined && place.parts.passage.title === heading;
		const again = known.has(place.sentence.text);
		if (near && holds(kind, place.sentence.text, new Set()))
			return [scored(place, inOrder + (again ? OF_KIND_AGAIN : OF_KIND))];
		return again ? [] : [scored(place, inOrder)];
	});
	return found.sort((a, b) => b.score - a.score);
}

function scored(place: Place, score: number): Relevant {
	return { ...place, cover: 0, own: 0, asked: 0, score: score - MANNERS[place.sentence.manner] };
}

type Place = Pick<Relevant, 'parts' | 'index' | 'sentence'>;

function placesOf(parts: Parts): Place[] {
	return parts.sentences.map((sentence, index) => ({ parts, index, sentence }));
}
