import type { Draft } from './composer/edit.ts';
import type { Place } from './conversation/scroll.ts';
import type { Overlay } from './overlays/overlay.ts';
import { panesOf } from './panes.ts';
import { rowKey } from './tree/rows.ts';
import type { Tree, TreeView } from './tree/tree.ts';

export type Focus = 'tree' | 'conversation' | 'composer';

/** Where a question will land, and what it is. */
export type Target =
	/** A new turn under a turn; null for the root of the session in use. */
	| { readonly kind: 'under'; readonly bates: string | null }
	/** A sibling of a turn, which it takes the place of. */
	| { readonly kind: 'beside'; readonly bates: string };

/** An answer on its way. */
export interface Coming {
	readonly place: string;
	readonly question: string;
	readonly text: string;
	/** It comes in pieces, and its end is followed; an answer that is there at once is read from its beginning. */
	readonly grows: boolean;
	/** What is being done, in words. */
	readonly doing: string;
}

export interface Notice {
	readonly text: string;
	readonly tone: 'plain' | 'good' | 'bad';
}

/** The hits of the last search, for next and previous. */
interface Hits {
	readonly words: readonly string[];
	readonly bates: readonly string[];
	readonly at: number;
	/** The key of the row one was on when the first of them was opened. */
	readonly from: string;
}

export interface State {
	readonly columns: number;
	readonly rows: number;
	/** Whether the terminal's background is dark. */
	readonly dark: boolean;
	readonly focus: Focus;
	readonly treeHidden: boolean;
	/** The tree had the focus when it was hidden, and has it again when it is shown. */
	readonly treeFocused: boolean;
	/** Columns that the tree has been widened by. */
	readonly treeWider: number;
	readonly view: TreeView;
	readonly tree: Tree;
	/** The row of the cursor, what it is, and the first row shown. */
	readonly cursor: number;
	readonly cursorKey: string;
	readonly top: number;
	/** The nearest turns above the cursor's turn, root first, itself last; empty on other rows. */
	readonly path: readonly string[];
	/** The session in use, and the turn it stands on; null at the root of one that is not saved yet. */
	readonly sid: string;
	readonly here: string | null;
	readonly target: Target;
	readonly draft: Draft;
	/** Places where a draft waits. */
	readonly drafts: ReadonlyMap<string, string>;
	readonly coming: ReadonlyMap<string, Coming>;
	/** What the last verification found wrong with turns: the first sentence of each. */
	readonly faults: ReadonlyMap<string, string>;
	/** What answers, and where it is: `qwen at 127.0.0.1:11434`. */
	readonly engine: string;
	/** Whether the turns above are sent along with a question. */
	readonly history: boolean;
	/** What the conversation shows at its top; null for the turn at the cursor. */
	readonly scroll: Place | null;
	readonly overlay: Overlay | null;
	readonly notice: Notice | null;
	/** The key of the row one was on before the last jump. */
	readonly before: string | null;
	readonly hits: Hits | null;
	/** For each turn with siblings, the turn below it that was visited last. */
	readonly lastVisited: ReadonlyMap<string, string>;
	/** The file of the forest is gone: nothing more can be saved. */
	readonly lost: boolean;
	/** Counts how often the person has moved the cursor. */
	readonly moves: number;
	/** Counts what others and answers changed, so that panes that read the store draw again. */
	readonly epoch: number;
	readonly now: number;
}

export type Action =
	| { readonly type: 'resized'; readonly columns: number; readonly rows: number }
	| { readonly type: 'background'; readonly dark: boolean }
	| { readonly type: 'focused'; readonly focus: Focus }
	| { readonly type: 'tree-hidden'; readonly hidden: boolean }
	| { readonly type: 'tree-wider'; readonly by: number }
	/** A tree grown anew, or the cursor on another row of the same one. */
	| {
			readonly type: 'placed';
			readonly tree?: Tree;
			readonly view?: TreeView;
			readonly cursor: number;
			readonly path: readonly string[];
			/** Whether the person moved it. */
			readonly moved?: boolean;
	  }
	| { readonly type: 'stands'; readonly sid: string; readonly here: string | null }
	| { readonly type: 'composing'; readonly target: Target; readonly draft: Draft }
	| { readonly type: 'drafted'; readonly draft: Draft }
	| { readonly type: 'draft-kept'; readonly place: string; readonly text: string }
	| { readonly type: 'coming'; readonly place: string; readonly coming: Coming | null }
	| { readonly type: 'verified'; readonly faults: ReadonlyMap<string, string> }
	| { readonly type: 'engine'; readonly engine: string }
	| { readonly type: 'history'; readonly history: boolean }
	| { readonly type: 'scrolled'; readonly scroll: Place | null }
	| { readonly type: 'overlay'; readonly overlay: Overlay | null }
	| { readonly type: 'notice'; readonly notice: Notice | null }
	| { readonly type: 'jumped'; readonly from: string | null }
	| { readonly type: 'hits'; readonly hits: Hits | null }
	| { readonly type: 'visited'; readonly path: readonly string[] }
	| { readonly type: 'lost'; readonly lost: boolean }
	| { readonly type: 'changed'; readonly now: number };

