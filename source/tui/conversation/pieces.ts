import type { Turn } from '../../store/types.ts';
import { display, displayLine } from '../../text.ts';
import { FORGOTTEN, isForgotten } from '../forgotten.ts';
import type { Marks } from '../screen/marks.ts';
import { annotate } from './annotate.ts';
import { codeRows } from './code.ts';
import { beside, clipRuns, indented, padRuns, proseRows, widthOf, wrapRuns } from './flow.ts';
import { Look, type Part, type Row, run } from './looks.ts';
import { markdownRows } from './markdown.ts';
import { closingRows, listedRows, type Siblings } from './sources.ts';
import { type Block, plainBlocks } from './split.ts';
import { placeOf } from './verdicts.ts';

/** What a turn's layout depends on besides the turn. */
export interface Shape {
	readonly width: number;
	readonly marks: Marks;
}

/** What is known of a turn beside what it says. */
export interface Standing {
	readonly siblings?: Siblings | undefined;
	/** Its answer is still coming: what is being done, in words. */
	readonly coming?: string | undefined;
	/** Only its question and the beginning of its answer are shown. */
	readonly folded?: boolean | undefined;
}

/** A part of a turn that is laid out by itself. */
export type Piece =
	| Block
	| { readonly kind: 'question'; readonly text: string; readonly first: boolean; readonly opens: boolean }
	| typeof CLOSING
	| typeof FOLDED;

const CLOSING = { kind: 'closing', opens: true } as const;
const FOLDED = { kind: 'folded', opens: true } as const;

export function piecesOf(turn: Turn, blocks: readonly Block[], folded: boolean): Piece[] {
	const asked = plainBlocks(turn.question || (isForgotten(turn) ? FORGOTTEN : ' '));
	const first = asked[0];
	return [
		...asked.map(
			(block): Piece => ({ kind: 'question', text: block.text, first: block === first, opens: block.opens }),
		),
		...(folded ? [FOLDED] : [...blocks, CLOSING]),
	];
}

export function partOf({ kind }: Piece): Part {
	if (kind === 'question') return 'question';
	return kind === 'closing' ? 'sources' : 'answer';
}

/** The answer stands as far to the right as the question behind its bar. */
const INDENT = 2;

export function layoutPiece(
	piece: Piece,
	turn: Turn,
	shape: Shape,
	standing: Standing,
	unproven: ReadonlySet<string>,
): Row[] {
	const { width, marks } = shape;
	if (piece.kind === 'question')
		return questionRows(piece.text, piece.first && turn.seq > 0 ? `#${turn.seq}` : '', shape);
	return indented(width, INDENT, (room) => {
		switch (piece.kind) {
			case 'folded':
				return foldedRows(turn, room, marks);
			case 'closing':
				return standing.coming !== undefined
					? comingRows(standing.coming, room, marks)
					: closingRows(turn, standing.siblings, room, marks);
			case 'code':
				return codeRows(display(piece.text), piece.language ?? '', room, marks, piece.opens);
			case 'nearest':
				return nearestRows(piece.text, turn, room, marks);
			case 'plain':
				return proseRows([run(display(piece.text))], room);
			case 'prose':
				return markdownRows(annotate(piece.text, unproven), room, marks);
		}
	});
}

function questionRows(text: string, number: string, { width, marks }: Shape): Row[] {
	const bar = run(`${marks.cursor} `, Look.accent);
	const taken = number === '' ? 0 : number.length + 1;
	const rows = beside(width, bar, bar, (room) =>
		wrapRuns([run(display(text), Look.bold | Look.bright)], Math.max(1, room - taken)),
	);
	const top = rows[0]?.runs ?? [];
	if (taken === 0 || widthOf(top) + taken > width) return rows;
	return [{ runs: [...padRuns(top, width - number.length), run(number, Look.dim)] }, ...rows.slice(1)];
}

function foldedRows({ answer_text }: Turn, columns: number, marks: Marks): Row[] {
	const text = displayLine(answer_text.slice(0, 300));
	return [{ runs: clipRuns([run(`${marks.folded} ${text}`, Look.dim)], columns, run(marks.cut, Look.dim)) }];
}

function comingRows(doing: string, columns: number, marks: Marks): Row[] {
	const runs = [run(marks.coming, Look.accent), run(` ${doing}`, Look.dim)];
	return [{ runs: clipRuns(runs, columns, run(marks.cut, Look.dim)) }];
}

// The passages that a declined answer names, in the columns that its sources would have.
function nearestRows(text: string, { meta }: Turn, columns: number, marks: Marks): Row[] {
	const evidence = new Map((meta.evidence ?? []).map((record) => [record.pointer, record]));
	const listed = text
		.trimEnd()
		.split('\n')
		.map((line) => {
			const pointer = line.slice(2, line.indexOf(' ', 2));
			const record = evidence.get(pointer);
			const title = record?.title ?? line.slice(2 + pointer.length).trim();
			return { pointer, title, place: placeOf(record?.source ?? ''), mark: run(marks.none, Look.dim), words: '' };
		});
	return listedRows(listed, columns, marks);
}
