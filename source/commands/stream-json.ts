import type { AnswerEvent } from '../answer/answer.ts';
import { safeJson } from '../text.ts';

/** What happens while an answer is made, for programs: one JSON object on a line. Thoughts are told to nobody. */
export function eventLine(event: AnswerEvent): string | undefined {
	const told = shownAs(event);
	return told === undefined ? undefined : safeJson(told, 0);
}

function shownAs(event: AnswerEvent): object | undefined {
	switch (event.kind) {
		case 'evidence':
			return {
				event: 'evidence',
				evidence: event.evidence.passages.map(({ pointer, title, source, text }) => ({ pointer, title, source, text })),
			};
		case 'plan': {
			const { history, left_out, tokens, room } = event.plan;
			return { event: 'prompt', history: history.map(({ bates }) => bates), left_out, tokens, room };
		}
		case 'text':
			return { event: 'text', text: event.text };
		case 'thought':
			return { event: 'thought' };
		case 'retry':
			return { event: 'retry', code: event.problem.code, message: event.problem.message, after_ms: event.after_ms };
		case 'done':
			return {
				event: 'done',
				finish: event.finish,
				usage: event.usage ?? null,
				...(event.problem && { code: event.problem.code, message: event.problem.message }),
				...(event.doubt !== undefined && { doubt: event.doubt }),
			};
		case 'reasoning':
			return undefined;
	}
}
