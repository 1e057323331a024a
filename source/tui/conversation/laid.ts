import type { Turn } from '../../store/types.ts';
import { languageLoads } from './highlight.ts';
import { EMPTY, type Row } from './looks.ts';
import { layoutPiece, type Piece, partOf, piecesOf, type Shape, type Standing } from './pieces.ts';
import { type Split, splitAnswer } from './split.ts';
import { unprovenIn } from './verdicts.ts';

/** A turn, laid out piece by piece as it is looked at. */
export class LaidTurn {
	readonly pieces: readonly Piece[];
	readonly #turn: Turn;
	readonly #shape: Shape;
	readonly #standing: Standing;
	readonly #split: Split;
	readonly #unproven: ReadonlySet<string>;
	readonly #languages = languageLoads();
	readonly #rows = new Map<Piece, readonly Row[]>();

	/** `before` is the same turn with less of its answer: what did not change keeps its rows. */
	constructor(turn: Turn, shape: Shape, standing: Standing, before?: LaidTurn) {
		this.#turn = turn;
		this.#shape = shape;
		this.#standing = standing;
		this.#unproven = new Set(unprovenIn(turn).map(({ sentence }) => sentence));
		this.#split = splitAnswer(turn.answer_text, before === undefined ? undefined : before.#split);
		this.pieces = piecesOf(turn, this.#split.blocks, standing.folded ?? false);
		if (before === undefined || !this.#looksLike(before)) return;
		for (const piece of this.pieces) {
			const rows = partOf(piece) === 'answer' ? before.#rows.get(piece) : undefined;
			if (rows !== undefined) this.#rows.set(piece, rows);
		}
	}

	/** Whether this is still how the turn is to be laid out. */
	serves(turn: Turn, { width, marks }: Shape, { siblings, coming, folded }: Standing): boolean {
		const standing = this.#standing;
		return (
			width === this.#shape.width &&
			marks === this.#shape.marks &&
			this.isCurrent &&
			coming === standing.coming &&
			folded === standing.folded &&
			siblings?.at === standing.siblings?.at &&
			siblings?.of === standing.siblings?.of &&
			siblings?.same === standing.siblings?.same &&
			sameContent(turn, this.#turn)
		);
	}

	/** False when the colours of some code have come since. */
	get isCurrent(): boolean {
		return this.#languages === languageLoads();
	}

	#looksLike(other: LaidTurn): boolean {
		const shaped = this.#shape.width === other.#shape.width && this.#shape.marks === other.#shape.marks;
		return shaped && this.#languages === other.#languages && this.#unproven.size + other.#unproven.size === 0;
	}

	/** The rows of one piece, with the space above it. */
	rows(index: number): readonly Row[] {
		const piece = this.pieces[index] as Piece;
		const known = this.#rows.get(piece);
		if (known !== undefined) return known;
		const part = partOf(piece);
		const own = layoutPiece(piece, this.#turn, this.#shape, this.#standing, this.#unproven);
		const rows = own.map((row): Row => ({ ...row, part }));
		if (index > 0 && piece.opens && rows.length > 0) rows.unshift(EMPTY);
		this.#rows.set(piece, rows);
		return rows;
	}
}

function sameContent(one: Turn, other: Turn): boolean {
	return (
		one === other ||
		(one.node_hash === other.node_hash &&
			one.audit_mode === other.audit_mode &&
			one.meta.finish === other.meta.finish &&
			one.question === other.question &&
			one.answer_text === other.answer_text)
	);
}