/** The one place where state moves. Pure. */
export function reduce(state: State, action: Action): State {
	switch (action.type) {
		case 'resized':
			return withTop({ ...state, columns: action.columns, rows: action.rows });
		case 'background':
			return action.dark === state.dark ? state : { ...state, dark: action.dark };
		case 'focused':
			return { ...state, focus: action.focus };
		case 'tree-hidden':
			return hideTree(state, action.hidden);
		case 'tree-wider':
			return { ...state, treeWider: Math.max(-20, Math.min(60, state.treeWider + action.by)) };
		case 'placed':
			return place(state, action);
		case 'stands':
			return { ...state, sid: action.sid, here: action.here };
		case 'composing':
			return withTop({ ...state, target: action.target, draft: action.draft });
		case 'drafted':
			return withTop({ ...state, draft: action.draft });
		case 'draft-kept':
			return { ...state, drafts: withEntry(state.drafts, action.place, action.text === '' ? null : action.text) };
		case 'coming':
			return { ...state, coming: withEntry(state.coming, action.place, action.coming) };
		case 'verified':
			return { ...state, faults: action.faults };
		case 'engine':
			return { ...state, engine: action.engine };
		case 'history':
			return { ...state, history: action.history };
		case 'scrolled':
			return { ...state, scroll: action.scroll };
		case 'overlay':
			return { ...state, overlay: action.overlay };
		case 'notice':
			return { ...state, notice: action.notice };
		case 'jumped':
			return { ...state, before: action.from };
		case 'hits':
			return { ...state, hits: action.hits };
		case 'visited':
			return { ...state, lastVisited: visited(state.lastVisited, action.path) };
		case 'lost':
			return action.lost === state.lost ? state : { ...state, lost: action.lost };
		case 'changed':
			return { ...state, epoch: state.epoch + 1, now: action.now };
	}
}

function hideTree(state: State, hidden: boolean): State {
	const { focus, treeFocused } = state;
	if (hidden)
		return {
			...state,
			treeHidden: true,
			treeFocused: focus === 'tree',
			focus: focus === 'tree' ? 'conversation' : focus,
		};
	return { ...state, treeHidden: false, focus: treeFocused && focus === 'conversation' ? 'tree' : focus };
}

function place(state: State, action: Action & { type: 'placed' }): State {
	const tree = action.tree ?? state.tree;
	const cursor = Math.max(0, Math.min(tree.size - 1, action.cursor));
	const placed = tree.at(cursor);
	const cursorKey = placed ? rowKey(placed.row) : '';
	const moved = cursorKey !== state.cursorKey;
	return withTop({
		...state,
		tree,
		view: action.view ?? state.view,
		cursor,
		cursorKey,
		path: action.path,
		moves: state.moves + (action.moved ? 1 : 0),
		scroll: moved ? null : state.scroll,
	});
}

/** Keeps the cursor on the screen, with a few rows around it where there are some. */
function withTop(state: State): State {
	const { height } = panesOf(state);
	const margin = Math.min(3, Math.floor((height - 1) / 2));
	const lowest = Math.max(0, Math.min(state.cursor - margin, state.tree.size - height));
	const highest = Math.max(0, state.cursor + margin + 1 - height);
	const top = Math.max(highest, Math.min(state.top, lowest));
	return top === state.top
		? state
		: { ...state, top: Math.max(0, Math.min(top, Math.max(0, state.tree.size - height))) };
}

function withEntry<Value>(
	map: ReadonlyMap<string, Value>,
	key: string,
	value: Value | null,
): ReadonlyMap<string, Value> {
	if (value === null && !map.has(key)) return map;
	const next = new Map(map);
	if (value === null) next.delete(key);
	else next.set(key, value);
	return next;
}

function visited(map: ReadonlyMap<string, string>, path: readonly string[]): ReadonlyMap<string, string> {
	const last = path.at(-1);
	if (last === undefined) return map;
	const next = new Map(map);
	for (const bates of path) next.set(bates, last);
	return next;
}
