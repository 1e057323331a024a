import { isRoot } from '../../store/bates.ts';
import type { Forest } from '../../store/forest.ts';
import type { Turn } from '../../store/types.ts';
import { nodeAtCursor, rowAtCursor } from '../do/place.ts';
import { panesOf } from '../panes.ts';
import type { Coming, State } from '../state.ts';
import { HEADER } from './pane.tsx';
import { createLayouts, Path, type Turns } from './path.ts';
import type { Shape, Standing } from './pieces.ts';
import { type Place, toEnd, toTurn } from './scroll.ts';

/** A turn that is only coming goes by the place it will hang at. */
const COMING = 'coming:';

/** The conversation of the state: which turn it ends in, and from where on it is shown. */
export class Current {
	readonly #forest: Forest;
	readonly #layouts = createLayouts();
	#path: { key: string; path: Path } | undefined;

	constructor(forest: Forest) {
		this.#forest = forest;
	}

	/** The path that is shown; undefined where there is no turn to show. The same object while nothing in it changed. */
	path(state: State, shape: Shape): Path | undefined {
		const leaf = leafOf(state);
		if (leaf === undefined) return undefined;
		const coming = comingAt(state);
		const grown = coming === undefined ? '' : `${coming.text.length} ${coming.doing}`;
		const key = `${leaf} ${shape.width} ${state.epoch} ${grown}`;
		if (this.#path?.key !== key) this.#path = { key, path: new Path(this.#turns(state), leaf, shape, this.#layouts) };
		return this.#path.path;
	}

	#turns(state: State): Turns {
		const forest = this.#forest;
		return {
			turn(bates) {
				const coming = bates.startsWith(COMING) ? state.coming.get(bates.slice(COMING.length)) : undefined;
				return coming ? comingTurn(forest, bates, coming) : forest.turn(bates);
			},
			standing: (bates) =>
				bates.startsWith(COMING)
					? { coming: state.coming.get(bates.slice(COMING.length))?.doing }
					: standingOf(forest, bates),
		};
	}
}

/** The top of what is seen: where it was scrolled to; else the last turn, or the end of it while it grows. */
export function shownFrom(state: State, path: Path): Place {
	if (state.scroll !== null) return state.scroll;
	return comingAt(state)?.grows ? toEnd(path, textRows(state)) : toTurn(path.leaf);
}

/** How many rows the conversation's text has. */
export function textRows(state: State): number {
	return Math.max(1, panesOf(state).height - HEADER);
}

/** A place in an answer that was coming, in the turn that it became. */
export function inTurn(place: Place, bates: string): Place {
	return place.bates.startsWith(COMING) ? { ...place, bates } : place;
}

/** The answer on its way that the conversation shows; undefined when it shows none. */
export function comingAt(state: State): Coming | undefined {
	const leaf = leafOf(state);
	return leaf?.startsWith(COMING) ? state.coming.get(leaf.slice(COMING.length)) : undefined;
}

function leafOf(state: State): string | undefined {
	const { coming, here, sid, target } = state;
	const atCursor = rowAtCursor(state)?.kind === 'group' ? here : nodeAtCursor(state);
	const last = (beginsTree(state) ? target.bates : atCursor) ?? undefined;
	for (const each of [last, `root:${sid}`]) if (each !== undefined && coming.has(each)) return COMING + each;
	for (const place of coming.keys()) if (place === `beside:${last}`) return COMING + place;
	return last !== undefined && isRoot(last) ? undefined : last;
}

/** A first question is being written, which nothing stands above. */
function beginsTree({ focus, target }: State): boolean {
	return focus === 'composer' && target.kind === 'under' && (target.bates === null || isRoot(target.bates));
}

function comingTurn(forest: Forest, bates: string, { place, question, text }: Coming): Turn {
	const beside = place.startsWith('beside:') ? forest.turn(place.slice('beside:'.length))?.parent_bates : undefined;
	return {
		bates,
		sid: '',
		seq: 0,
		parent_bates: beside ?? (place.startsWith('root:') ? null : place),
		question,
		answer_text: text,
		cache_key: '',
		audit_mode: 'UNGROUNDED',
		n_cited_sources: 0,
		created_at: '',
		label: null,
		node_hash: '',
		subtree_hash: '',
		cited_titles: [],
		meta: {},
	};
}

function standingOf(forest: Forest, bates: string): Standing {
	const row = forest.outline.row(bates);
	if (!row || row.parent_bates === null) return {};
	const siblings = forest.outline.below(row.parent_bates);
	if (siblings.length < 2) return {};
	const at = siblings.findIndex((each) => each.bates === bates) + 1;
	const same = siblings.filter(({ question }) => question === row.question).length;
	return { siblings: { at, of: siblings.length, same } };
}
