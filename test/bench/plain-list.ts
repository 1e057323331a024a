import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

// What the screen is compared with: the same screen as one writes it in Ink, a Box with its Texts for each row that can be
// seen, on stock Ink and React as it is in production. Only rows in sight are made, as every list of that length does it.

const SOURCE = `
	import { Box, render, Text, useInput, useStdout } from 'ink';
	import { createElement as e, useState } from 'react';
	const COUNT = 100000;
	const words = 'who drew the costume and the web shooters of the character that first appeared in august'.split(' ');
	const question = (i) => Array.from({ length: 7 }, (_, k) => words[(i * 7 + k * 3) % words.length]).join(' ');
	const answer = (i) => Array.from({ length: 160 }, (_, k) => words[(i * 5 + k * 7) % words.length]).join(' ');
	const dim = (text) => e(Text, { dimColor: true }, text);
	function Row({ index, cursor }) {
		const here = index === cursor;
		return e(Box, null,
			dim('  │ '.repeat(1 + index % 2)),
			dim(index % 3 === 0 ? '├ ' : '╰ '),
			e(Text, null, index % 7 === 0 ? '▸ ' : ''),
			e(Box, { flexGrow: 1 }, e(Text, { inverse: here, bold: here, wrap: 'truncate' }, question(index))),
			e(Text, { color: 'yellow' }, index % 5 === 0 ? ' ⚑ origin' : ''),
			dim(index % 11 === 0 ? ' [from 9c1d02aa]' : ''),
			dim(' ' + (1 + index % 2) + '/2'),
			e(Text, { color: 'cyan', bold: true }, index % 13 === 0 ? ' ◂' : ''));
	}
	const SOURCES = [1, 2, 3].map((n) => e(Box, { key: n },
		e(Text, { color: 'green' }, '✓ '), dim(n + '  '), e(Box, { width: 30 }, e(Text, { wrap: 'truncate' }, question(n))), dim('notes.md:' + n)));
	const HINTS = ['enter stand here', 'a ask', 'e edit', 'r again', '/ find', 'b next branch', 'm label', 's inspect', '? help'].map((hint) => {
		const [key, ...rest] = hint.split(' ');
		return e(Box, { key: hint, marginRight: 2 }, e(Text, { bold: true }, key + ' '), dim(rest.join(' ')));
	});
	function List() {
		const { stdout } = useStdout();
		const [cursor, setCursor] = useState(0);
		useInput((input) => {
			for (const key of input) setCursor((at) => Math.max(0, Math.min(COUNT - 1, at + (key === 'j' ? 1 : key === 'k' ? -1 : 0))));
		});
		const height = stdout.rows - 6;
		const width = Math.floor(stdout.columns * 0.4);
		const top = Math.max(0, cursor - Math.floor(height / 2));
		const rows = Array.from({ length: height }, (_, i) => e(Row, { key: top + i, index: top + i, cursor }));
		return e(Box, { flexDirection: 'column', width: stdout.columns, height: stdout.rows - 1 },
			e(Box, { justifyContent: 'space-between' }, e(Text, { bold: true }, 'a list of ' + COUNT), dim('excerpt, offline')),
			dim('─'.repeat(stdout.columns)),
			e(Box, { height },
				e(Box, { flexDirection: 'column', width, flexShrink: 0, overflow: 'hidden' }, rows),
				dim(Array.from({ length: height }, () => '│').join('\\n')),
				e(Box, { flexDirection: 'column', flexGrow: 1, paddingLeft: 2 },
					e(Box, { justifyContent: 'space-between' }, e(Text, { bold: true }, question(cursor)), dim('#' + cursor)),
					e(Box, { marginTop: 1, marginBottom: 1 }, e(Text, null, answer(cursor))), SOURCES)),
			dim('─'.repeat(stdout.columns)),
			dim(' › ask under “' + question(cursor) + '”'),
			e(Box, null, HINTS));
	}
	// The end of each painted frame is marked, so that frames are counted and not guessed.
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = (bytes, ...rest) => write(bytes.length > 200 ? bytes + '\\u001b[?2026l' : bytes, ...rest);
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
