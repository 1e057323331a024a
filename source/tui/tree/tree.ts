import { groupBy } from '../../group.ts';
import { sidOf } from '../../store/bates.ts';
import type { Outline } from '../../store/outline.ts';
import type { SessionSummary } from '../../store/statements.ts';
import type { Change } from '../../store/types.ts';
import { nameIn, sessionName } from '../names.ts';
import { type Branch, indexIn, lastNotAbove, placedAt } from './branch.ts';
import { type Folds, Grower } from './grow.ts';
import { groupKey, type PlacedRow, type SessionRow, type TreeRow } from './rows.ts';

export interface TreeSource {
	/** By their newest turn, newest first. */
	sessions(): SessionSummary[];
	summary(sid: string): SessionSummary | undefined;
	countSessions(): number;
	/** The tool that each imported session came from. */
	importedBy(): ReadonlyMap<string, string>;
	entries(sid: string): string[];
	readonly outline: Outline;
}

/** What the tree shows. */
export interface TreeView extends Folds {
	/** Sessions, and groups of them, that are unfolded. */
	readonly open: ReadonlySet<string>;
	/** One session only, or the whole forest. */
	readonly only: string | null;
}

/** One session's part: its own row, the links to where it goes on elsewhere, its branch; or the row of a group. */
interface Plot {
	readonly head: readonly TreeRow[];
	readonly branch: Branch | undefined;
	/** The sessions whose place this is: one, or all that a folded group hides. */
	readonly sids: readonly string[];
	/** It stands below the row of a tool. */
	readonly inset: boolean;
}

/** The whole tree as a list of rows, none of which is made before it is asked for. */
export interface Tree {
	readonly size: number;
	at(index: number): PlacedRow | undefined;
	/** The index of a session's row, or of what hides it. */
	indexOfSession(sid: string): number | undefined;
	indexOfGroup(tool: string): number | undefined;
	/** The index of a turn, or of what hides it. */
	indexOfTurn(bates: string): number | undefined;
	/** The index of the link row of an entry. */
	indexOfLink(entry: string): number | undefined;
}

/** This program's own sessions stand among themselves, wherever they were made. */
const OWN = 'arborist';

/** So many sessions are read one by one; more at once. */
const FEW = 20;

/** Makes trees, one after the other, sharing all that did not change. */
export class Forester {
	readonly #source: TreeSource;
	readonly #grower: Grower;
	readonly #heads = new Map<string, readonly [SessionRow, ...TreeRow[]]>();
	readonly #groups = new Map<string, TreeRow & { kind: 'group' }>();
	#sessions: ReadonlyMap<string, SessionSummary> | undefined;
	/** Changed since they were read. */
	readonly #changed = new Set<string>();
	#tools: ReadonlyMap<string, string> = new Map();

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

	/** To be told of every change of the forest: its session is read again, and all of them when one came from elsewhere. */
	changed({ kind, sid }: Pick<Change, 'kind' | 'sid'>): void {
		this.#changed.add(sid);
		if (kind === 'session_imported') this.#sessions = undefined;
	}

	session(sid: string): SessionSummary | undefined {
		return this.#known().get(sid);
	}

	/** The tool that a session was imported from. */
	toolOf(sid: string): string | undefined {
		this.#known();
		return this.#tools.get(sid);
	}

	/** The tool whose group a session stands in; none for this program's own. */
	groupOf(sid: string): string | undefined {
		const tool = this.toolOf(sid);
		return tool === OWN ? undefined : tool;
	}

