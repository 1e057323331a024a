// Pointers: `[E1 | <title> | <where>]`, the only thing that makes a citation. A document's own text is escaped wherever it
// is shown, so that it cannot forge one.

/** A pointer as it stands in an answer. */
export interface Pointer {
	/** `E1` */
	name: string;
	/** Empty for the short form `[E1]`, which a model writes. */
	title: string;
	/** Where it leads, in words; empty as the title is. */
	where: string;
	/** Character offsets in the answer. */
	start: number;
	end: number;
}

const FIELD = '((?:[^|\\]\\\\\\n]|\\\\.)*)';
const POINTER = new RegExp(`(?<!\\\\)\\[(E\\d{1,3})(?: \\| ${FIELD} \\| ${FIELD})?\\]`, 'g');

function escaped(field: string): string {
	return field.replace(/\s+/g, ' ').replace(/[\\|\]]/g, '\\$&');
}

function unescaped(field = ''): string {
	return field.replace(/\\(.)/g, '$1');
}

/** `[E1 | <title> | <where>]` */
export function pointer(name: string, title: string, where: string): string {
	return `[${name} | ${escaped(title)} | ${escaped(where)}]`;
}

/** A text in which nothing reads as a pointer. */
export function unpointed(text: string): string {
	return text.replace(/\[(?=E\d)/g, '\\[');
}

/** A document's words between typographic quotation marks, on one line, with nothing in them that reads as a pointer. */
export function quotation(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim().replaceAll('“', '‘').replaceAll('”', '’');
	return `“${unpointed(line)}”`;
}

/** Whole lines of code between fences, with the blank columns at their left taken off, and nothing that reads as a pointer. */
export function codeBlock(text: string): string {
	const lines = text.replaceAll('\r', '').split('\n');
	const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
	const code = unpointed(lines.map((line) => line.slice(margin).trimEnd()).join('\n'));
	const [fence] = /^(?:`{3,}|~{3,})/.exec(code) ?? [];
	if (fence === undefined) return `\`\`\`\n${code}\n\`\`\``;
	return code
		.split('\n')
		.slice(1)
		.some((line) => line.startsWith(fence))
		? code
		: `${code}\n${fence}`;
}

/** The pointers of an answer, in order. */
export function pointersIn(answer: string): Pointer[] {
	return [...answer.matchAll(POINTER)].map((found) => ({
		name: found[1] as string,
		title: unescaped(found[2]),
		where: unescaped(found[3]),
		start: found.index,
		end: found.index + found[0].length,
	}));
}

/** Where the pointers of one name lead, in words. */
export function wheresOf(pointers: readonly Pointer[], name: string): string[] {
	return pointers.filter((pointer) => pointer.name === name).map(({ where }) => where);
}

/** A text with something else in the place of each of its pointers. */
export function withPointersAs(text: string, made: (pointer: Pointer) => string): string {
	let out = '';
	let from = 0;
	for (const pointer of pointersIn(text)) {
		out += text.slice(from, pointer.start) + made(pointer);
		from = pointer.end;
	}
	return out + text.slice(from);
}
