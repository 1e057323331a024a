import type { Aside } from '../store/aside.ts';
import type { State } from './state.ts';

/** How the tree was left, as it is kept between two starts. */
interface Kept {
	open: string[];
	folded: string[];
	openRuns: string[];
	only: string | null;
	/** The row of the cursor, and where one stood then. */
	cursor: string;
	here: string | null;
	treeHidden: boolean;
	treeWider: number;
}

const NAME = 'screen';

export function keepScreen(aside: Aside, { view, cursorKey, here, treeHidden, treeWider }: State): void {
	const { open, folded, openRuns, only } = view;
	const kept: Kept = {
		open: [...open],
		folded: [...folded],
		openRuns: [...openRuns],
		only,
		cursor: cursorKey,
		here,
		treeHidden,
		treeWider,
	};
	aside.keep(NAME, kept);
}

/** What was kept, as far as it reads: the table is anyone's to write to. */
export function recallScreen(aside: Aside): Kept {
	const kept = aside.recall(NAME) as Partial<Kept> | null;
	const strings = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
	return {
		open: strings(kept?.open),
		folded: strings(kept?.folded),
		openRuns: strings(kept?.openRuns),
		only: typeof kept?.only === 'string' ? kept.only : null,
		cursor: typeof kept?.cursor === 'string' ? kept.cursor : '',
		here: typeof kept?.here === 'string' ? kept.here : null,
		treeHidden: kept?.treeHidden === true,
		treeWider: Number.isInteger(kept?.treeWider) ? (kept?.treeWider as number) : 0,
	};
}
