import type { Desk } from './desk.ts';
import type { Notice } from './state.ts';

/** Says something in the line for notices, until the next key. */
export function say(desk: Desk, text: string, tone: Notice['tone'] = 'plain'): void {
	desk.apply({ type: 'notice', notice: { text, tone } });
}
