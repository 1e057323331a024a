import { codeBlock, pointer, quotation } from '../pointer.ts';
import { confidence } from './confidence.ts';
import type { AnswerEngine, Evidence } from './engine.ts';
import { whereAt } from './lines.ts';
import { bestQuotes } from './quotes.ts';
import { relevantSentences } from './relevance.ts';

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

/** Names the nearest passages without pointing to them: nothing is cited. */
function declined({ passages }: Evidence): string {
	if (passages.length === 0) return DECLINED;
	const nearest = passages.slice(0, QUOTES).map(({ pointer, title, where }) => `  ${pointer}  ${title}, ${where}`);
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
