import type { Forest } from '../store/forest.ts';
import type { Session } from '../store/types.ts';
import { nameIn } from './names.ts';

/** Facts of the forest that every frame asks for and only a change moves. */
export interface Facts {
	readonly session: Session | undefined;
	/** What it is called. */
	readonly name: string | undefined;
	/** The session's root hash. */
	readonly root: string | null;
	readonly events: number;
	readonly branchPoints: number;
	readonly labels: number;
}

const kept = new WeakMap<Forest, { readonly key: string; readonly facts: Facts }>();

/** Read once for each session and epoch, and each fact only when it is asked for. */
export function factsOf(forest: Forest, { sid, epoch }: { readonly sid: string; readonly epoch: number }): Facts {
	const key = `${sid} ${epoch}`;
	const known = kept.get(forest);
	if (known?.key === key) return known.facts;
	const session = forest.session(sid);
	const facts = {
		session,
		name: session && nameIn(forest, session),
		root: session ? (forest.outline.row(session.root_bates)?.subtree_hash ?? null) : null,
		events: forest.head()?.seq ?? 0,
		branchPoints: once(() => forest.branchPoints(sid).length),
		labels: once(() => forest.labelled().length),
	};
	const lazy: Facts = {
		...facts,
		get branchPoints() {
			return facts.branchPoints();
		},
		get labels() {
			return facts.labels();
		},
	};
	kept.set(forest, { key, facts: lazy });
	return lazy;
}

function once(count: () => number): () => number {
	let counted: number | undefined;
	return () => {
		counted ??= count();
		return counted;
	};
}
