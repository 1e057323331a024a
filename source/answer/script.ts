import type { AnswerEngine } from './engine.ts';

/** A canned answer: of one question, or of whatever is asked when `question` is left out. */
export interface ScriptedAnswer {
	question?: string;
	/** Given piece by piece, as a model would stream it. */
	answer: string | readonly string[];
}

/** Replays canned answers, for tests and the demo: the one written for the question, else the next that is for any. */
export function scriptEngine(script: readonly ScriptedAnswer[]): AnswerEngine {
	const anywhere = script.filter(({ question }) => question === undefined);
	let next = 0;
	return {
		name: 'script',
		async *answer(question, { signal }) {
			const own = script.find((line) => line.question === question);
			const line = own ?? anywhere[next++ % Math.max(1, anywhere.length)];
			const pieces = line === undefined ? [] : typeof line.answer === 'string' ? [line.answer] : line.answer;
			for (const text of pieces) {
				if (signal.aborted) break;
				yield { kind: 'text', text };
			}
			yield { kind: 'done', finish: signal.aborted ? 'cancelled' : line === undefined ? 'error' : 'complete' };
		},
	};
}
