import type { Forest } from '../store/forest.ts';
import type { Picked, Selection } from './selection.ts';

/** Every turn as it stands in the forest, its parent by bates. */
export function* jsonOf(selection: Selection): Generator<string> {
	const { title, sid, root } = selection;
	const head = plainJson({ title, session: sid ?? null, session_root: root ?? null }, 2);
	yield `${head.slice(0, -2)},\n  "turns": [`;
	let separator = '\n';
	for (const { turn } of selection.turns()) {
		yield separator + plainJson(turn, 2).replace(/^/gm, '    ');
		separator = ',\n';
	}
	yield '\n  ]\n}\n';
}

/** `{"messages": [...]}` for each path from a first turn to a last one, as tools for language models read it. */
export function* pathLines(forest: Forest, selection: Selection): Generator<string> {
	for (const { turn, below } of selection.turns()) {
		if (below > 0) continue;
		const messages = forest.path(turn.bates).flatMap(messagesOf);
		yield `${plainJson({ messages })}\n`;
	}
}

function messagesOf({ question, answer_text }: Picked['turn']): { role: string; content: string }[] {
	const asked = question === '' ? [] : [{ role: 'user', content: question }];
	return answer_text === '' ? asked : [...asked, { role: 'assistant', content: answer_text }];
}

const ACTS_OR_HIDES =
	/[\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/** JSON that can be shown anywhere: what would act on a terminal, or hide, is an escape, and it parses to the same value. */
export function plainJson(value: unknown, indent?: number): string {
	return JSON.stringify(value, null, indent).replace(ACTS_OR_HIDES, (found) =>
		Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
			'',
		),
	);
}
