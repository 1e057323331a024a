import { sidOf } from '../../store/bates.ts';
import type { Outline } from '../../store/outline.ts';
import type { SessionSummary } from '../../store/statements.ts';
import { sessionName } from '../names.ts';
import { type Branch, indexIn, lastNotAbove, placedAt } from './branch.ts';
import { type Folds, Grower } from './grow.ts';
import type { PlacedRow, TreeRow } from './rows.ts';

export interface TreeSource {
	sessions(): SessionSummary[];
	entries(sid: string): string[];
	readonly outline: Outline;
}

/** What the tree shows. */
export interface TreeView extends Folds {
	/** Sessions that are unfolded. */
	readonly open: ReadonlySet<string>;
	/** One session only, or the whole forest. */
	readonly only: string | null;
}

/** One session's part: its own row, the links to where it goes on elsewhere, its branch. */
interface Plot {
	readonly sid: string;
	readonly head: readonly TreeRow[];
	readonly branch: Branch | undefined;
}

/** The whole tree as a list of rows, none of which is made before it is asked for. */
export interface Tree {
	readonly size: number;
	at(index: number): PlacedRow | undefined;
	/** The index of a session's row. */
	indexOfSession(sid: string): number | undefined;
	/** The index of a turn, or of what hides it. */
	indexOfTurn(bates: string): number | undefined;
	/** The index of the link row of an entry. */
	indexOfLink(entry: string): number | undefined;
}

/** Makes trees, one after the other, sharing all that did not change. */
export class Forester {
	readonly #source: TreeSource;
	readonly #grower: Grower;
	readonly #heads = new Map<string, { summary: SessionSummary; open: boolean; head: TreeRow[] }>();
	#sessions: ReadonlyMap<string, SessionSummary> | undefined;

	constructor(source: TreeSource) {
		this.#source = source;
		this.#grower = new Grower(source.outline);
	}

	get computed(): number {
		return this.#grower.computed;
	}

	forget(bates: string): void {
		this.#grower.forget(bates);
	}

	/** To be told of every change of the forest: which sessions there are is read again. */
	changed(): void {
		this.#sessions = undefined;
	}

	tree(view: TreeView): Tree {
		this.#sessions ??= new Map(this.#source.sessions().map((session) => [session.sid, session]));
		const only = view.only === null ? undefined : this.#sessions.get(view.only);
		const sessions = view.only === null ? [...this.#sessions.values()] : only ? [only] : [];
		return treeOf(
			sessions.map((session) => this.#plot(session, view)),
			this.#source.outline,
		);
	}

	#plot(session: SessionSummary, view: TreeView): Plot {
		const open = view.open.has(session.sid);
		const root = open ? this.#source.outline.row(session.root_bates) : undefined;
		return {
			sid: session.sid,
			head: this.#head(session, open),
			branch: root && this.#grower.session(root, view),
		};
	}

	/** The same array as before when nothing in it changed. */
	#head(session: SessionSummary, open: boolean): readonly TreeRow[] {
		const kept = this.#heads.get(session.sid);
		const named = (row: TreeRow) => row.kind !== 'link' || row.sessionName === this.#nameOf(row.under.sid);
		if (kept && kept.open === open && same(kept.summary, session) && (!open || kept.head.every(named)))
			return kept.head;
		const head: TreeRow[] = [{ kind: 'session', session, open }];
		if (open) {
			for (const entry of this.#source.entries(session.sid)) {
				const under = this.#source.outline.row(this.#source.outline.row(entry)?.parent_bates ?? '');
				if (under) head.push({ kind: 'link', entry, under, sessionName: this.#nameOf(under.sid) });
			}
		}
		this.#heads.set(session.sid, { summary: session, open, head });
		return head;
	}

	#nameOf(sid: string): string {
		return sessionName(this.#sessions?.get(sid) ?? { sid, label: null });
	}
}

function same(a: SessionSummary, b: SessionSummary): boolean {
	return (
		a.label === b.label && a.turns === b.turns && a.newest_at === b.newest_at && a.current_bates === b.current_bates
	);
}

function treeOf(plots: readonly Plot[], outline: Outline): Tree {
	const starts: number[] = [];
	const places = new Map<string, number>();
	let size = 0;
	for (const [i, { sid, head, branch }] of plots.entries()) {
		starts.push(size);
		places.set(sid, i);
		size += head.length + (branch?.size ?? 0);
	}
	const startOf = (sid: string) => {
		const i = places.get(sid);
		return i === undefined ? undefined : { start: starts[i] as number, plot: plots[i] as Plot };
	};
	return {
		size,
		at(index) {
			if (index < 0 || index >= size) return undefined;
			const which = lastNotAbove(starts, index);
			const { head, branch } = plots[which] as Plot;
			const rest = index - (starts[which] as number);
			const row = head[rest];
			return row ? { row, trunks: [] } : branch && placedAt(branch, rest - head.length);
		},
		indexOfSession: (sid) => startOf(sid)?.start,
		indexOfTurn(bates) {
			const lineage = outline.lineage(bates);
			const found = startOf(sidOf(lineage[0] ?? ''));
			if (!found) return undefined;
			const { start, plot } = found;
			const inside = plot.branch && indexIn(plot.branch, lineage.slice(1));
			return inside === undefined ? start : start + plot.head.length + inside;
		},
		indexOfLink(entry) {
			const found = startOf(sidOf(entry));
			const at = found?.plot.head.findIndex((row) => row.kind === 'link' && row.entry === entry) ?? -1;
			return found && at !== -1 ? found.start + at : undefined;
		},
	};
}
