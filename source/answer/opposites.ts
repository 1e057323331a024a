import { fold } from '../library/words.ts';

// Words that turn a statement round: what a source says plainly must not be denied, nor its opposite said.

const NEGATION = /\b(?:not|no|never|neither|nor|none|nobody|nothing|nowhere|without|cannot|hardly|\w{1,12}n['’]t)\b/;

const PAIRS: readonly (readonly [string, string])[] = (
	'increase/decrease increased/decreased increasing/decreasing increases/decreases rise/fall rose/fell rising/falling ' +
	'more/less more/fewer most/least higher/lower highest/lowest high/low larger/smaller largest/smallest large/small ' +
	'greater/lesser longer/shorter longest/shortest long/short older/younger oldest/youngest old/young early/late ' +
	'earlier/later earliest/latest before/after first/last north/south northern/southern east/west eastern/western ' +
	'upper/lower above/below inside/outside internal/external win/lose won/lost winner/loser victory/defeat ' +
	'accept/reject accepted/rejected allow/forbid allowed/forbidden allow/prohibit allowed/prohibited legal/illegal ' +
	'possible/impossible able/unable always/never all/none success/failure succeeded/failed strong/weak stronger/weaker ' +
	'rich/poor hot/cold warm/cool fast/slow faster/slower open/closed begin/end began/ended start/stop started/stopped ' +
	'include/exclude includes/excludes included/excluded male/female men/women public/private positive/negative ' +
	'maximum/minimum majority/minority support/oppose supported/opposed enter/leave entered/left major/minor same/different'
)
	.split(' ')
	.map((pair) => pair.split('/') as unknown as readonly [string, string]);

const OPPOSITES = new Map<string, Set<string>>();
for (const [one, other] of PAIRS) {
	OPPOSITES.set(one, (OPPOSITES.get(one) ?? new Set()).add(other));
	OPPOSITES.set(other, (OPPOSITES.get(other) ?? new Set()).add(one));
}

/** Whether a claim denies where its source does not. */
export function denies(claim: string, source: string): boolean {
	return NEGATION.test(fold(claim)) && !NEGATION.test(fold(source));
}

/** The word of a claim whose opposite the source has, while the source lacks the word itself. Both as folded words. */
export function opposite(claim: ReadonlySet<string>, source: ReadonlySet<string>): string | undefined {
	for (const word of claim) {
		const others = OPPOSITES.get(word);
		if (others !== undefined && !source.has(word) && [...others].some((other) => source.has(other))) return word;
	}
	return undefined;
}
