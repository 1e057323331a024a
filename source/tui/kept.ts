import type { Aside } from '../store/aside.ts';
import { isSid } from '../store/bates.ts';
import type { Forest } from '../store/forest.ts';
import { placeOf } from './do/target.ts';
import type { State, Target } from './state.ts';

/** How the screen was left, as it is kept between two starts. */
interface Kept {
	/** The session in use. */
	sid: string | null;
	/** Where a question was to land that was being written then. */
	target: Target | null;
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

export function keepScreen(aside: Aside, state: State): void {
	const { view, sid, target, cursorKey, here, treeHidden, treeWider } = state;
	const { open, folded, openRuns, only } = view;
	const kept: Kept = {
		sid,
		target,
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
	const string = (value: unknown) => (typeof value === 'string' ? value : null);
	return {
		sid: string(kept?.sid),
		target: targetIn(kept?.target),
		open: strings(kept?.open),
		folded: strings(kept?.folded),
		openRuns: strings(kept?.openRuns),
		only: string(kept?.only),
		cursor: string(kept?.cursor) ?? '',
		here: string(kept?.here),
		treeHidden: kept?.treeHidden === true,
		treeWider: Number.isInteger(kept?.treeWider) ? (kept?.treeWider as number) : 0,
	};
}

function targetIn(value: unknown): Target | null {
	const { kind, bates } = (value ?? {}) as Partial<Target>;
	if (kind === 'beside') return typeof bates === 'string' ? { kind, bates } : null;
	return kind === 'under' && (bates === null || typeof bates === 'string') ? { kind, bates } : null;
}

/** The session that the screen was left in, though nothing but a draft be in it; else the one that changed last, else a new one. */
export function sessionLeft(forest: Forest): string {
	const aside = forest.aside();
	const { sid } = recallScreen(aside);
	if (sid !== null && isSid(sid)) {
		const isBegun = aside.drafts().has(placeOf({ kind: 'under', bates: null }, sid));
		if (forest.session(sid) || isBegun) return sid;
	}
	return forest.lastSession()?.sid ?? forest.begin();
}
