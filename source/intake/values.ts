import { parsed } from '../json.ts';

// JSON of any size, value by value: memory holds one of them, and the whole text never becomes one string.

/** How the JSON values of a file stand in it: elements of one array, one per line, or a single one. */
export type Shape = 'array' | 'lines' | 'whole';

/** A value of a file, or why there is none. */
export type Piece = { value: unknown; fault?: undefined } | { value?: undefined; fault: 'too long' | 'not JSON' };

/** Bytes of the longest value that is read: of a line, and of any other. A longer one is counted and left out. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LONGEST_VALUE = 256 * 1024 * 1024;

type Chunks = AsyncIterable<Buffer>;

export function values(chunks: Chunks, shape: Shape, longest?: number): AsyncGenerator<Piece> {
	if (shape === 'array') return elements(chunks, longest ?? LONGEST_VALUE);
	return shape === 'lines' ? lines(chunks, longest ?? LONGEST_LINE) : whole(chunks, longest ?? LONGEST_VALUE);
}

/** What was gathered of one value, until it ends or is too long. */
class Gathering {
	#parts: Buffer[] = [];
	#length = 0;
	readonly #longest: number;

	constructor(longest: number) {
		this.#longest = longest;
	}

	add(part: Buffer): void {
		this.#length += part.length;
		if (this.#length > this.#longest) this.#parts = [];
		else if (part.length > 0) this.#parts.push(part);
	}

	/** The value, and the next one begins; nothing for white space. */
	take(): Piece | undefined {
		const parts = this.#parts;
		const length = this.#length;
		this.#parts = [];
		this.#length = 0;
		if (length > this.#longest) return { fault: 'too long' };
		const text = (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length)).toString('utf8');
		if (text.trim() === '') return undefined;
		const value = parsed(text);
		return value === undefined ? { fault: 'not JSON' } : { value };
	}
}

const NEWLINE = 0x0a;

async function* lines(chunks: Chunks, longest: number): AsyncGenerator<Piece> {
	const line = new Gathering(longest);
	for await (const chunk of withoutMark(chunks)) {
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
			line.add(chunk.subarray(start, end));
			const piece = line.take();
			if (piece) yield piece;
			start = end + 1;
		}
		line.add(Buffer.from(chunk.subarray(start)));
	}
	const last = line.take();
	if (last) yield last;
}

async function* whole(chunks: Chunks, longest: number): AsyncGenerator<Piece> {
	const all = new Gathering(longest);
	for await (const chunk of withoutMark(chunks)) all.add(chunk);
	const piece = all.take();
	if (piece) yield piece;
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];
const [BRACE_OPEN, BRACE_CLOSE] = [0x7b, 0x7d];

/** The elements of the one array that a file holds. */
async function* elements(chunks: Chunks, longest: number): AsyncGenerator<Piece> {
	const element = new Gathering(longest);
	let depth = 0;
	let inText = false;
	let escaped = false;
	for await (const chunk of withoutMark(chunks)) {
		let start = 0;
		for (let i = 0; i < chunk.length; i++) {
			const byte = chunk[i] as number;
			if (inText) {
				if (escaped) escaped = false;
				else if (byte === BACKSLASH) escaped = true;
				else if (byte === QUOTE) inText = false;
				continue;
			}
			if (byte === QUOTE) inText = true;
			else if (byte === BRACE_OPEN || byte === OPEN) {
				if (depth === 0) start = i + 1;
				depth++;
			} else if (byte === BRACE_CLOSE || byte === CLOSE) {
				depth--;
				if (depth > 0) continue;
				element.add(chunk.subarray(start, i));
				const piece = element.take();
				if (piece) yield piece;
				// What follows the array is no part of it.
				return;
			} else if (byte === COMMA && depth === 1) {
				element.add(chunk.subarray(start, i));
				const piece = element.take();
				if (piece) yield piece;
				start = i + 1;
			}
		}
		if (depth > 0) element.add(Buffer.from(chunk.subarray(start)));
	}
	// The file was cut: so is its last element.
	const cut = element.take();
	if (cut) yield cut;
}

/** Without the byte order mark that some programs put first. */
async function* withoutMark(chunks: Chunks): AsyncGenerator<Buffer> {
	let first = true;
	for await (const chunk of chunks) {
		yield first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
		first = false;
	}
}
