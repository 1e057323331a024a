import { shortSid } from '../../commands/phrases.ts';
import { batesAt, sidOf } from '../../store/bates.ts';
import type { Hit } from '../../store/search.ts';
import { displayLine } from '../../text.ts';
import { type Draft, draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import { nameIn } from '../names.ts';
import type { FindOverlay, Scope } from '../overlays/overlay.ts';
import { jumpTo, turnAtCursor } from './place.ts';

const SHOWN = 50;
const SCOPES: readonly Scope[] = ['everywhere', 'session', 'branch'];

/** Opens the overlay with words that were typed already. */
export function openFind(desk: Desk, words: string): void {
	const scope = 'everywhere';
	search(desk, { kind: 'find', draft: draftOf(words), scope, found: null, paths: [], cursor: 0, milliseconds: 0 });
}

/** Looks again for what is typed now; bounded, so that it may run for every key. */
export function search(desk: Desk, overlay: FindOverlay, draft: Draft = overlay.draft): void {
	const start = performance.now();
	const found = draft.text.trim() === '' ? null : desk.forest.find(draft.text, SHOWN, within(desk, overlay.scope));
	const paths = (found?.hits ?? []).map((hit) => pathText(desk, hit));
	const milliseconds = Math.round(performance.now() - start);
	desk.apply({ type: 'overlay', overlay: { ...overlay, draft, found, paths, cursor: 0, milliseconds } });
}

/** Which turns a scope keeps; all when not given. */
function within(desk: Desk, scope: Scope): ((hit: { bates: string; sid: string }) => boolean) | undefined {
	const { sid } = desk.state();
	if (scope === 'everywhere') return undefined;
	if (scope === 'session') return (hit) => hit.sid === sid;
	const at = turnAtCursor(desk.state());
	if (at === null) return () => false;
	const { outline } = desk.forest;
	const above = new Set(outline.lineage(at));
	return ({ bates }) => above.has(bates) || outline.lineage(bates).includes(at);
}

/** The session and the nearest turns above, in words. */
function pathText({ forest }: Desk, { bates }: Hit): string {
	const lineage = forest.outline.lineage(bates, 4);
	const rows = lineage.slice(0, -1).flatMap((each) => forest.outline.row(each) ?? []);
	const session = forest.session(sidOf(bates));
	const name = session ? nameIn(forest, session) : shortSid(sidOf(bates));
	// A session without a label is called by its first question already.
	const told = session?.label === null ? batesAt(session.sid, 1) : undefined;
	const above = rows
		.filter(({ bates: each, parent_bates }) => parent_bates !== null && each !== told)
		.map(({ question }) => displayLine(question.slice(0, 40)));
	return [name, ...above.slice(-2)].join(' › ');
}

/** Goes to a hit, and closes the overlay. */
export function openHit(desk: Desk, at: number): void {
	const { overlay } = desk.state();
	const hit = overlay?.kind === 'find' ? overlay.found?.hits[at] : undefined;
	if (overlay?.kind !== 'find' || !hit) return;
	const words = wordsOf(overlay.draft.text);
	const bates = (overlay.found?.hits ?? []).map((each) => each.bates);
	const { cursorKey: from } = desk.state();
	desk.apply({ type: 'overlay', overlay: null }, { type: 'hits', hits: { words, bates, at, from } });
	jumpTo(desk, hit.bates);
	desk.apply({ type: 'focused', focus: desk.state().treeHidden ? 'conversation' : 'tree' });
}

/** The words to mark in the turn that a hit opens. */
function wordsOf(typed: string): string[] {
	return typed.split(/[\s"]+/).filter((word) => word !== '' && !/^\w+:/.test(word));
}

function nextScope(desk: Desk): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'find') return;
	const scope = SCOPES[(SCOPES.indexOf(overlay.scope) + 1) % SCOPES.length] as Scope;
	search(desk, { ...overlay, scope });
}

export const FINDING = {
	'find.open': (desk: Desk) => openFind(desk, ''),
	'find.scope': nextScope,
	'hit.open'(desk: Desk) {
		const { overlay } = desk.state();
		if (overlay?.kind === 'find') openHit(desk, overlay.cursor);
	},
};
