/**
 * Text on its way in and on its way out.
 *
 * In: `wellFormed` gives the one form that is hashed and stored.
 * Out: `display` is the only way for anyone's text to a terminal, `safeJson` the only way to JSON output.
 */

/** Lone surrogates become U+FFFD and NUL is dropped, since neither survives SQLite unchanged. Nothing else is normalised. */
export function wellFormed(text: string): string {
	const whole = text.toWellFormed();
	return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}

// Characters that act on a terminal, reorder what is read, or hide: C0 but newline and tab, DEL, C1, line and paragraph
// separators, bidi marks, embeddings, overrides and isolates, invisible spaces, interlinear marks, tag characters. The flag
// of a region (a black flag spelled out in tag characters) stands first, so that it is matched whole and kept.
const FLAG_OR_UNSAFE =
	/\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f}|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** A visible stand-in: the Unicode picture of a C0 control or DEL, else the code point in brackets. */
function visible(character: string): string {
	const code = character.codePointAt(0) as number;
	if (code < 0x20) return String.fromCharCode(0x2400 + code);
	if (code === 0x7f) return '\u2421';
	return `⟨${code.toString(16).toUpperCase().padStart(2, '0')}⟩`;
}

/**
 * Makes text of any origin safe to write to a terminal. CRLF becomes a newline; newlines and tabs stay; every other
 * character that would act, reorder or hide becomes a visible symbol. Nothing is deleted, and display(display(x)) = display(x).
 */
export function display(text: string): string {
	return text
		.toWellFormed()
		.replaceAll('\r\n', '\n')
		.replace(FLAG_OR_UNSAFE, (found) => (found.startsWith('\u{1f3f4}') ? found : visible(found)));
}

/** `display` for a text that comes in pieces: a CRLF that is cut in two is one line end all the same. */
export function displayInPieces(): (piece: string) => string {
	let held = '';
	return (piece) => {
		const text = held + piece;
		held = text.endsWith('\r') ? '\r' : '';
		return display(text.slice(0, text.length - held.length));
	};
}

/** `display` for a place that holds one line: line breaks and tabs become a single space. */
export function displayLine(text: string): string {
	return display(text).replace(/\s+/g, (run) => (/[\n\t]/.test(run) ? ' ' : run));
}

/** At most `columns` code points of a line, the cut marked by an ellipsis. */
export function shorten(line: string, columns: number): string {
	const points = [...line.slice(0, columns * 2 + 2)];
	return points.length <= columns ? line : `${points.slice(0, columns - 1).join('')}…`;
}

const JSON_UNSAFE =
	/[\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/**
 * JSON that is safe to print: controls, DEL, C1 and bidi characters are `\u` escapes; it parses back to the same value.
 * @param indent 0 for one line.
 */
export function safeJson(value: unknown, indent = 2): string {
	return JSON.stringify(value, null, indent).replace(JSON_UNSAFE, (found) =>
		found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	);
}
