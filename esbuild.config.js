// Bundles the program into dist/: what is loaded late (the screen) stays apart, so that a verb never pays for it.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

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
	logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
await build({ ...common, entryPoints: ['source/cli.ts'], outdir: 'dist', splitting: true });
if (process.argv.includes('--bench')) {
	await build({ ...common, entryPoints: ['test/bench/bench.ts'], outdir: 'dist/bench', splitting: true });
}
