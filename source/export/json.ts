import type { Forest } from '../store/forest.ts';
import { safeJson } from '../text.ts';
import type { Picked, Selection } from './selection.ts';

/** Every turn as it stands in the forest, its parent by bates. */
export function* jsonOf(selection: Selection): Generator<string> {
	const { title, sid, root } = selection;
	const head = safeJson({ title, session: sid ?? null, session_root: root ?? null });
	yield `${head.slice(0, -2)},\n  "turns": [`;
	let separator = '\n';
	for (const { turn } of selection.turns()) {
		yield separator + safeJson(turn).replace(/^/gm, '    ');
		separator = ',\n';
	}
	yield '\n  ]\n}\n';
}

/** `{"messages": [...]}` for each path from a first turn to a last one, as tools for language models read it. */
export function* pathLines(forest: Forest, selection: Selection): Generator<string> {
	for (const { turn, below } of selection.turns()) {
		if (below > 0) continue;
		const messages = forest.path(turn.bates).flatMap(messagesOf);
		yield `${safeJson({ messages }, 0)}\n`;
	}
}

function messagesOf({ question, answer_text }: Picked['turn']): { role: string; content: string }[] {
	const asked = question === '' ? [] : [{ role: 'user', content: question }];
	return answer_text === '' ? asked : [...asked, { role: 'assistant', content: answer_text }];
}
