import { batesAt, sidOf } from '../../store/bates.ts';
import type { Forest } from '../../store/forest.ts';
import type { ImportedTurn, ImportPlace } from '../../store/import.ts';
import { toTurn } from '../../store/rows.ts';
import type { NodeRow, Session } from '../../store/types.ts';
import { sessionIdOf } from '../arrange.ts';
import { sessionName } from '../fork.ts';
import { count, type FileReport } from '../report.ts';

const TOOL = 'arborist';

/** Lands the rows of a bundle that was checked: a whole session as it is, single turns in a session of their own. */
export class BundleRows {
	readonly #forest: Forest;
	readonly #file_sha256: string;
	readonly #report: FileReport;
	/** What waits for a session that comes later. */
	#waiting: { rows: NodeRow[]; session: Session }[] = [];

	constructor(forest: Forest, file_sha256: string, report: FileReport) {
		this.#forest = forest;
		this.#file_sha256 = file_sha256;
		this.#report = report;
	}

	/** The rows of one session, or of a part of one when there is no session. */
	take(rows: readonly NodeRow[], session: Session | undefined): void {
		if (session) this.#takeWhole(rows, session);
		else if (rows.length > 0) this.#takePart(rows);
	}

	/** What waited, as far as what it waited for has come. */
	finish(): void {
		const left = () => this.#waiting.reduce((sum, { rows }) => sum + rows.length, 0);
		for (let before = Number.POSITIVE_INFINITY; left() > 0 && left() < before; ) {
			before = left();
			const waiting = this.#waiting;
			this.#waiting = [];
			for (const { rows, session } of waiting) this.#takeWhole(rows, session);
		}
		for (const { rows } of this.#waiting) this.#skip(rows, 'under a turn that is not here');
	}

	#takeWhole(rows: readonly NodeRow[], session: Session): void {
		const { sid } = session;
		const here = this.#forest.session(sid);
		if (!here && this.#forest.wasMinted(sid)) {
			this.#skip(rows, 'of a session that was pruned here');
			return;
		}
		const known = here?.next_seq ?? 0;
		const isOther = rows.some(
			({ seq, bates, node_hash }) => seq < known && this.#forest.turn(bates)?.node_hash !== node_hash,
		);
		if (isOther) {
			this.#skip(rows, 'of a session that is another one here');
			return;
		}
		const fresh = rows.filter(({ seq }) => seq >= known);
		const merged = rows.filter(({ seq }) => seq < known);
		count(this.#report.skipped, 'root', merged.filter(({ seq }) => seq === 0).length);
		this.#report.merged += merged.filter(({ seq }) => seq > 0).length;
		const cut = fresh.findIndex((row) => row.seq > 0 && !this.#isPlaced(row, sid));
		const ready = cut === -1 ? fresh : fresh.slice(0, cut);
		if (cut !== -1) this.#waiting.push({ rows: fresh.slice(cut), session });
		if (ready.length > 0) this.#land(ready, session, known);
	}

	#isPlaced({ parent_bates }: NodeRow, sid: string): boolean {
		return (
			parent_bates !== null && (parent_bates.startsWith(`${sid}-`) || this.#forest.turn(parent_bates) !== undefined)
		);
	}

	#land(rows: readonly NodeRow[], session: Session, known: number): void {
		const { sid } = session;
		const turns = rows.filter(({ seq }) => seq > 0);
		if (turns.length === 0) {
			count(this.#report.skipped, 'root', rows.length);
			return;
		}
		const first = Math.max(known, 1);
		const place = (bates: string | null): ImportPlace => {
			if (bates === null || bates === batesAt(sid, 0)) return null;
			const seq = bates.startsWith(`${sid}-`) ? Number(bates.slice(sid.length + 1)) : -1;
			return seq >= first ? seq - first : bates;
		};
		const current = place(session.current_bates);
		const isThere =
			typeof current === 'number'
				? current < turns.length
				: current === null || this.#forest.turn(current) !== undefined;
		const imported = this.#forest.import({
			...(known > 0 ? { sid } : { new_sid: sid }),
			source: { tool: TOOL, file_sha256: this.#file_sha256 },
			created_at: session.created_at,
			label: session.label,
			turns: turns.map((row): ImportedTurn => ({ ...wholeTurn(row), parent: place(row.parent_bates), asThere: row })),
			...(isThere && { current }),
		});
		count(this.#report.skipped, 'root', rows.length - turns.length);
		this.#report.in_turns += imported.turns;
		this.#report.turns += imported.turns;
		if (known === 0) this.#report.sessions++;
	}

	/** Single turns become imported turns of a new session, which remember the ids that they had. */
	#takePart(rows: readonly NodeRow[]): void {
		const { sid } = rows[0] as NodeRow;
		const name = `${sid}:part`;
		const root = this.#forest.takenAs(TOOL, sessionName(name));
		const turns = rows.filter(({ seq }) => seq > 0);
		count(this.#report.skipped, 'root', rows.length - turns.length);
		const places = new Map<string, ImportPlace>();
		const fresh: ImportedTurn[] = [];
		for (const row of turns) {
			const here =
				this.#forest.takenAs(TOOL, row.bates) ??
				(this.#forest.turn(row.bates)?.node_hash === row.node_hash ? row.bates : undefined);
			if (here !== undefined && this.#forest.turn(here)) {
				this.#report.merged++;
				places.set(row.bates, here);
				continue;
			}
			const above = row.parent_bates ?? '';
			const parent = places.get(above) ?? this.#forest.takenAs(TOOL, above) ?? null;
			const { source: _, ...meta } = toTurn(row).meta;
			places.set(row.bates, fresh.push({ ...wholeTurn(row), parent, meta }) - 1);
		}
		const first = turns[0];
		if (fresh.length === 0 || !first) return;
		const new_sid = sessionIdOf(TOOL, name, Date.parse(first.created_at));
		const sidHere = root === undefined ? undefined : sidOf(root);
		const isHere = sidHere !== undefined && this.#forest.session(sidHere) !== undefined;
		if (!isHere && this.#forest.wasMinted(new_sid)) {
			count(this.#report.skipped, 'of a session that was pruned here', fresh.length);
			return;
		}
		this.#forest.import({
			...(isHere ? { sid: sidHere } : { new_sid }),
			source: { tool: TOOL, file_sha256: this.#file_sha256 },
			created_at: first.created_at,
			label: `from ${sid}`,
			turns: fresh,
			names: [{ id: sessionName(name), bates: batesAt(isHere ? sidHere : new_sid, 0) }],
		});
		this.#report.in_turns += fresh.length;
		this.#report.turns += fresh.length;
		if (!isHere) this.#report.sessions++;
	}

	#skip(rows: readonly NodeRow[], reason: string): void {
		count(this.#report.skipped, reason, rows.length);
	}
}

function wholeTurn(row: NodeRow): Omit<ImportedTurn, 'parent'> {
	const { question, answer_text, created_at, label } = row;
	return { id: row.bates, question, answer_text, created_at, label, cited_titles: toTurn(row).cited_titles };
}
