import type { AnswerEvent } from '../answer/answer.ts';
import type { AnswerEngine } from '../answer/engine.ts';
import { pointersIn } from '../pointer.ts';
import { displayLine } from '../text.ts';
import { answerText, closingLine } from './answered.ts';
import type { Asked } from './asking.ts';
import type { Context } from './command.ts';
import { seconds } from './phrases.ts';

/** An answer on its way to a terminal: words as they come, and what is not part of it in the line for progress. */
export interface Stream {
	onEvent(event: AnswerEvent): void;
	/** What is left to print when all of it has come. */
	end(asked: Asked, now: number): string;
}

/** A pipe is given nothing before the end; nor is a terminal where the engine answers at once. */
export function streamTo(context: Context, { plan }: AnswerEngine): Stream {
	const streams = context.terminal && plan !== undefined;
	let shown = false;
	let thought = 0;
	return {
		onEvent(event) {
			if (event.kind === 'reasoning') {
				thought += event.text.length;
				if (!shown) context.progress(`thinking, ${thought.toLocaleString('en')} characters`);
			} else if (event.kind === 'thought') {
				if (shown) context.write('\n\n');
			} else if (event.kind === 'retry') {
				context.progress(`${displayLine(event.problem.message)} Again in ${seconds(event.after_ms)}; ctrl-c stops.`);
			} else if (event.kind === 'text' && streams) {
				if (!shown) context.progress(null);
				shown = true;
				context.write(event.text);
			} else if (event.kind === 'done') context.progress(null);
		},
		end: (asked, now) => (shown ? `\n\n${sourcesText(asked)}${closingLine(asked, now)}` : answerText(asked, now)),
	};
}

/** What the pointers of an answer lead to, for one that was shown as the model wrote it. */
function sourcesText({ turn, answered }: Asked): string {
	const cited = new Set(pointersIn(turn.answer_text).map(({ name }) => name));
	const rows = answered.evidence
		.filter(({ pointer }) => cited.has(pointer))
		.map(({ pointer, title, source }) => `  [${pointer}] ${displayLine(title)}  ${displayLine(source)}`);
	return rows.length === 0 ? '' : `${rows.join('\n')}\n\n`;
}
