import type { Aside } from '../store/aside.ts';
import { draftOf } from './composer/edit.ts';
import { recallScreen } from './kept.ts';
import type { State } from './state.ts';
import type { Forester } from './tree/tree.ts';

/** The state the screen opens with: as the tree was left, on the session that is opened. */
export function firstState(
	forester: Forester,
	aside: Aside,
	{
		columns,
		rows,
		dark,
		sid,
		here,
		engine,
		history,
		now,
	}: Pick<State, 'columns' | 'rows' | 'dark' | 'sid' | 'here' | 'engine' | 'history' | 'now'>,
): State {
	const kept = recallScreen(aside);
	const view = {
		open: new Set([...kept.open, sid]),
		folded: new Set(kept.folded),
		openRuns: new Set(kept.openRuns),
		pinned: new Set(here === null ? [] : [here]),
		readOn: new Set<string>(),
		only: kept.only === null ? null : sid,
	};
	return {
		columns,
		rows,
		dark,
		focus: 'tree',
		treeHidden: kept.treeHidden,
		treeFocused: true,
		treeWider: kept.treeWider,
		view,
		tree: forester.tree(view),
		cursor: 0,
		// Where one stands somewhere else meanwhile, the cursor goes there.
		cursorKey: kept.here === here ? kept.cursor : '',
		top: 0,
		path: [],
		sid,
		here,
		target: kept.sid === sid && kept.target ? kept.target : { kind: 'under', bates: here },
		draft: draftOf(''),
		drafts: aside.drafts(),
		coming: new Map(),
		engine,
		history,
		scroll: null,
		overlay: null,
		notice: null,
		before: null,
		hits: null,
		lastVisited: new Map(),
		faults: new Map(),
		lost: false,
		moves: 0,
		epoch: 0,
		now,
	};
}
