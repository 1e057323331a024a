import { parsed } from '../json.ts';

// As much of YAML as programs write when they save plain data: maps and lists by indent, quoted and plain texts, blocks.

interface Line {
	indent: number;
	text: string;
}

/** What a text of YAML holds; texts stay texts, whatever they look like. Undefined when it is none. */
export function readYaml(text: string): unknown {
	const lines = text
		.split(/\r?\n/)
		.map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trimEnd() }));
	const reader = new Reader(lines);
	return reader.value(0, 0);
}

const KEY = /^([^\s"'#:-][^:]*|"[^"]*"|'[^']*'):(?:\s+(.*))?$/;
const DEEPEST = 32;

class Reader {
	readonly #lines: readonly Line[];
	#at = 0;

	constructor(lines: readonly Line[]) {
		this.#lines = lines;
	}

	/** The map, list or text that begins at or beyond an indent. */
	value(indent: number, depth: number): unknown {
		const line = this.#next();
		if (!line || line.indent < indent || depth > DEEPEST) return undefined;
		const text = line.text.trimStart();
		if (text === '-' || text.startsWith('- ')) return this.#list(line.indent, depth);
		if (KEY.test(text)) return this.#map(line.indent, depth);
		this.#at++;
		return this.#scalar(text, indent);
	}

	#next(): Line | undefined {
		while (this.#at < this.#lines.length && /^\s*(?:#.*|---|\.\.\.)?$/.test((this.#lines[this.#at] as Line).text))
			this.#at++;
		return this.#lines[this.#at];
	}

	#list(indent: number, depth: number): unknown[] {
		const list: unknown[] = [];
		for (let line = this.#next(); line?.indent === indent && /^\s*-(?: |$)/.test(line.text); line = this.#next()) {
			const rest = line.text.trimStart().slice(1).trimStart();
			if (rest === '') {
				this.#at++;
				list.push(this.value(indent + 1, depth + 1));
			} else if (KEY.test(rest)) list.push(this.#map(line.text.length - rest.length, depth + 1, rest));
			else {
				this.#at++;
				list.push(this.#scalar(rest, indent + 1));
			}
		}
		return list;
	}

	/** `first` stands in the line of a list's dash. */
	#map(indent: number, depth: number, first?: string): Record<string, unknown> {
		const map: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
		let begun = first;
		for (let line = this.#next(); line; line = this.#next()) {
			const text = begun ?? line.text.trimStart();
			if (begun === undefined && line.indent !== indent) break;
			begun = undefined;
			const [, key, rest = ''] = KEY.exec(text) ?? [];
			if (key === undefined) break;
			this.#at++;
			map[key.replace(/^(["'])(.*)\1$/, '$2')] =
				rest === '' ? this.#below(indent, depth) : this.#scalar(rest, indent + 1);
		}
		return map;
	}

	/** What stands under a key: deeper, or a list at the same depth. */
	#below(indent: number, depth: number): unknown {
		const line = this.#next();
		if (!line) return undefined;
		const isList = line.indent === indent && /^\s*-(?: |$)/.test(line.text);
		return line.indent > indent || isList ? this.value(line.indent, depth + 1) : undefined;
	}

	#scalar(text: string, indent: number): unknown {
		const block = /^([|>])([+-]?)(\d?)\s*$/.exec(text);
		if (block) return this.#block(block[1] === '>', block[2] !== '-', indent);
		let whole = text;
		const quote = text[0];
		// A text in quotes may go on in the next lines, until its closing quote.
		if (quote === '"' || quote === "'") {
			while (!closed(whole, quote) && this.#at < this.#lines.length) {
				const line = (this.#lines[this.#at++] as Line).text.trim();
				whole = whole.endsWith('\\') ? whole.slice(0, -1) + line : `${whole}${line === '' ? '\n' : ' '}${line}`;
			}
			if (quote === "'") return whole.slice(1, -1).replaceAll("''", "'");
			return (
				parsed(whole.replace(/\\x([0-9a-fA-F]{2})/g, '\\u00$1').replaceAll('\\e', '\\u001b')) ?? whole.slice(1, -1)
			);
		}
		for (
			let line = this.#next();
			line && line.indent >= indent && !KEY.test(line.text.trim()) && !/^\s*-(?: |$)/.test(line.text);
			line = this.#next()
		) {
			whole += ` ${line.text.trim()}`;
			this.#at++;
		}
		return whole === 'null' || whole === '~' ? null : whole;
	}

	#block(folded: boolean, keepEnd: boolean, indent: number): string {
		const lines: string[] = [];
		const first = this.#lines.slice(this.#at).find(({ text }) => text !== '');
		const own = Math.max(indent, first?.indent ?? indent);
		for (; this.#at < this.#lines.length; this.#at++) {
			const line = this.#lines[this.#at] as Line;
			if (line.text !== '' && line.indent < own) break;
			lines.push(line.text.slice(own));
		}
		while (lines.at(-1) === '') lines.pop();
		return lines.join(folded ? ' ' : '\n') + (keepEnd ? '\n' : '');
	}
}

function closed(text: string, quote: string): boolean {
	if (text.length < 2 || !text.endsWith(quote)) return false;
	const inner = text.slice(1, -1);
	if (quote === "'") return !inner.replaceAll("''", '').includes("'");
	return /(?:^|[^\\])(?:\\\\)*$/.test(inner);
}
