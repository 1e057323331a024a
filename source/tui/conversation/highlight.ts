import type { HLJSApi, LanguageFn } from 'highlight.js';
import { Look, type Run, run } from './looks.ts';

type Loaded = { default: LanguageFn };

// One chunk each in the bundle, loaded when an answer first holds such code.
const LANGUAGES: Readonly<Record<string, () => Promise<Loaded>>> = {
	bash: () => import('highlight.js/lib/languages/bash'),
	c: () => import('highlight.js/lib/languages/c'),
	cpp: () => import('highlight.js/lib/languages/cpp'),
	css: () => import('highlight.js/lib/languages/css'),
	diff: () => import('highlight.js/lib/languages/diff'),
	go: () => import('highlight.js/lib/languages/go'),
	java: () => import('highlight.js/lib/languages/java'),
	javascript: () => import('highlight.js/lib/languages/javascript'),
	json: () => import('highlight.js/lib/languages/json'),
	python: () => import('highlight.js/lib/languages/python'),
	ruby: () => import('highlight.js/lib/languages/ruby'),
	rust: () => import('highlight.js/lib/languages/rust'),
	sql: () => import('highlight.js/lib/languages/sql'),
	typescript: () => import('highlight.js/lib/languages/typescript'),
	xml: () => import('highlight.js/lib/languages/xml'),
	yaml: () => import('highlight.js/lib/languages/yaml'),
};

const ALIASES: Readonly<Record<string, string>> = {
	'c++': 'cpp',
	console: 'bash',
	html: 'xml',
	js: 'javascript',
	jsx: 'javascript',
	mjs: 'javascript',
	patch: 'diff',
	py: 'python',
	rb: 'ruby',
	rs: 'rust',
	sh: 'bash',
	shell: 'bash',
	svg: 'xml',
	toml: 'yaml',
	ts: 'typescript',
	tsx: 'typescript',
	yml: 'yaml',
	zsh: 'bash',
};

const LOOKS: Readonly<Record<string, number>> = {
	keyword: Look.bold,
	'selector-tag': Look.bold,
	name: Look.bold,
	section: Look.bold,
	meta: Look.dim,
	comment: Look.dim | Look.italic,
	quote: Look.dim | Look.italic,
	string: Look.string,
	regexp: Look.string,
	addition: Look.string,
	attr: Look.plain,
	number: Look.literal,
	literal: Look.literal,
	symbol: Look.literal,
	deletion: Look.literal,
	title: Look.bright,
	built_in: Look.bright,
	type: Look.bright,
};

/**
 * Longer code, and code with a longer line, is shown without colours. The library's time grows with the square of both: up to
 * 0.05 s within these bounds, 2 s for one word of 16 KB.
 */
const LARGEST = 8 * 1024;
const LONG_LINE = /[^\n]{400}/;

let core: HLJSApi | undefined;
const asked = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let loads = 0;

/** Tells when a language has come, for what was drawn without it. */
export function onLanguage(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** How many languages have come: another number when something drawn before would look different now. */
export function languageLoads(): number {
	return loads;
}

/** Waits for what was asked for so far. */
export async function languagesLoaded(): Promise<void> {
	await Promise.all(asked.values());
}

async function load(name: string, language: () => Promise<Loaded>): Promise<void> {
	try {
		const [{ default: api }, { default: definition }] = await Promise.all([
			import('highlight.js/lib/core'),
			language(),
		]);
		core = api;
		core.registerLanguage(name, definition);
	} catch {
		return; // Without its file, code is shown plain.
	}
	loads++;
	for (const listener of listeners) listener();
}

/** The runs of each line of some code; undefined where it is shown plain. The first call for a language loads it. */
export function highlighted(code: string, language: string): Run[][] | undefined {
	const wanted = language.toLowerCase();
	const name = ALIASES[wanted] ?? wanted;
	const loader = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
	if (loader === undefined || code.length > LARGEST || LONG_LINE.test(code)) return undefined;
	if (!asked.has(name)) asked.set(name, load(name, loader));
	if (core?.getLanguage(name) === undefined) return undefined;
	return runsOf(core.highlight(code, { language: name, ignoreIllegals: true }).value);
}

const PIECE = /<span class="hljs-([\w-]+)[^>]*>|<\/span>|&(amp|lt|gt|quot|#x27);|\n|[^<&\n]+/g;
const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

// The library's documented output is HTML, in which nothing but its own spans is a tag.
function runsOf(html: string): Run[][] {
	const lines: Run[][] = [[]];
	const open: number[] = [Look.plain];
	for (const [piece, scope, entity] of html.matchAll(PIECE)) {
		const look = open.at(-1) ?? Look.plain;
		if (scope !== undefined) open.push(LOOKS[scope] ?? look);
		else if (piece === '</span>') open.pop();
		else if (piece === '\n') lines.push([]);
		else lines.at(-1)?.push(run(entity === undefined ? piece : (ESCAPED[entity] ?? piece), look));
	}
	return lines;
}
