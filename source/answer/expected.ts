import { words } from '../library/words.ts';

// What kind of answer a question expects, and whether a sentence holds one.

export type Kind = 'number' | 'date' | 'person' | 'place' | 'reason' | 'definition';

const ASKS: readonly [Kind, RegExp][] = [
	['date', /\bwhen\b|\b(?:what|which|in what|during what) (?:\w+ )?(?:year|date|day|month|century|decade|time|era)\b/i],
	[
		'number',
		/\bhow (?:many|much|long|old|far|tall|big|large|high|deep|often|fast|hot|cold)\b|\b(?:percent|percentage|number|amount|population|size|cost|price|rate)\b/i,
	],
	[
		'person',
		/\bwho(?:m|se)?\b|\b(?:which|what) (?:\w+ )?(?:person|man|woman|king|queen|emperor|president|author|scientist|player|leader|ruler|duke|pope)\b/i,
	],
	[
		'place',
		/\bwhere\b|\b(?:which|what) (?:\w+ )?(?:city|cities|country|countries|state|region|place|town|county|continent|street|river|area)\b/i,
	],
	['definition', /^\W*(?:and |so )?what(?:['’]s| is| are| was| were) (?:an? |the )?\S+(?: \S+)?\W*$/i],
	['reason', /\bwhy\b|\b(?:what|which) (?:\w+ )?(?:reason|cause|caused|purpose)\b/i],
];

const NUMBER_WORD =
	/\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|billion|half|third|quarter|dozen|twice|once)\b/i;
const DATE =
	/\b1\d{3}\b|\b20\d\d\b|\b\d{1,4}s?\s?(?:BC|AD|BCE|CE)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b|\bcentur(?:y|ies)\b/;
const NAME = /(?<=[\p{Ll},;"“(]\s?)\p{Lu}\p{L}+/gu;
const PLACE = /\b(?:in|at|from|to|of|near|into|across|through|between|around)\s+(?:the\s+)?\p{Lu}\p{L}+/u;
const REASON =
	/\b(?:because|since|due to|owing to|so that|in order to|as a result|caused|led to|therefore|thus|reason|resulted?|to (?:avoid|prevent|protect|reduce|make|keep|allow))\b/i;

/** Whether a block of code may be what is asked for. */
export function asksForCode(question: string): boolean {
	return /\bhow (?:do|does|to|can|could|should|would)\b|\b(?:examples?|commands?|code|snippet|install|usage|syntax|import)\b/i.test(
		question.slice(0, 2000),
	);
}

/** The kind of answer a question expects; undefined when it does not tell. */
export function expectedKind(question: string): Kind | undefined {
	// What is asked stands at the beginning or the end, however long the rest.
	const asked = question.length > 2000 ? `${question.slice(0, 1000)} ${question.slice(-1000)}` : question;
	return ASKS.find(([, asks]) => asks.test(asked))?.[0];
}

/** Whether a sentence holds something of the kind. `known` are the folded words of the question, which are no answer to it. */
export function holds(kind: Kind, sentence: string, known: ReadonlySet<string>): boolean {
	if (kind === 'number') return NUMBER_WORD.test(sentence);
	if (kind === 'date') return DATE.test(sentence);
	if (kind === 'place') return PLACE.test(sentence);
	if (kind === 'reason') return REASON.test(sentence);
	if (kind === 'definition') return defines(sentence, known);
	return (sentence.match(NAME) ?? []).some((name) => !known.has(name.toLowerCase()));
}

/** Whether a sentence says what its first words are, and these are asked for: "Ink is …", "A branch point means …". */
function defines(sentence: string, known: ReadonlySet<string>): boolean {
	const opening = /^\W*(?:an? |the )?(.{1,60}?)\W+(?:is|are|was|were|means?)\b/i.exec(sentence)?.[1];
	return opening !== undefined && words(opening).every((word) => known.has(word));
}
