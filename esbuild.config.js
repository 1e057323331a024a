// Bundles the program into dist/: what is loaded late (the screen) stays apart, so that a verb never pays for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';

/** Ink measures every line of every frame with these two; ours say the same and are many times faster (source/tui/screen/fast). */
const fastMeasuring = {
	name: 'fast-measuring',
	setup({ onResolve }) {
		onResolve({ filter: /^(string-width|@alcalzone\/ansi-tokenize)$/ }, ({ path, importer }) => {
			// Our own modules hold the originals, and wrap-ansi carries another version.
			if (/[\\/]source[\\/]tui[\\/]screen[\\/]|[\\/]wrap-ansi[\\/]/.test(importer)) return undefined;
			return { path: new URL(`source/tui/screen/fast/${path.split('/').at(-1)}.ts`, import.meta.url).pathname };
		});
	},
};

const YOGA = 'node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js';
const [YOGA_BYTES] = /(?<=;base64,)[^"]+/.exec(readFileSync(new URL(YOGA, import.meta.url), 'utf8'));

/** Yoga's own loading waits, which a CommonJS module cannot; its 70 KB are compiled at once instead. */
const compiledYoga = `((library) => (loadYoga(library), library))({
	instantiateWasm(imports, receive) {
		const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from('${YOGA_BYTES}', 'base64')), imports);
		receive(instance);
		return instance.exports;
	},
})`;

const segmenter = '{ segment: (text) => (globalThis.__segmenter ??= new Intl.Segmenter()).segment(text) }';
const allEmoji = String.raw`/^\p{RGI_Emoji}$/v`;
const late = (pattern) => `{ test(text) { return (this.made ??= ${pattern}).test(text); } }`;

/** What libraries do as they are loaded and nothing here needs: a third of a start. */
const EDITS = [
	// Three libraries make a segmenter, which a screen of ordinary text never asks.
	[/string-width[\\/]index\.js$/, 'new Intl.Segmenter()', segmenter],
	[/slice-ansi[\\/]tokenize-ansi\.js$/, "new Intl.Segmenter(undefined, {granularity: 'grapheme'})", segmenter],
	[
		/ansi-tokenize[\\/]build[\\/]tokenize\.js$/,
		'new Intl.Segmenter(undefined, { granularity: "grapheme" })',
		segmenter,
	],
	// A pattern of every emoji takes V8 eight milliseconds.
	[/(?<!wrap-ansi[\\/]node_modules[\\/])string-width[\\/]index\.js$/, allEmoji, late(allEmoji)],
	// React's developer tools are waited for when DEV is set; they are no part of the program.
	[/ink[\\/]build[\\/]reconciler\.js$/, 'isDev()', 'false'],
	[/yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/, 'await loadYoga()', compiledYoga],
	[/yoga-wasm-base64-esm\.js$/, YOGA_BYTES, ''],
	// Meow brings npm's checks of package.json, lists of licences and all, for a field that nobody asks for.
	[/meow[\\/]build[\\/]dependencies\.js$/, 'var normalizeExports = requireNormalize();', 'var normalizeExports = {};'],
	// It prepares to run another program, and never does.
	[/meow[\\/]build[\\/]dependencies\.js$/, 'promisify(execFile);', ''],
	// The search for a compiled binding, in twenty places, of which npm uses one.
	[
		/better-sqlite3[\\/]lib[\\/]database\.js$/,
		"require('bindings')('better_sqlite3.node')",
		"require('better-sqlite3/build/Release/better_sqlite3.node')",
	],
];

const lightStart = {
	name: 'light-start',
	setup({ onLoad }) {
		onLoad({ filter: /node_modules/ }, ({ path }) => {
			const edits = EDITS.filter(([file]) => file.test(path));
			if (edits.length === 0) return undefined;
			const contents = edits.reduce(
				(text, [, from, to]) => {
					if (!text.includes(from)) throw new Error(`${path} no longer holds ${from.slice(0, 80)}`);
					return text.replaceAll(from, () => to);
				},
				readFileSync(path, 'utf8'),
			);
			return { contents };
		});
	},
};

const common = {
	bundle: true,
	platform: 'node',
	format: 'esm',
	target: 'node20.19',
	define: { 'process.env.NODE_ENV': '"production"' },
	logLevel: 'warning',
};

/** esbuild leaves them in patterns; a text of ASCII alone is read and kept in half the time and memory. */
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const REQUIRED = /^var (import_\w+) = ((?:__toESM\()?require\("[^"]+"\)(?:, 1)?\)?);$/gm;

/** What a module requires is loaded when it is first used, and not at all by a command that does without it. */
function atFirstUse(code) {
	const names = new Set([...code.matchAll(REQUIRED)].map(([, name]) => name));
	const late = code.replace(REQUIRED, 'var $1 = () => { const made = $2; $1 = () => made; return made; };');
	const member = /\b(import_\w+)\.([\w$]+)/g;
	return late.replace(member, (whole, name, own) => (names.has(name) ? `(${name}().${own})` : whole));
}

/**
 * Modules that Node's `require` and bin/load.js can run alike: esbuild splits only ECMAScript modules, so each is turned
 * afterwards. In all but dist/query.js, which has a public name, the name carries a hash of the text.
 */
async function bundle() {
	const { outputFiles } = await build({
		...common,
		entryPoints: { 'cli-main': 'source/cli.ts', query: 'source/query/package.ts' },
		outdir: 'dist',
		splitting: true,
		write: false,
		external: ['better-sqlite3/build/*'],
		define: { ...common.define, 'import.meta.url': '__url' },
		plugins: [fastMeasuring, lightStart],
	});
	const texts = new Map();
	for (const { path, text } of outputFiles) {
		const { code } = await transform(text, {
			format: 'cjs',
			platform: 'node',
			target: common.target,
			supported: { 'dynamic-import': false },
			banner: text.includes('__url') ? "const __url = require('node:url').pathToFileURL(__filename).href;" : '',
		});
		texts.set(basename(path), atFirstUse(code).replace(/[^\0-\x7f]/g, escaped));
	}
	const main = texts.get('cli-main.js');
	const name = `main-${createHash('sha256').update(main).digest('hex').slice(0, 8)}.js`;
	texts.delete('cli-main.js');
	return texts
		.set(name, main)
		.set('package.json', '{ "type": "commonjs" }\n')
		.set('cli.js', `require('../bin/load.js').load('${name}');\n`);
}

/**
 * A first session in a terminal of its own, after which what V8 has compiled of the program is kept beside it. Without it
 * the program runs all the same, and starts slower.
 */
async function warm() {
	const { spawn } = await import('node-pty');
	const program = `
		const { renameSync, writeFileSync } = require('node:fs');
		process.on('exit', () => {
			for (const { script, compiledFile } of require('./bin/load.js').loaded.values()) {
				writeFileSync(compiledFile + process.pid, script.createCachedData(), { flush: true });
				renameSync(compiledFile + process.pid, compiledFile);
			}
		});
		require('./bin/arborist.js');
	`;
	const keys = ['\u001b', 'j', 'k', '\u0003\u0003'];
	const terminal = spawn(process.execPath, ['-e', program, '--', 'arborist', 'demo'], {
		name: 'xterm-256color',
		cols: 120,
		rows: 40,
		env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', COLORTERM: 'truecolor' },
	});
	terminal.onData((bytes) => {
		if (bytes.includes('\u001b[?2026l')) terminal.write(keys.shift() ?? '');
	});
	const patience = setTimeout(() => terminal.kill(), 30_000);
	await new Promise((resolve) => terminal.onExit(resolve));
	clearTimeout(patience);
}

const files = await bundle();
mkdirSync('dist', { recursive: true });
for (const [name, text] of files) writeFileSync(`dist/${name}`, text);
await warm();
// Leftovers go a day later: a program that runs meanwhile must not find half of itself gone.
const yesterday = Date.now() - 24 * 3_600_000;
for (const name of readdirSync('dist')) {
	const [module] = name.split('.v8-');
	if (name.includes('.js') && !files.has(module) && statSync(`dist/${name}`).mtimeMs < yesterday)
		rmSync(`dist/${name}`);
}
// The types of `arborist/query`, whose users are other programs. They are made in spite of a fault in the types, which is
// for `npm run check:types` to refuse.
spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.query.json'], { stdio: 'inherit' });
if (process.argv.includes('--bench')) {
	await build({
		...common,
		external: ['better-sqlite3', 'esbuild', 'node-pty'],
		// Bundled CommonJS packages ask for Node's modules with require.
		banner: {
			js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
		},
		plugins: [fastMeasuring],
		entryPoints: ['test/bench/bench.ts'],
		outdir: 'dist/bench',
		// The folder above says that its modules are CommonJS.
		outExtension: { '.js': '.mjs' },
		splitting: true,
	});
}
