import type { Place } from '../keymap/scopes.ts';
import type { Situation } from '../keymap/situation.ts';
import { isRoot } from '../store/bates.ts';
import { comingAt } from './conversation/current.ts';
import { ADDING, type Desk } from './desk.ts';
import { forkAt } from './do/jumps.ts';
import { rowAtCursor, turnAtCursor } from './do/place.ts';
import { placeOf } from './do/target.ts';
import { factsOf } from './facts.ts';
import { isForgotten } from './forgotten.ts';
import { narrowed, type Overlay } from './overlays/overlay.ts';
import type { State } from './state.ts';

/** Where a key is pressed now. */
export function placeNow({ overlay, focus }: State): Place {
	switch (overlay?.kind) {
		case 'find':
			return 'find';
		case 'help':
			return 'filter';
		case 'list':
			return overlay.typing ? 'filter' : 'list';
		case 'text':
			return 'page';
		case 'field':
			return 'field';
		default:
			return focus;
	}
}

/** The facts that decide which commands work in a state; each is asked of the store only when the table asks for it. */
export function situationOf(desk: Desk, state: State = desk.state()): Situation {
	const row = rowAtCursor(state);
	const bates = turnAtCursor(state);
	const turn = () => (bates === null ? undefined : desk.forest.turn(bates));
	return {
		on: row?.kind ?? 'nothing',
		turn: bates !== null,
		get forgotten() {
			const shown = turn();
			return shown !== undefined && isForgotten(shown);
		},
		here: row?.kind === 'turn' && row.turn.bates === state.here,
		atRoot: state.here === null || isRoot(state.here),
		cameFrom: state.before !== null,
		away: state.focus !== 'tree' || state.hits !== null,
		get hasParent() {
			return state.path.length > 2;
		},
		children: row?.kind === 'turn' ? row.turn.children : 0,
		get siblings() {
			return forkAt(desk)?.siblings.length ?? 0;
		},
		get passages() {
			return turn()?.meta.evidence?.length ?? 0;
		},
		get finish() {
			return turn()?.meta.finish ?? 'complete';
		},
		get branchPoints() {
			return factsOf(desk.forest, state).branchPoints;
		},
		sessions: state.tree.size,
		get labels() {
			return factsOf(desk.forest, state).labels;
		},
		hits: state.hits?.bates.length ?? 0,
		composerEmpty: state.draft.text.trim() === '',
		answering: desk.running.has(placeOf(state.target, state.sid)),
		running: desk.running.size > 0,
		stoppable: comingAt(state) !== undefined || desk.running.has(ADDING),
		choices: choicesOf(state.overlay),
		works: state.overlay?.kind === 'text' && state.overlay.work !== undefined,
		sortable: state.overlay?.kind === 'list' && state.overlay.order !== undefined,
		stacked: state.columns < 60,
		treeHidden: state.treeHidden,
		editor: desk.hasEditor,
		readOnly: state.lost,
	};
}

function choicesOf(overlay: Overlay | null): number {
	// What is typed into the palette may be a turn where it is no command.
	if (overlay?.kind === 'list') return Math.max(overlay.purpose === 'palette' ? 1 : 0, narrowed(overlay).length);
	if (overlay?.kind === 'find') return overlay.found?.hits.length ?? 0;
	if (overlay?.kind === 'text') return overlay.bates === undefined ? 0 : 1;
	return 0;
}
