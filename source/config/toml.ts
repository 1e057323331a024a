import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';

/** Something in the file to tell its owner about. Line 0 is the file as a whole. */
export interface Problem {
	readonly line: number;
	readonly message: string;
}

type Plain = string | number | boolean | Date;

/** A value, and where it stands. */
export interface Value {
	readonly line: number;
	readonly value: Plain | readonly Value[];
}

/** One setting: the tables and dotted keys that lead to it, outermost first, and its value. */
export interface Setting extends Value {
	readonly path: readonly string[];
}

/** A table as the file opens it, which may hold nothing. */
interface Table {
	readonly path: readonly string[];
	readonly line: number;
	/** Whether it stands in double brackets, one of a list. */
	readonly listed: boolean;
}

export interface Toml {
	readonly settings: readonly Setting[];
	readonly tables: readonly Table[];
}

/** Reads a TOML file flat, each setting with its line; a file that is not TOML gives its first problem. */
export function parseToml(text: string): Toml | Problem {
	try {
		const [top] = parseTOML(text.replace(/^\ufeff/, ''), { tomlVersion: '1.0' }).body;
		return read(top);
	} catch (error) {
		if (error instanceof ParseError) return { line: lineOf(error, text), message: `This is not TOML: ${said(error)}.` };
		// What nests too deep ends the parser's stack.
		return { line: 0, message: `This cannot be read as TOML: ${said(error)}.` };
	}
}

// The parser notices that a line ends too early where the next one begins.
const ENDS_EARLY = /same line|^No newlines|^Unterminated table/;

function lineOf({ lineNumber, column, message }: ParseError, text: string): number {
	const above = text.split(/\r?\n/)[lineNumber - 2] ?? '';
	const early = column === 0 && (ENDS_EARLY.test(message) || /=\s*(#.*)?$/.test(above));
	return early ? Math.max(1, lineNumber - 1) : lineNumber;
}

function said(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return (message.charAt(0).toLowerCase() + message.slice(1)).replace(/\.$/, '');
}

function read(top: AST.TOMLTopLevelTable): Toml {
	const settings: Setting[] = [];
	const tables: Table[] = [];
	for (const node of top.body) {
		if (node.type === 'TOMLKeyValue') settings.push(...settingsOf(node, []));
		else {
			const path = pathOf(node.key);
			tables.push({ path, line: node.loc.start.line, listed: node.kind === 'array' });
			settings.push(...node.body.flatMap((pair) => settingsOf(pair, path)));
		}
	}
	return { settings, tables };
}

function settingsOf(pair: AST.TOMLKeyValue, within: readonly string[]): Setting[] {
	const path = [...within, ...pathOf(pair.key)];
	if (pair.value.type === 'TOMLInlineTable') return pair.value.body.flatMap((inner) => settingsOf(inner, path));
	return [{ path, ...worth(pair.value), line: pair.loc.start.line }];
}

function pathOf({ keys }: AST.TOMLKey): string[] {
	return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
}

function worth(node: AST.TOMLContentNode): Value {
	const { line } = node.loc.start;
	if (node.type === 'TOMLArray') return { line, value: node.elements.map(worth) };
	// A table within a list is nothing any setting takes: its settings stand for it, as values.
	if (node.type === 'TOMLInlineTable') return { line, value: node.body.map(({ value }) => worth(value)) };
	return { line, value: node.value };
}
