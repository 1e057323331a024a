import { basename, extname } from 'node:path';
import { headingsOf } from './headings.ts';
import { readHtml } from './html.ts';
import type { Reading } from './passages.ts';

// Which reader understands which file, by the end of its name.

const PROSE = new Set([
	'',
	'.md',
	'.markdown',
	'.mdx',
	'.txt',
	'.text',
	'.rst',
	'.org',
	'.adoc',
	'.tex',
	'.me',
	'.1st',
]);
const HTML = new Set(['.html', '.htm', '.xhtml']);

// Known without a look inside; other binary files are recognised by their bytes.
const BINARY = new Set(
	(
		'png jpg jpeg gif webp bmp ico tif tiff mp3 mp4 mov avi mkv ogg wav flac zip gz tgz bz2 xz zst 7z rar jar war class ' +
		'so o a dll exe bin dat db sqlite pyc woff woff2 ttf otf eot wasm node iso dmg deb rpm'
	)
		.split(' ')
		.map((end) => `.${end}`),
);
const WITHOUT_READER = new Set(['.pdf', '.doc', '.docx', '.odt', '.epub', '.rtf', '.xls', '.xlsx', '.ppt', '.pptx']);

/** Why a file of this name cannot be read at all; undefined when it may be. */
export function unreadableKind(path: string): string | undefined {
	const end = extname(path).toLowerCase();
	if (WITHOUT_READER.has(end)) return `there is no reader for ${end} files yet`;
	return BINARY.has(end) ? 'binary' : undefined;
}

/** Without an ending, and yet no prose. */
const LINES_BY_NAME =
	/^(?:\.|(?:gnu)?makefile|dockerfile|containerfile|jenkinsfile|rakefile|gemfile|procfile|vagrantfile)/i;

/** How a document of this name is read: with a markup's marks in it, as a page without any, or line by line. */
export function formOf(name: string): 'markup' | 'page' | 'lines' {
	const end = extname(name).toLowerCase();
	if (HTML.has(end)) return 'page';
	return PROSE.has(end) && !LINES_BY_NAME.test(basename(name)) ? 'markup' : 'lines';
}

/**
 * Reads a document's text: its title, its headings, and what is to be quoted.
 * @param name The file's own name, the title of last resort.
 */
export function read(name: string, content: string): Reading {
	const form = formOf(name);
	if (form === 'page') return readHtml(name, content);
	const identity = { text: content, origin: (offset: number) => offset };
	// Source code, JSON and CSV: lines, and no title but the file's name.
	if (form === 'lines') return { ...identity, title: name, headings: [], lines: true };
	const headings = headingsOf(content, extname(name).toLowerCase());
	const [first] = headings;
	const titled = first !== undefined && headings.every((heading) => heading === first || heading.level > first.level);
	return { ...identity, title: titled ? first.title : name, headings, lines: false };
}
