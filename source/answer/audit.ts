import type { AuditMode, SentenceVerdict } from '../store/types.ts';
import { type Claim, claimsOf } from './claims.ts';
import { factsIn } from './facts.ts';
import { folded, QUOTED } from './lines.ts';
import { denies, opposite } from './opposites.ts';
import { readingOf } from './pieces.ts';
import { type Source, sourceOf, supportOf, worstPlaced } from './source.ts';

/** Goes into every cache key: what is proven depends on it. */
export const AUDIT_VERSION = 2;

/** What an answer is worth, and why, sentence by sentence. */
export interface Audit {
	mode: Extract<AuditMode, 'STRICT' | 'HYBRID' | 'UNGROUNDED'>;
	/** Empty for an answer that points nowhere. */
	verdicts: SentenceVerdict[];
}

export const PROVEN = 'proven';

/** Share of a claim's words that its passages must hold. */
const ENOUGH_WORDS = 0.5;
/** A number or name must stand among its own words nearly as well as among another sentence's. */
const NEAR_NUMBER = 0.65;
const NEAR_NAME = 0.6;

type Verdict = { verdict: string; fatal?: true };

/**
 * Checks an answer against the passages it points to, mechanically (docs/notes): STRICT when every claim is proven, HYBRID
 * when some are, UNGROUNDED when none is, when a pointer leads nowhere, or when something is misquoted. UNGROUNDED means
 * "not proven from your documents", not "false". It cannot see two facts exchanged within one sentence, or a dropped "not".
 */
export function audit(
	question: string,
	answer: string,
	passages: readonly { pointer: string; title: string; text: string }[],
): Audit {
	const claims = claimsOf(answer);
	if (claims.every(({ pointers }) => pointers.length === 0)) return { mode: 'UNGROUNDED', verdicts: [] };
	const asked = new Set(factsIn(question.slice(0, 20_000)).map(({ value }) => value));
	const found = claims.map((claim) => {
		const supplied = passages.filter(({ pointer }) => claim.pointers.includes(pointer));
		return { claim, ...verdictOn(claim, supplied, asked) };
	});
	const verdicts = found.map(({ claim, verdict }) => ({ sentence: claim.sentence, verdict }));
	const proven = found.filter(({ verdict }) => verdict === PROVEN).length;
	const broken = proven === 0 || found.some(({ fatal }) => fatal);
	return { mode: broken ? 'UNGROUNDED' : proven === found.length ? 'STRICT' : 'HYBRID', verdicts };
}

function verdictOn(
	{ sentence, pointers }: Claim,
	supplied: readonly { title: string; text: string; pointer: string }[],
	asked: ReadonlySet<string>,
): Verdict {
	if (pointers.length === 0) return { verdict: 'points to no passage' };
	const unknown = pointers.find((name) => !supplied.some(({ pointer }) => pointer === name));
	if (unknown !== undefined) return { verdict: `there is no passage ${unknown}`, fatal: true };
	// A quote may leave out the marks of the markup, or keep them.
	const text = supplied.map((passage) => folded(passage.text) + folded(readingOf(passage.text))).join('');
	for (const [, curly, straight] of sentence.matchAll(QUOTED)) {
		const span = folded(curly ?? straight ?? '');
		if (span.trim().split(' ').length >= 3 && !text.includes(span)) return { verdict: 'misquoted', fatal: true };
	}
	if (text.includes(folded(sentence))) return { verdict: PROVEN };
	return { verdict: doubt(sentence, sourceOf(supplied), asked) ?? PROVEN };
}

/** What speaks against a claim that is not verbatim in its passages; undefined when nothing does. */
function doubt(sentence: string, source: Source, asked: ReadonlySet<string>): string | undefined {
	const facts = factsIn(sentence);
	for (const { kind, value, word } of facts) {
		if (!source.facts.has(value) && !source.words.has(value) && !asked.has(value))
			return `the ${kind} ${word} is not in the passage`;
	}
	const displaced =
		worstPlaced(sentence, facts, 'number', source, NEAR_NUMBER) ??
		worstPlaced(sentence, facts, 'name', source, NEAR_NAME);
	if (displaced !== undefined) return `${displaced.word} belongs to other words in the passage`;
	const { share, best } = supportOf(sentence, source);
	if (share < ENOUGH_WORDS) return 'too few of its words are in the passage';
	if (best !== undefined && denies(sentence, best.text)) return 'denies what the passage does not';
	const turned = best === undefined ? undefined : opposite(new Set(folded(sentence).trim().split(' ')), best.plain);
	return turned === undefined ? undefined : `the passage says the opposite of "${turned}"`;
}
