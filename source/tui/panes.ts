import { noticeLines } from './chrome/notice.ts';
import { layout } from './composer/layout.ts';
import type { State } from './state.ts';

/** How the screen is divided. Columns and rows. */
export interface Panes {
	/** Nothing but a word about it can be shown. */
	readonly tooSmall: boolean;
	/** 0 when the pane is not shown. */
	readonly tree: number;
	readonly conversation: number;
	/** Rows of both panes. */
	readonly height: number;
	/** Rows of the composer, and of the hints or the notice below it. */
	readonly composer: number;
	readonly hints: number;
}

export const SMALLEST = { columns: 40, rows: 10 };
/** Narrower than this, one pane at a time. */
const NARROW = 60;
const COMPOSER_MOST = 8;
/** Title and two rules. */
const FRAME_ROWS = 3;

type Sized = Pick<State, 'columns' | 'rows' | 'focus' | 'treeHidden' | 'treeWider' | 'draft' | 'notice'>;

export function panesOf(state: Sized): Panes {
	const { columns, rows } = state;
	const composer = composerRows(state);
	const hints = hintRows(state);
	const height = Math.max(1, rows - FRAME_ROWS - composer - hints);
	const tooSmall = columns < SMALLEST.columns || rows < SMALLEST.rows;
	if (columns < NARROW) {
		const showsTree = state.focus === 'tree' && !state.treeHidden;
		return { tooSmall, height, composer, hints, tree: showsTree ? columns : 0, conversation: showsTree ? 0 : columns };
	}
	if (state.treeHidden) return { tooSmall, height, composer, hints, tree: 0, conversation: columns };
	const share = Math.round(columns * 0.4) + state.treeWider;
	const tree = Math.max(24, Math.min(share, columns - 30, 100));
	return { tooSmall, height, composer, hints, tree, conversation: columns - tree - 1 };
}

/** A notice that does not fit in one row takes of the panes what it needs, up to a quarter of the screen. */
function hintRows({ columns, rows, notice }: Sized): number {
	if (notice === null) return 1;
	return Math.min(noticeLines(notice, columns).length, Math.max(1, Math.floor(rows / 4)));
}

function composerRows({ columns, rows, draft }: Sized): number {
	const most = Math.max(1, Math.min(COMPOSER_MOST, Math.floor(rows / 3)));
	return layout(draft, Math.max(1, columns - 3), most).lines.length;
}
