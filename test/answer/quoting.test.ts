import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit } from '../../source/answer/audit.ts';
import { readingOf } from '../../source/answer/pieces.ts';
import { plainReading } from '../../source/answer/plain.ts';
import { libraryOf } from '../library/desk.ts';
import { converse } from './conversation.ts';

const MARKED = {
	'kit.md': `# Kit

<p align="center"><img src="logo.png" alt="The logo"></p>

[![build](https://img.shields.io/x.svg)](https://ci.example.com/kit)

- [Options](#options)
- **Colours** are set with [the \`theme\` option](https://example.com/theme "Themes"), see *themes*.
- [ ] Sounds were removed in <b>version 2</b>[^1] of the kit_core module.

To install the kit, run this:

\`\`\`sh
# as root
npm install kit
kit --init
\`\`\`

| option | default | meaning |
| --- | --- | --- |
| \`depth\` | 3 | how deep folders are read |
| \`mute\` | no | whether it is silent |

[ref]: https://example.com
`,
};

const answersTo = async (question: string) => (await converse(await libraryOf(MARKED), [question]))[0];

describe('a quote', () => {
	it('reads without list marks, links, emphasis, boxes and tags', async () => {
		const colours = await answersTo('How are colours set?');
		expect(colours?.answer_text.split('\n')[0]).toBe('“Colours are set with the `theme` option, see themes.”');
		expect(colours?.audit_mode).toBe('STRICT');
		const sounds = await answersTo('When were sounds removed?');
		expect(sounds?.answer_text.split('\n')[0]).toMatch(
			/^“Sounds were removed in version 2.* of the kit_core module\.”$/,
		);
		expect(sounds?.audit_mode).toBe('STRICT');
	});

	it('of code is the whole block with its fence, below the sentence that leads to it', async () => {
		const install = await answersTo('How do I install the kit?');
		expect(install?.answer_text).toMatch(
			/^“To install the kit, run this:”\n\[E1 .*\]\n\n```sh\n# as root\nnpm install kit\nkit --init\n```\n\[E1 /,
		);
		expect(install?.audit_mode).toBe('STRICT');
	});

	it('of a table is a row as "head: cell", when nothing else answers', async () => {
		const depth = await answersTo('How deep are folders read?');
		expect(depth?.answer_text.split('\n')[0]).toBe('“option: `depth`; default: 3; meaning: how deep folders are read”');
		expect(depth?.audit_mode).toBe('STRICT');
	});

	it('of a table is a row as well when all its values are asked for', async () => {
		const library = await libraryOf({
			'bike.md': '# Bike\n\n## Torque\n\n| bolt | torque |\n| --- | --- |\n| stem | 5 Nm |\n',
		});
		const [answered] = await converse(library, ['List the torque values']);
		expect(answered?.answer_text).toBe('“bolt: stem; torque: 5 Nm”\n[E1 | Bike › Torque | line 7]');
	});

	it('of source code is whole lines as they stand', async () => {
		const library = await libraryOf({ 'kit.py': 'def depth():\n    # folders are read three deep\n    return 3\n' });
		const [answered] = await converse(library, ['How deep are folders read?']);
		expect(answered?.answer_text).toMatch(/^```\n# folders are read three deep\n```\n\[E1 /);
		expect(answered?.audit_mode).toBe('STRICT');
	});

	it('stands alone when nothing more is to be said', async () => {
		const library = await libraryOf({
			'trees.md': '# Trees\n\nCherries are pruned in July, right after the harvest. The oaks are pruned in January.\n',
		});
		const [answered] = await converse(library, ['When are cherries pruned?']);
		expect(answered?.answer_text).toBe(
			'“Cherries are pruned in July, right after the harvest.”\n[E1 | Trees | line 3]',
		);
	});

	it('is pointed to on the line where it stands itself, and not on that of its passage', async () => {
		const library = await libraryOf({
			'bees.md':
				'# The bees\nThe first hive came from Ida Berg in 1931.\nIn winter the hives stand behind the barn.\n' +
				'They are fed.\n\n- Honey is taken from the hives\n  at the end of July.\n',
		});
		const places = await Promise.all(
			['Who brought the first hive?', 'Where do the hives stand in winter?', 'When is the honey taken?'].map(
				async (question) => (await converse(library, [question]))[0]?.answer_text.split('\n')[1],
			),
		);
		expect(places).toEqual(['[E1 | The bees | line 2]', '[E1 | The bees | line 3]', '[E1 | The bees | line 6]']);
	});

	it('is not said twice in nearly the same words', async () => {
		const library = await libraryOf({
			'a.md': '# Tea\n\nGreen tea is steeped at eighty degrees for two minutes.\n',
			'b.md': '# More tea\n\nGreen tea is steeped for two minutes at eighty degrees.\n',
		});
		const [answered] = await converse(library, ['How is green tea steeped?']);
		expect(answered?.answer_text.match(/steeped/g)).toHaveLength(1);
	});
});

describe('a plain reading', () => {
	it('leaves alone what only looks like markup', () => {
		for (const text of [
			'git add <pathspec> and git log -- <path>',
			'call __init__ with *args, **kwargs',
			'5 * 3 * 2 = 30 and a_b_c stays',
			'`*.md` and `[x](y)` in code',
			'see [1] and array[0]',
			'a < b && b > c',
		])
			expect(plainReading(text)).toBe(text);
	});

	it('of any passage is what its quotes are checked against', () => {
		const piece = fc.constantFrom(
			...['One fact. ', '**bold', '** ', '[a', '](b) ', '`c`', '<b>', '</b> ', '\n', '\n\n', '- ', '| x ', '|\n'],
			...['| --- | --- |\n', '```\n', 'code()\n', '&amp; ', '_it_ ', 'word ', '1. ', '# ', '> '],
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
				const text = pieces.join('');
				const reading = readingOf(text).replace(/[“”"]/g, '').replace(/\s+/g, ' ').trim();
				if (!/\p{L}.*\s.*\p{L}/u.test(reading)) return;
				const passages = [{ pointer: 'E1', title: 'T', text }];
				expect(audit('', `“${reading}” [E1]`, passages).mode).toBe('STRICT');
			}),
		);
	});
});