	tree(view: TreeView): Tree {
		const all = this.#known();
		const only = view.only === null ? undefined : all.get(view.only);
		if (view.only !== null) return treeOf(only ? [this.#plot(only, view)] : [], this.#source.outline);
		// By the newest turn, as the sessions come; so the groups are too.
		const { own, groups } = this.#grouped([...all.values()]);
		const plots = own.map((session) => this.#plot(session, view));
		for (const [tool, sessions] of groups) plots.push(...this.#groupPlots(tool, sessions, view));
		return treeOf(plots, this.#source.outline);
	}

	#known(): ReadonlyMap<string, SessionSummary> {
		if (this.#sessions !== undefined && this.#changed.size > 0 && this.#changed.size <= FEW) {
			const sessions = [...this.#sessions.values()].filter(({ sid }) => !this.#changed.has(sid));
			for (const sid of this.#changed) {
				const session = this.#source.summary(sid);
				if (session) sessions.splice(placeAmong(sessions, session), 0, session);
			}
			// Another number, when some were removed behind the record.
			this.#sessions = sessions.length === this.#source.countSessions() ? bySid(sessions) : undefined;
		} else if (this.#changed.size > FEW) this.#sessions = undefined;
		if (this.#sessions === undefined) {
			this.#sessions = bySid(this.#source.sessions());
			this.#tools = this.#source.importedBy();
		}
		this.#changed.clear();
		return this.#sessions;
	}

	#grouped(sessions: readonly SessionSummary[]) {
		if (this.#tools.size === 0) return { own: sessions, groups: new Map<string, SessionSummary[]>() };
		const all = groupBy(sessions, ({ sid }) => this.groupOf(sid));
		const own = all.get(undefined) ?? [];
		return { own, groups: new Map([...all].flatMap(([tool, each]) => (tool === undefined ? [] : [[tool, each]]))) };
	}

	#groupPlots(tool: string, sessions: readonly SessionSummary[], view: TreeView): Plot[] {
		const open = view.open.has(groupKey(tool));
		const head = [this.#groupRow(tool, sessions, open)];
		const group = { head, branch: undefined, inset: false };
		if (!open) return [{ ...group, sids: sessions.map(({ sid }) => sid) }];
		return [{ ...group, sids: [] }, ...sessions.map((session) => this.#plot(session, view, true))];
	}

	/** The same row as before when nothing in it changed. */
	#groupRow(tool: string, sessions: readonly SessionSummary[], open: boolean): TreeRow {
		const { newest_at = '' } = sessions[0] ?? {};
		const kept = this.#groups.get(tool);
		if (kept?.open === open && kept.sessions === sessions.length && kept.newest_at === newest_at) return kept;
		const row = { kind: 'group', tool, sessions: sessions.length, newest_at, open } as const;
		this.#groups.set(tool, row);
		return row;
	}

	#plot(session: SessionSummary, view: TreeView, inset = false): Plot {
		const open = view.open.has(session.sid);
		const root = open ? this.#source.outline.row(session.root_bates) : undefined;
		const branch = root && this.#grower.session(root, view);
		return { head: this.#head(session, open), branch, sids: [session.sid], inset };
	}

	/** The same array as before when nothing in it changed. */
	#head(session: SessionSummary, open: boolean): readonly TreeRow[] {
		const kept = this.#heads.get(session.sid);
		const named = (row: TreeRow) => row.kind !== 'link' || row.name === this.#nameOf(row.under.sid);
		const [row] = kept ?? [];
		const isSame = row?.open === open && same(row.session, session);
		if (kept && isSame && (!open || kept.every(named))) return kept;
		const head: [SessionRow, ...TreeRow[]] = [this.#sessionRow(session, open)];
		if (open) {
			for (const entry of this.#source.entries(session.sid)) {
				const under = this.#source.outline.row(this.#source.outline.row(entry)?.parent_bates ?? '');
				if (under) head.push({ kind: 'link', entry, under, name: this.#nameOf(under.sid) });
			}
		}
		this.#heads.set(session.sid, head);
		return head;
	}

	#sessionRow(session: SessionSummary, open: boolean): SessionRow {
		const source = this.#source;
		let name: string | undefined;
		return {
			kind: 'session',
			session,
			open,
			tool: this.#tools.get(session.sid),
			get name() {
				name ??= nameIn(source, session);
				return name;
			},
		};
	}

	#nameOf(sid: string): string {
		const session = this.#sessions?.get(sid);
		return session ? nameIn(this.#source, session) : sessionName({ sid, label: null }, '');
	}
}

function bySid(sessions: readonly SessionSummary[]): Map<string, SessionSummary> {
	return new Map(sessions.map((session) => [session.sid, session]));
}

/** Where a session stands by its newest turn, as the store orders them. */
function placeAmong(sessions: readonly SessionSummary[], { newest_at, sid }: SessionSummary): number {
	const older = sessions.findIndex((other) =>
		other.newest_at === newest_at ? other.sid < sid : other.newest_at < newest_at,
	);
	return older === -1 ? sessions.length : older;
}

/** Every change of a session touches when it was changed, so its name is the same too. */
function same(a: SessionSummary, b: SessionSummary): boolean {
	return a.updated_at === b.updated_at && a.label === b.label && a.turns === b.turns && a.newest_at === b.newest_at;
}

function treeOf(plots: readonly Plot[], outline: Outline): Tree {
	const starts: number[] = [];
	const places = new Map<string, number>();
	let size = 0;
	for (const [i, { sids, head, branch }] of plots.entries()) {
		starts.push(size);
		for (const sid of sids) places.set(sid, i);
		const [first] = head;
		if (first?.kind === 'group') places.set(groupKey(first.tool), i);
		size += head.length + (branch?.size ?? 0);
	}
	const startOf = (key: string) => {
		const i = places.get(key);
		return i === undefined ? undefined : { start: starts[i] as number, plot: plots[i] as Plot };
	};
	return {
		size,
		at(index) {
			if (index < 0 || index >= size) return undefined;
			const which = lastNotAbove(starts, index);
			const { head, branch, inset } = plots[which] as Plot;
			const rest = index - (starts[which] as number);
			const row = head[rest];
			const placed = row ? { row, trunks: [] } : branch && placedAt(branch, rest - head.length);
			return placed && { ...placed, inset };
		},
		indexOfSession: (sid) => startOf(sid)?.start,
		indexOfGroup: (tool) => startOf(groupKey(tool))?.start,
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
