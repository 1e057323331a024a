import { expect, test } from 'vitest';
import { codeIn } from '../../../source/tui/conversation/fences.ts';

test('the code of an answer is what stands between its fences', () => {
	const text = 'So:\n```sh\nls\n```\nor\n~~~~\n~~~\n```\n~~~~\n  ```\n\n  ``` \nand `no`\n```\nnever closed';
	expect(codeIn(text)).toEqual(['ls\n', '~~~\n```\n', '\n']);
	expect(codeIn('```\nto the end\n```')).toEqual(['to the end\n']);
	expect(codeIn('')).toEqual([]);
});

test.each([
	['fences that never close', '````\n```\n'],
	['fences that shrink and grow', '```a\n~~~\n````b\n'],
	['spaces behind a fence', `\`\`\`\n\`\`\`${' '.repeat(4000)}x\n`],
	['one row of ticks', '`'],
	['empty lines', '\n'],
])('1 MiB of %s is read in one pass', (_what, piece) => {
	const once = (text: string) => {
		const start = performance.now();
		codeIn(text);
		return performance.now() - start;
	};
	expect(once(piece.repeat(2 ** 20 / piece.length))).toBeLessThan(5000);
});
