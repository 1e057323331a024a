import type { Evidence, EvidenceTerm } from './engine.ts';
import type { Relevant } from './parts.ts';
import { bm25, ceilingOf } from './ranking.ts';
import { held, total, weighed } from './weights.ts';

// Whether the evidence answers the question at all: a logistic regression on four signals, fitted on XQuAD's articles with
// even index, alone and among 38,000 unrelated passages (docs/notes).

const COVER = 9.5;
const SHARE = 11.2;
const MARGIN = 3.2;
const WORDS = 1.7;
const CONSTANT = -10.3;

/** A question of so few words is hardly answered by a passage that lacks one of them. */
const FEW_WORDS = 2;
const LACKING = 2;

/** More passages hold more that looks like an answer: the threshold rises with their number. */
const COLLECTION = 0.2;
const USUAL_COLLECTION = 240;

/**
 * How sure it is that the evidence answers the question; from 0 on it does.
 * @param ranked Every sentence of the evidence, best first.
 */
export function confidence(evidence: Evidence, ranked: readonly Relevant[]): number {
	const best = ranked[0];
	const [first, second] = evidence.passages;
	if (best === undefined || first === undefined) return Number.NEGATIVE_INFINITY;
	if (evidence.heard !== undefined) return 0;
	const named = evidence.terms.filter(({ carried }) => !carried);
	// What has no word of its own is about what the turns above are about.
	const own = named.length > 0 ? named : evidence.terms;
	const followUp = own.length < evidence.terms.length;
	const cover = followUp ? coverOf(best, own) : best.cover;
	const share = bm25(first, own) / ceilingOf(own);
	const margin = first.score > 0 ? (first.score - (second?.score ?? 0)) / first.score : 0;
	const size = Math.log(Math.max(1, evidence.collection / USUAL_COLLECTION));
	const lacking = own.length <= FEW_WORDS && missesOne(best, own) ? LACKING : 0;
	return (
		COVER * cover +
		SHARE * share +
		MARGIN * margin +
		WORDS * Math.log(own.length) +
		CONSTANT -
		COLLECTION * size -
		lacking
	);
}

function missesOne({ parts }: Relevant, own: readonly EvidenceTerm[]): boolean {
	return weighed(own).some(({ stem, weight, empty }) => !empty && weight > 0 && held(stem, parts.all) === 0);
}

/** The share of the question's own weight in the best sentence's passage; what it is about may stand in the turns above. */
function coverOf({ parts }: Relevant, own: readonly EvidenceTerm[]): number {
	const terms = weighed(own);
	const earned = terms.reduce((sum, { stem: word, weight }) => sum + weight * held(word, parts.all), 0);
	return earned / (total(terms) || 1);
}
