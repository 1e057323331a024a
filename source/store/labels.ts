import { ArboristError } from '../errors.ts';
import { wellFormed } from '../text.ts';
import { isBatesEnd } from './bates.ts';

const LONGEST = 120;
const CONTROL_OR_BIDI = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const CONTROL_OR_BIDI_RUNS = new RegExp(`${CONTROL_OR_BIDI.source}+`, 'g');

/** Why a text is no label, in the words after "A label ..."; null when it is one. */
export function labelFault(label: string, of: 'turn' | 'session'): string | null {
	if (label.length === 0) return 'cannot be empty';
	if (label.length > LONGEST * 2 || [...label].length > LONGEST) return `has at most ${LONGEST} characters`;
	if (label !== trimmed(label)) return 'has no white space at its ends';
	if (CONTROL_OR_BIDI.test(label)) return 'holds no control or text-direction characters';
	if (of === 'turn' && /^\p{N}+$/u.test(label)) return 'of a turn is not only digits: that would read as a turn number';
	if (of === 'turn' && isBatesEnd(label)) return 'of a turn does not read as a bates id';
	return null;
}

/** The label as it will be stored; throws BAD_LABEL with the reason. */
export function checkedLabel(typed: string, of: 'turn' | 'session'): string {
	const label = trimmed(wellFormed(typed));
	const fault = labelFault(label, of);
	if (fault) throw new ArboristError('BAD_LABEL', `A label ${fault}.`, 'Use a short name, like: origin');
	return label;
}

/**
 * A label made of any text, as an import needs it: control and text-direction characters become spaces, the rest is cut.
 * Null when nothing is left.
 */
export function fittedLabel(text: string, of: 'turn' | 'session'): string | null {
	const clean = wellFormed(text.slice(0, LONGEST * 8)).replaceAll(CONTROL_OR_BIDI_RUNS, ' ');
	const cut = (label: string) => trimmed([...trimmed(label)].slice(0, LONGEST).join(''));
	const label = cut(clean);
	if (label === '') return null;
	// What would read as a number or an id gets a word before it.
	return labelFault(label, of) === null ? label : cut(`label ${label}`);
}

const BLANK = /[\s\u0085\u001c-\u001f]/;

/** White space of every kind is cut off, as readers in other languages trim it too. No regular expression: `\s+$` takes minutes for a megabyte of blanks. */
function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && BLANK.test(text.charAt(start))) start++;
	while (end > start && BLANK.test(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}
