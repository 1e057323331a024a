import { type Answered, answerQuestion } from '../../source/answer/answer.ts';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import { excerptEngine } from '../../source/answer/excerpt.ts';
import type { Library } from '../../source/library/library.ts';
import type { Turn } from '../../source/store/types.ts';

/** An answered question as a turn, as far as a question below it looks at it. */
function turnOf(question: string, answered: Answered): Turn {
	return {
		bates: '20240501T120000Z-0000-000001',
		sid: '20240501T120000Z-0000',
		seq: 1,
		parent_bates: null,
		question,
		answer_text: answered.answer_text,
		cache_key: answered.cache_key,
		audit_mode: answered.audit_mode,
		created_at: '2024-05-01T12:00:00.000Z',
		label: null,
		node_hash: '',
		subtree_hash: '',
		cited_titles: answered.cited_titles,
		n_cited_sources: answered.cited_titles.length,
		meta: answered.meta,
	};
}

/** Asks one question after the other, each below the one before, or alone without those above; returns the answers. */
export async function converse(
	library: Library,
	questions: readonly (string | { alone: string })[],
	engine: AnswerEngine = excerptEngine,
): Promise<Answered[]> {
	const path: Turn[] = [];
	const answers: Answered[] = [];
	for (const asked of questions) {
		const noHistory = typeof asked !== 'string';
		const question = noHistory ? asked.alone : asked;
		const answered = await answerQuestion({ library, engine, question, path: [...path], noHistory });
		path.push(turnOf(question, answered));
		answers.push(answered);
	}
	return answers;
}
