import type { Library, Shelf } from '../library/library.ts';
import { pathOf } from '../library/source-name.ts';
import type { Turn } from '../store/types.ts';
import { asksForMore } from './carry.ts';
import { confidence } from './confidence.ts';
import type { AnswerEngine, Evidence } from './engine.ts';
import { gather, shelfOf } from './evidence.ts';
import { gatherOnward, lastSource } from './onward.ts';
import { relevantSentences } from './relevance.ts';

// A question that points to what was said before, or is no more than a piece of one, is not whole by itself.
const POINTS_BACK =
	/\b(?:it|its|he|him|his|she|hers?|they|them|their|theirs|this|that|these|those|ones?|there|such|same|too|also|either|else|instead|others?|another)\b/i;
const PIECE =
	/^\W*(?:(?:and|or|but|so|then)\W+)*(?:(?:what|how) about\b|(?:in|on|at|for|with|without|under|after|before|since|until|by|from|to|the|an?)\b)/i;
const CONJUNCTION = /^\W*(?:and|or|but|so|then)\b/i;
const ASKS =
	/\b(?:what|who|whom|whose|when|where|why|how|which|is|are|was|were|do|does|did|can|could|should|would|will|has|have|may|must)\b/i;

function isWhole(question: string): boolean {
	const asked = question.slice(0, 2000);
	return (
		!asksForMore(asked) &&
		!POINTS_BACK.test(asked) &&
		!PIECE.test(asked) &&
		(!CONJUNCTION.test(asked) || ASKS.test(asked))
	);
}

/** The documents that the turns above cite; all of the handbook is one. */
function citedDocuments(path: readonly Turn[]): Set<string> {
	const cited = path.filter(({ cited_titles }) => cited_titles.length > 0);
	return new Set(cited.flatMap(({ meta }) => meta.evidence ?? []).map(({ source }) => documentOf(source)));
}

const documentOf = (source: string) => (shelfOf(source) === 'handbook' ? 'handbook' : pathOf(source));

/** Whether the nearest turn above that cites anything cites the user's own documents. */
function restsOnOwn(path: readonly Turn[]): boolean {
	const last = lastSource(path);
	return last !== undefined && shelfOf(last.source) === 'own';
}

/** So much surer the question by itself must be than with the words lent to it: more than they would take from it. */
const SURER = 2;

interface Candidate {
	evidence: Evidence;
	sure: number;
}

/** Of one shelf: with the words that the turns above lend, or by the question's own words alone. */
function candidateOf(library: Library, shelf: Shelf, question: string, path: readonly Turn[]): Candidate {
	const weigh = (above: readonly Turn[]): Candidate => {
		const evidence = gather(library, shelf, question, above);
		return { evidence, sure: confidence(evidence, relevantSentences(question, evidence)) };
	};
	const lent = weigh(path);
	if (path.length === 0 || asksForMore(question)) return lent;
	const cited = citedDocuments(path);
	const whole = isWhole(question);
	if (lent.sure >= 0 && !whole) return lent;
	const alone = weigh([]);
	// What points back may be answered by its own words too, but from where the turns above were.
	const [first] = alone.evidence.passages;
	const free = whole || cited.size === 0 || (first !== undefined && cited.has(documentOf(first.source)));
	return free && alone.sure >= 0 && (lent.sure < 0 || alone.sure > lent.sure + SURER) ? alone : lent;
}

/**
 * What a question is to be answered from: the user's own documents, unless they do not answer it and the handbook does.
 * The turns above lend words; where those lead astray, the question's own words alone decide, so that a question which is
 * answered by itself is answered as a follow-up too. A follow-up that names nothing stays with its parent's source.
 * Below a turn that cites the user's own documents the handbook answers only a whole question, by its own words.
 * A model may know what neither shelf does: of passages about this program it is told only when they answer.
 */
export function chooseEvidence(
	library: Library,
	question: string,
	path: readonly Turn[],
	engine: Pick<AnswerEngine, 'plan'>,
): Evidence {
	const more = path.length > 0 && asksForMore(question);
	const last = more ? lastSource(path) : undefined;
	if (last !== undefined) {
		return gatherOnward(library, path) ?? gather(library, shelfOf(last.source), question, path);
	}
	const own = candidateOf(library, 'own', question, path);
	if (own.sure >= 0) return own.evidence;
	const inOwn = restsOnOwn(path);
	if (inOwn && !isWhole(question)) return own.evidence;
	const handbook = candidateOf(library, 'handbook', question, inOwn ? [] : path);
	if (handbook.sure >= 0) return handbook.evidence;
	return own.evidence.passages.length > 0 || engine.plan !== undefined ? own.evidence : handbook.evidence;
}
