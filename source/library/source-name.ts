// A passage goes by `<path>:<line>`, its document by an absolute path or, in the handbook, by `handbook:<file>`.

const LINE = /:(\d+)$/;
const HANDBOOK = 'handbook:';

export function sourceName(path: string, line: number): string {
	return `${path}:${line}`;
}

/** The document's path of a passage's name. */
export function pathOf(source: string): string {
	return source.replace(LINE, '');
}

/** The line of a passage's name, from 1; 1 where it has none. */
export function lineOf(source: string): number {
	return Number(LINE.exec(source)?.[1] ?? 1);
}

/** The place in words: `line 14`, `handbook, line 14`. */
export function whereOf(path: string, line: number): string {
	return `${handbookFileOf(path) === undefined ? '' : 'handbook, '}line ${line}`;
}

/** The line of a place in words; undefined where they name none. */
function lineIn(where: string): number | undefined {
	const line = /(?:^|, )line (\d+)$/.exec(where)?.[1];
	return line === undefined ? undefined : Number(line);
}

/** A passage's name with the lines that its pointers name, in words, in place of its first: `<path>:14, 16`. */
export function quotedAt(source: string, wheres: readonly string[]): string {
	const lines = [...new Set(wheres.flatMap((where) => lineIn(where) ?? []))].sort((a, b) => a - b);
	return lines.length === 0 ? source : `${pathOf(source)}:${lines.join(', ')}`;
}

export function handbookName(file: string): string {
	return HANDBOOK + file;
}

/** The file of the handbook that a document goes by, or a passage; undefined for the user's own. */
export function handbookFileOf(name: string): string | undefined {
	return name.startsWith(HANDBOOK) ? pathOf(name.slice(HANDBOOK.length)) : undefined;
}
