import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

// What the screen is compared with: the tree and the answer beside it as one writes them in Ink, a Box with its Texts for
// each row that can be seen, on stock Ink. Only rows in sight are made, as every list of that length does it.

const SOURCE = `
	import { Box, render, Text, useInput, useStdout } from 'ink';
	import { createElement as e, useState } from 'react';
	const COUNT = 100000;
	const words = 'who drew the costume and the web shooters of the character that first appeared in august'.split(' ');
	const question = (i) => Array.from({ length: 7 }, (_, k) => words[(i * 7 + k * 3) % words.length]).join(' ');
	const answer = (i) => Array.from({ length: 160 }, (_, k) => words[(i * 5 + k * 7) % words.length]).join(' ');
	function Row({ index, cursor }) {
		const here = index === cursor;
		return e(Box, null,
			e(Text, { dimColor: true }, index % 3 === 0 ? '├ ' : '│ '),
			e(Box, { flexGrow: 1 }, e(Text, { inverse: here, bold: here, wrap: 'truncate' }, question(index))),
			e(Text, { color: 'yellow' }, index % 5 === 0 ? '⚑ ' : ''),
			e(Text, { dimColor: true }, index % 4 + '/4'));
	}
	function List() {
		const { stdout } = useStdout();
		const [cursor, setCursor] = useState(0);
		useInput((input) => {
			for (const key of input) setCursor((at) => Math.max(0, Math.min(COUNT - 1, at + (key === 'j' ? 1 : key === 'k' ? -1 : 0))));
		});
		const height = stdout.rows - 4;
		const top = Math.max(0, cursor - Math.floor(height / 2));
		const rows = Array.from({ length: height }, (_, i) => e(Row, { key: top + i, index: top + i, cursor }));
		return e(Box, { flexDirection: 'column', width: stdout.columns, height: stdout.rows - 1 },
			e(Text, { bold: true }, 'a list of ' + COUNT),
			e(Box, { height },
				e(Box, { flexDirection: 'column', width: Math.floor(stdout.columns * 0.4), overflow: 'hidden' }, rows),
				e(Box, { flexDirection: 'column', flexGrow: 1, paddingLeft: 2 },
					e(Text, { bold: true }, question(cursor)), e(Text, null, answer(cursor)))),
			e(Text, { dimColor: true }, 'j down  k up'));
	}
	render(e(List));
`;

/** Bundles the list into a folder; gives back its file. */
export function plainList(folder: string): string {
	const outfile = join(folder, 'plain-list.mjs');
	const nothing = join(folder, 'nothing.mjs');
	writeFileSync(nothing, 'export default {}');
	buildSync({
		stdin: { contents: SOURCE, resolveDir: fileURLToPath(new URL('../..', import.meta.url)), loader: 'js' },
		bundle: true,
		platform: 'node',
		format: 'esm',
		outfile,
		// React's developer tools are used only when DEV is set.
		alias: { 'react-devtools-core': nothing },
		banner: {
			js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
		},
		define: { 'process.env.NODE_ENV': '"production"' },
		logLevel: 'error',
	});
	return outfile;
}
