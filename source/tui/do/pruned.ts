import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import { factsOf } from '../facts.ts';
import { say } from '../say.ts';
import { keepDraft } from './drafts.ts';
import { regrow } from './place.ts';
import { stands } from './standing.ts';

// What becomes of the screen when sessions are removed while it shows them.

/** A removed session that was in use gives way to a new one; what was being written in it goes along, as text. */
export function afterPruning(desk: Desk, sid: string): void {
	const { draft, drafts, target, before, hits, sid: inUse, here, view } = desk.state();
	const isOf = (place: string) => place.includes(sid);
	const waiting = [...drafts].filter(([place]) => isOf(place));
	for (const [place] of waiting) keepDraft(desk, place, '');
	if (before !== null && isOf(before)) desk.apply({ type: 'jumped', from: null });
	if (hits) desk.apply({ type: 'hits', hits: { ...hits, bates: hits.bates.filter((bates) => !isOf(bates)), at: 0 } });
	if (view.only === sid) regrow(desk, { only: null });
	if (sid === inUse) {
		const name = factsOf(desk.forest, desk.state()).name ?? 'the one you were in';
		desk.use(desk.forest.begin());
		stands(desk);
		const kept = draft.text === '' && waiting.length === 0 ? '' : ' with what you wrote';
		say(desk, `You are in a new session${kept}: another program removed ${name}.`, 'bad');
	}
	const isHomeless = target.bates === null ? sid === inUse : isOf(target.bates);
	if (!isHomeless && waiting.length === 0) return;
	const texts = [draft.text, ...waiting.map(([, text]) => text)].filter(
		(text, i, all) => text !== '' && all.indexOf(text) === i,
	);
	const bates = sid === inUse ? null : here;
	desk.apply({
		type: 'composing',
		target: isHomeless ? { kind: 'under', bates } : target,
		draft: draftOf(texts.join('\n\n')),
	});
}
