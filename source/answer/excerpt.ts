import { codeBlock, pointer, quotation } from '../pointer.ts';
import { confidence } from './confidence.ts';
import type { AnswerEngine, Evidence } from './engine.ts';
import { whereAt } from './lines.ts';
import { partsOf } from './parts.ts';
import { bestQuotes } from './quotes.ts';
import { relevantSentences } from './relevance.ts';
import { held, weighed } from './weights.ts';

/** Goes into every cache key. */
export const EXCERPT_VERSION = 3;

const QUOTES = 3;
const DECLINED = 'Your documents do not answer this.';

function excerpt(question: string, evidence: Evidence): string {
	const ranked = relevantSentences(question, evidence);
	if (confidence(evidence, ranked) < 0) return declined(evidence);
	return bestQuotes(ranked, QUOTES)
		.map(({ passage, text, start, code }) => {
			const quoted = code ? codeBlock(text) : quotation(text);
			return `${quoted}\n${pointer(passage.pointer, passage.title, whereAt(passage, start))}`;
		})
		.join('\n\n');
}

/** Names the nearest passages, those with a word of the question's own, without pointing to them: nothing is cited. */
function declined({ passages, terms }: Evidence): string {
	const own = weighed(terms.filter(({ carried }) => !carried)).filter(({ empty }) => !empty);
	const near = passages.filter((passage) => {
		const { all } = partsOf(passage, 0);
		return own.length === 0 || own.some(({ stem }) => held(stem, all) > 0);
	});
	if (near.length === 0) return DECLINED;
	const nearest = near.slice(0, QUOTES).map(({ pointer, title, where }) => `  ${pointer}  ${title}, ${where}`);
	return `${DECLINED} The nearest passages:\n${nearest.join('\n')}`;
}

/** The default engine: offline, it quotes the best sentences of the documents, or says that they do not answer. */
export const excerptEngine: AnswerEngine = {
	name: 'excerpt',
	async *answer(question, { evidence }) {
		yield { kind: 'text', text: excerpt(question, evidence) };
		yield { kind: 'done', finish: 'complete' };
	},
};
