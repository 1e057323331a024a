// Bundles the program into dist/: what is loaded late (the screen) stays apart, so that a verb never pays for it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

/** Ink measures every line of every frame with these two; ours say the same and are many times faster (source/tui/screen/fast). */
const fastMeasuring = {
	name: 'fast-measuring',
	setup({ onResolve }) {
		onResolve({ filter: /^(string-width|@alcalzone\/ansi-tokenize)$/ }, ({ path, importer }) => {
			// Our own modules hold the originals, and wrap-ansi carries another version.
			if (/[\\/]source[\\/]tui[\\/]screen[\\/]|[\\/]wrap-ansi[\\/]/.test(importer)) return undefined;
			return { path: new URL(`source/tui/screen/fast/${path.split('/').at(-1)}.ts`, import.meta.url).pathname };
		});
		// Ink asks for React's developer tools only when DEV is set; they are no part of the program.
		onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'react-devtools-core', namespace: 'empty' }));
	},
};

/** What libraries do as they are loaded and nothing here needs: without it a start costs a third less. */
const lightStart = {
	name: 'light-start',
	setup({ onLoad }) {
		const replace = (filter, from, to) =>
			onLoad({ filter }, ({ path }) => {
				const text = readFileSync(path, 'utf8');
				if (!text.includes(from)) throw new Error(`${path} no longer holds ${from}`);
				return { contents: text.replaceAll(from, to) };
			});
		// Three libraries make a segmenter as they are loaded, which a screen of ordinary text never asks.
		const segmenter = '{ segment: (text) => (globalThis.__segmenter ??= new Intl.Segmenter()).segment(text) }';
		replace(/string-width[\\/]index\.js$/, 'new Intl.Segmenter()', segmenter);
		const grapheme = (quote) => `new Intl.Segmenter(undefined, ${quote})`;
		replace(/slice-ansi[\\/]tokenize-ansi\.js$/, grapheme("{granularity: 'grapheme'}"), segmenter);
		replace(/ansi-tokenize[\\/]build[\\/]tokenize\.js$/, grapheme('{ granularity: "grapheme" }'), segmenter);
		// Yoga fetches a data: URL, for which Node loads its whole HTTP client; without fetch it decodes it itself.
		replace(/yoga-wasm-base64-esm\.js$/, 'typeof fetch', '"undefined"');
		// Meow brings npm's checks of package.json, lists of licences and all, for a field that nobody asks for.
		replace(
			/meow[\\/]build[\\/]dependencies\.js$/,
			'var normalizeExports = requireNormalize();',
			'var normalizeExports = {};',
		);
	},
};

const emptyModules = {
	name: 'empty-modules',
	setup({ onLoad }) {
		onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
	},
};

const common = {
	bundle: true,
	platform: 'node',
	format: 'esm',
	target: 'node20.19',
	external: ['better-sqlite3'],
	// Bundled CommonJS packages ask for Node's modules with require.
	banner: {
		js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
	},
	define: { 'process.env.NODE_ENV': '"production"' },
	plugins: [fastMeasuring, lightStart, emptyModules],
	logLevel: 'warning',
};

const { metafile } = await build({
	...common,
	entryPoints: { cli: 'source/cli.ts', query: 'source/query/package.ts' },
	outdir: 'dist',
	splitting: true,
	metafile: true,
});
// Leftovers go afterwards: a program that runs meanwhile must not find half of itself gone.
for (const name of readdirSync('dist')) {
	if (name.endsWith('.js') && metafile.outputs[`dist/${name}`] === undefined) rmSync(`dist/${name}`);
}
// The types of `arborist/query`, whose users are other programs. They are made in spite of a fault in the types, which is
// for `npm run check:types` to refuse.
spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.query.json'], { stdio: 'inherit' });
if (process.argv.includes('--bench')) {
	const external = [...common.external, 'esbuild', 'node-pty'];
	await build({ ...common, external, entryPoints: ['test/bench/bench.ts'], outdir: 'dist/bench', splitting: true });
}
