import { claimsOf } from '../../answer/claims.ts';
import { type Pointer, pointersIn } from '../../pointer.ts';
import { display } from '../../text.ts';
import { GLUE } from './flow.ts';

/** Stand in an annotated text behind a sentence that is not proven, and behind one that points nowhere. */
export const UNPROVEN = '\ufdd0';
export const UNCITED = '\ufdd1';

// Characters that Unicode keeps for such use and no text should hold; what a text holds of them is shown by number.
const RESERVED = /[\ufdd0-\ufdef]/g;

function shown(text: string): string {
	return display(text).replace(RESERVED, (found) => `⟨${found.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}

/**
 * A piece of an answer as the Markdown tokenizer is to see it: safe to show, its pointers in the short form `[E1]`, which
 * holds nothing that Markdown would take for its own, and a mark behind each sentence of those unproven.
 */
export function annotate(text: string, unproven: ReadonlySet<string>): string {
	const pointers = pointersIn(text);
	const changes: Change[] = pointers.map(({ name, start, end }) => ({ start, end, text: `[${name}]` }));
	changes.push(...doubtsIn(text, pointers, unproven));
	changes.sort((one, other) => one.end - other.end);
	let out = '';
	let from = 0;
	for (const change of changes) {
		const before = out + shown(text.slice(from, change.start));
		out = (change.start < change.end ? joined(before) : before) + change.text;
		from = change.end;
	}
	return out + shown(text.slice(from));
}

/** What stands in a text instead of what stood from `start` to `end`. */
interface Change {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

// A pointer on a line of its own, as the excerpt engine writes them, moves up behind what it proves.
function joined(before: string): string {
	const text = before.trimEnd();
	const parted = before.slice(text.length);
	const lineStart = text.slice(text.lastIndexOf('\n') + 1);
	if (/\n[^\n]*\n/.test(parted) || /^[\s>*+\-\d.)|#]*$/.test(lineStart)) return before;
	return text + GLUE;
}

/** A mark behind each doubtful sentence and the pointers that were to prove it. */
function doubtsIn(text: string, pointers: readonly Pointer[], unproven: ReadonlySet<string>): Change[] {
	if (unproven.size === 0) return [];
	const doubts: Change[] = [];
	let from = 0;
	for (const { sentence, pointers: own } of claimsOf(text)) {
		const start = text.indexOf(sentence, from);
		if (start >= 0) from = start + sentence.length;
		if (start < 0 || !unproven.has(sentence)) continue;
		let at = from;
		for (const pointer of pointers)
			if (pointer.start >= at && text.slice(at, pointer.start).trim() === '') at = pointer.end;
		doubts.push({ start: at, end: at, text: own.length > 0 ? UNPROVEN : UNCITED });
	}
	return doubts;
}
