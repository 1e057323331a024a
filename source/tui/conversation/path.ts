import type { Turn } from '../../store/types.ts';
import { Cache } from '../screen/cache.ts';
import { LaidTurn } from './laid.ts';
import { EMPTY, Look, type Row, run } from './looks.ts';
import type { Shape, Standing } from './pieces.ts';

/** Where turns come from. */
export interface Turns {
	turn(bates: string): Turn | undefined;
	standing?(bates: string): Standing;
}

/** What outlives a path: layouts of the turns seen last, and who stands above whom, which never changes. */
export interface Layouts {
	readonly laid: Cache<string, LaidTurn>;
	readonly parents: Cache<string, string>;
}

/** A tall window holds some 20 short turns. */
const KEPT = 48;

export function createLayouts(): Layouts {
	return { laid: new Cache(KEPT), parents: new Cache(20_000) };
}

/** The turns from the root to `leaf` as one text. Only what is near the window is ever looked up or laid out. */
export class Path {
	readonly shape: Shape;
	readonly leaf: string;
	readonly #turns: Turns;
	readonly #layouts: Layouts;
	/** The path as far up as anyone looked, the last turn first. */
	readonly #up: string[];
	readonly #fresh = new Cache<string, LaidTurn>(KEPT);

	constructor(turns: Turns, leaf: string, shape: Shape, layouts: Layouts) {
		this.#turns = turns;
		this.leaf = leaf;
		this.shape = shape;
		this.#layouts = layouts;
		this.#up = [leaf];
	}

	/** The turn that is `up` above the last one. */
	bates(up: number): string | undefined {
		while (this.#up.length <= up) {
			const parent = this.#parent(this.#up.at(-1) as string);
			if (parent === undefined) return undefined;
			this.#up.push(parent);
		}
		return this.#up[up];
	}

	// Empty for the first turn of a tree: the synthetic root above it is never shown.
	#parent(bates: string): string | undefined {
		const known = this.#layouts.parents.get(bates);
		if (known !== undefined) return known === '' ? undefined : known;
		const turn = this.#turns.turn(bates);
		if (turn === undefined) return undefined;
		const parent = turn.parent_bates === null ? undefined : this.#turns.turn(turn.parent_bates);
		const shown = parent !== undefined && parent.audit_mode !== 'ROOT';
		this.#layouts.parents.set(bates, shown ? parent.bates : '');
		return shown ? parent.bates : undefined;
	}

	#laid(up: number): LaidTurn | undefined {
		const bates = this.bates(up);
		if (bates === undefined) return undefined;
		const fresh = this.#fresh.get(bates);
		if (fresh?.isCurrent) return fresh;
		const turn = this.#turns.turn(bates);
		if (turn === undefined) return undefined;
		const standing = this.#turns.standing?.(bates) ?? {};
		const before = this.#layouts.laid.get(bates);
		const served = before?.serves(turn, this.shape, standing) ? before : undefined;
		const laid = served ?? this.#layouts.laid.set(bates, new LaidTurn(turn, this.shape, standing, before));
		return this.#fresh.set(bates, laid);
	}

	question(up: number): string | undefined {
		const bates = this.bates(up);
		return bates === undefined ? undefined : this.#turns.turn(bates)?.question;
	}

	/** How many pieces a turn has; none when it is not there. */
	pieces(up: number): number {
		return this.#laid(up)?.pieces.length ?? 0;
	}

	/** The rows of a piece; a rule follows every turn but the last. */
	rows(up: number, piece: number): readonly Row[] {
		const laid = this.#laid(up);
		if (laid === undefined) return [];
		const rows = laid.rows(piece);
		return up > 0 && piece === laid.pieces.length - 1 ? [...rows, EMPTY, this.#rule(), EMPTY] : rows;
	}

	/** How far above the last turn another one stands. */
	find(bates: string): number | undefined {
		for (let up = 0; ; up++) {
			const own = this.bates(up);
			if (own === undefined || own === bates) return own === undefined ? undefined : up;
		}
	}

	#rule(): Row {
		return { runs: [run(this.shape.marks.rule.repeat(Math.min(4, this.shape.width)), Look.dim)] };
	}
}
