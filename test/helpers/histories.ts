import type { Forest } from '../../source/store/forest.ts';

/** A session that another tool left, a turn for each question, the first asked `days` days into 2024. Its sid. */
export function bringIn(forest: Forest, tool: string, questions: readonly string[], days = 0): string {
	const time = (minute: number) => new Date(Date.UTC(2024, 0, 1 + days, 0, minute)).toISOString();
	const turns = questions.map((question, at) => ({
		id: `${days}/${at}`,
		parent: at === 0 ? null : at - 1,
		question,
		answer_text: `About ${question}.`,
		created_at: time(at),
		meta: {},
	}));
	return forest.import({ source: { tool, file_sha256: 'a'.repeat(64) }, created_at: time(0), turns }).sid;
}
