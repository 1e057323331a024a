import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { shortSid, size } from '../../commands/phrases.ts';
import { type ExportOf, exported } from '../../export/export.ts';
import type { ExportFormat } from '../../export/formats.ts';
import { writeNew } from '../../new-file.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { openActs } from './acts.ts';
import { turnAtCursor } from './place.ts';

/** Larger files are not made just to say how large they would be. */
const LARGEST_PREVIEW = 2 * 1024 * 1024;

/** Characters. */
const BEGINNING = 4000;
const FRONT_MATTER = /^---\n.*?\n---\n/s;

const CHOICES: readonly (readonly [what: 'path' | 'branch' | 'session', format: ExportFormat, words: string])[] = [
	['path', 'md', 'this turn and all above it, Markdown'],
	['branch', 'md', 'the whole branch, Markdown'],
	['branch', 'html', 'the whole branch, a web page'],
	['session', 'html', 'this session, a web page'],
	['session', 'json', 'this session, JSON'],
	['path', 'jsonl', 'this path as messages, for other tools'],
	['session', 'bundle', 'this session as a bundle, which import reads'],
];

/** Asks what of the turn at the cursor to hand out, and shows how large each would be. */
export function openExport(desk: Desk): void {
	const { sid } = desk.state();
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	const offers = CHOICES.flatMap(([what, format, words]) => {
		const of = wanted(what, turn?.bates, turn?.sid ?? sid);
		return of ? [{ of, format, words }] : [];
	});
	const acts = offers.map(({ of, format, words }) => {
		const made = () => exported(desk.forest, of, format);
		const run = () => write(desk, of, format, made());
		return { text: words, right: sizeText(made()), begins: beginningOf(made()), run };
	});
	openActs(desk, 'export', 'export into the folder you are in', acts);
}

function wanted(what: 'path' | 'branch' | 'session', bates: string | undefined, sid: string): ExportOf | undefined {
	if (what === 'session') return { sid };
	if (bates === undefined) return undefined;
	return what === 'path' ? { path: bates } : { branch: bates };
}

type Parts = ReturnType<typeof exported>;

function sizeText(parts: Parts): string {
	let bytes = 0;
	for (const part of parts) {
		bytes += Buffer.byteLength(part);
		if (bytes > LARGEST_PREVIEW) return `over ${size(LARGEST_PREVIEW)}`;
	}
	return size(bytes);
}

/** The first lines that say something, as far as a screen could show. */
function beginningOf(parts: Parts): string[] {
	let text = '';
	for (const part of parts) {
		text += part.slice(0, BEGINNING);
		if (text.length >= BEGINNING) break;
	}
	const lines = text.slice(0, BEGINNING).replace(FRONT_MATTER, '').split('\n');
	return lines.filter((line) => line.trim() !== '').slice(0, 40);
}

/** Under the first name that is free: nothing is ever overwritten. Throws what `writeNew` throws. */
function write(desk: Desk, of: ExportOf, format: ExportFormat, parts: Parts): void {
	const id = of === 'all' ? 'all' : 'sid' in of ? shortSid(of.sid) : ('path' in of ? of.path : of.branch).slice(-15);
	const name = freeName(`arborist-${id}.${format}`);
	const bytes = writeNew(name, parts);
	say(desk, `Written: ${name}, ${size(bytes)}`, 'good');
}

function freeName(name: string): string {
	const ending = extname(name);
	for (let i = 1; ; i++) {
		const each = i === 1 ? name : `${name.slice(0, -ending.length)}-${i}${ending}`;
		if (!existsSync(each)) return each;
	}
}
