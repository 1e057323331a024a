import { oneLine } from '../commands/phrases.ts';
import type { Turn } from '../store/types.ts';

/** What stands where the question of a forgotten turn stood. */
export const FORGOTTEN = '(forgotten)';

/** Whether nothing of a turn's text is left. */
export function isForgotten({ question, answer_text }: Pick<Turn, 'question' | 'answer_text'>): boolean {
	return question === '' && answer_text === '';
}

/** A turn's question in a line of the program's own. */
export function questionLine(question: string, columns: number): string {
	return question === '' ? FORGOTTEN : oneLine(question, columns);
}
