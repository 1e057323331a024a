import { isObject, parsed } from '../json.ts';
import { type Shape, values } from './values.ts';

/** What a file turns out to hold, by its first bytes. */
export type Content =
	| { kind: 'values'; shape: Shape; sample: readonly unknown[] }
	/** With the columns of each table. */
	| { kind: 'database'; tables: ReadonlyMap<string, ReadonlySet<string>> }
	| { kind: 'zip' }
	| { kind: 'text'; head: string }
	| { kind: 'unreadable'; why: Unreadable };

/** Why nothing is read in a file, in the words after its name. */
export const UNREADABLE = {
	unknown: 'is no history that is known here',
	empty: 'is empty',
	'no-json': 'is no JSON that can be read',
	'no-database': 'is no database that can be read',
	zstd: 'is packed: unpack it with `zstd -d` first',
	gzip: 'is packed: unpack it with `gunzip` first',
	'inner-database': 'is a database in an archive: unpack it first',
	'inner-archive': 'is an archive in an archive: unpack it first',
} as const;
export type Unreadable = keyof typeof UNREADABLE;

/** So many values are looked at to tell what a file is. */
const SAMPLE = { array: 3, lines: 40, whole: 1 } as const;
const HEAD = 64 * 1024;

export async function contentOf(open: () => AsyncIterable<Buffer>): Promise<Content> {
	const head = await firstBytes(open());
	if (head.length === 0) return { kind: 'unreadable', why: 'empty' };
	const packed = packing(head);
	if (packed) return packed;
	const text = head.toString('utf8').replace(/^\ufeff/, '');
	const shape = shapeOf(text);
	if (shape === undefined) {
		return head.includes(0) ? { kind: 'unreadable', why: 'unknown' } : { kind: 'text', head: text };
	}
	const sample: unknown[] = [];
	let looked = 0;
	for await (const piece of values(open(), shape)) {
		if (piece.fault === undefined) sample.push(piece.value);
		if (++looked >= SAMPLE[shape]) break;
	}
	if (looked > 0 && sample.length === 0) return { kind: 'unreadable', why: 'no-json' };
	return { kind: 'values', shape, sample };
}

async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
	const parts: Buffer[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		length += chunk.length;
		if (length >= HEAD) break;
	}
	return Buffer.concat(parts).subarray(0, HEAD);
}

function packing(head: Buffer): Content | undefined {
	const magic = head.subarray(0, 4).toString('hex');
	if (head.subarray(0, 16).toString('latin1') === 'SQLite format 3\0') return { kind: 'database', tables: new Map() };
	if (magic === '504b0304' || magic === '504b0506') return { kind: 'zip' };
	if (magic === '28b52ffd') return { kind: 'unreadable', why: 'zstd' };
	if (magic.startsWith('1f8b')) return { kind: 'unreadable', why: 'gzip' };
	return undefined;
}

/** How JSON values stand in a text; undefined when it does not begin as JSON. */
function shapeOf(text: string): Shape | undefined {
	const [first = '', second = ''] = text.split('\n', 40).filter((line) => line.trim() !== '');
	const begins = first.trimStart()[0];
	if (begins === '[') return parsed(first) !== undefined && second.startsWith('[') ? 'lines' : 'array';
	if (begins !== '{') return undefined;
	// A first line that fills the whole head is one of many, or the only one: either way a line.
	if (second === '') return 'lines';
	return isObject(parsed(first)) || isObject(parsed(second)) ? 'lines' : 'whole';
}
