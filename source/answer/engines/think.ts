/** A piece of what a model says, and whether it is its answer; or that all text before was none, but a thought. */
export type Piece = { readonly kind: 'text' | 'reasoning'; readonly text: string } | { readonly kind: 'thought' };

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Parts what a model thinks aloud between `<think>` and `</think>` from its answer, wherever the stream cuts the two marks.
 * Only at the beginning of the answer: further down they are words like others. Where the first of them is `</think>`, the
 * server has put `<think>` at the end of the prompt, and all before was thought.
 */
export function thinkSplitter(): { take(text: string): Piece[]; end(): Piece[] } {
	let where: 'before' | 'inside' | 'unmarked' | 'after' = 'before';
	let held = '';
	const piece = (kind: 'text' | 'reasoning', text: string): Piece[] => (text === '' ? [] : [{ kind, text }]);
	const inside = (): Piece[] => {
		const close = held.indexOf(CLOSE);
		if (close >= 0) {
			const thought = held.slice(0, close);
			held = held.slice(close + CLOSE.length);
			where = 'after';
			return [...piece('reasoning', thought), ...after()];
		}
		const kept = overlap(held, CLOSE);
		const thought = held.slice(0, held.length - kept);
		held = held.slice(held.length - kept);
		return piece('reasoning', thought);
	};
	// The empty lines below the thoughts belong to neither.
	let bare = true;
	const after = (): Piece[] => {
		const text = bare ? held.trimStart() : held;
		if (text !== '') bare = false;
		held = '';
		return piece('text', text);
	};
	const unmarked = (): Piece[] => {
		const close = held.indexOf(CLOSE);
		const open = held.indexOf(OPEN);
		if (open >= 0 && (close < 0 || open < close)) {
			where = 'after';
			bare = false;
			return after();
		}
		if (close >= 0) return [{ kind: 'thought' }, ...inside()];
		const kept = Math.max(overlap(held, CLOSE), overlap(held, OPEN));
		const text = held.slice(0, held.length - kept);
		held = held.slice(held.length - kept);
		return piece('text', text);
	};
	return {
		take(text) {
			held += text;
			if (where === 'before') {
				const start = held.trimStart();
				if (start.startsWith(OPEN)) {
					held = start.slice(OPEN.length);
					where = 'inside';
				} else if (OPEN.startsWith(start)) return [];
				else where = 'unmarked';
			}
			return where === 'inside' ? inside() : where === 'unmarked' ? unmarked() : after();
		},
		end() {
			const rest = held;
			held = '';
			return piece(where === 'inside' ? 'reasoning' : 'text', where === 'before' && rest.trim() === '' ? '' : rest);
		},
	};
}

/** How many characters at the end of a text may be the beginning of a mark. */
function overlap(text: string, mark: string): number {
	for (let size = Math.min(text.length, mark.length - 1); size > 0; size--)
		if (text.endsWith(mark.slice(0, size))) return size;
	return 0;
}
