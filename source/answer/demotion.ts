import { stem } from '../library/porter.ts';
import { sentences } from '../library/sentences.ts';
import { stems } from '../library/words.ts';
import { type Ancestor, lends } from './carry.ts';
import { withoutPointers } from './claims.ts';
import { plainReading } from './plain.ts';

/** What was quoted longer ago than so many turns may come first again. */
const REMEMBERED_TURNS = 50;

/** How much a passage that the path has quoted whole keeps of its score. */
const QUOTED_KEEPS = 0.2;

/** What the path's answers say, to ask of a sentence whether it was quoted in them. */
export function heard(path: readonly Ancestor[]): (sentence: string) => boolean {
	const line = (text: string) => ` ${stems(text).join(' ')} `;
	const answers = path
		.filter(lends)
		.slice(-REMEMBERED_TURNS)
		.map(({ answer_text }) => line(withoutPointers(answer_text)));
	return (sentence) => answers.some((answer) => answer.includes(line(sentence)));
}

/** The share of a passage's words that stand in sentences the path has quoted, 0 to 1. */
function quotedShare(text: string, wasQuoted: (sentence: string) => boolean): number {
	let all = 0;
	let quoted = 0;
	for (const { start, end } of sentences(text)) {
		const sentence = plainReading(text.slice(start, end));
		const size = stems(sentence).length;
		all += size;
		if (wasQuoted(sentence)) quoted += size;
	}
	return all === 0 ? 0 : quoted / all;
}

/**
 * Orders the passages of a follow-up: one that the path has quoted falls behind others on the same subject, by how much of
 * it was quoted, and never behind a passage that shares no carried word.
 */
export function demoted<Passage extends { text: string; title: string; score: number }>(
	passages: readonly Passage[],
	path: readonly Ancestor[],
	carried: readonly string[],
): Passage[] {
	const wasQuoted = heard(path);
	const subject = new Set(carried.map(stem));
	let floor = Number.POSITIVE_INFINITY;
	return passages
		.map((passage) => {
			const related = stems(`${passage.title} ${passage.text}`).some((word) => subject.has(word));
			if (!related) return { passage, score: Math.min(passage.score, floor) };
			const score = passage.score * (1 - (1 - QUOTED_KEEPS) * quotedShare(passage.text, wasQuoted));
			floor = Math.min(floor, score);
			return { passage, score };
		})
		.sort((a, b) => b.score - a.score)
		.map(({ passage, score }) => ({ ...passage, score }));
}
