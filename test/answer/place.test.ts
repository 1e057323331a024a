import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attachedPassages } from '../../source/answer/attached.ts';
import { placeOf } from '../../source/answer/place.ts';
import { tempFolder } from '../helpers/world.ts';

test('a passage is found where it stands now, and told when it was changed or its document is gone', () => {
	const file = join(tempFolder(), 'plan.md');
	const plan = '## The bridge\n\nThe bridge opens in May.\n';
	writeFileSync(file, `# Plan\n\n${plan}`);
	const [passage] = attachedPassages([file]);
	if (passage === undefined) throw new Error('no passage');
	expect(placeOf(passage, file)).toMatchObject({ quoted: [5], changed: false });
	writeFileSync(file, `# Plan\n\n## Before\n\nSomething else was put in.\n\n${plan}`);
	expect(placeOf(passage, file)).toMatchObject({ quoted: [9], changed: false });
	writeFileSync(file, `# Plan\n\n${plan.replace('May', 'June')}`);
	expect(placeOf(passage, file)).toMatchObject({ quoted: [5], changed: true });
	expect(placeOf(passage, `${file}.gone`)).toBeUndefined();
});

/** The lines of a file that are marked when its first passage is quoted with these words. */
function marked(name: string, content: string, ...said: string[]): string[] {
	const file = join(tempFolder(), name);
	writeFileSync(file, content);
	const [passage] = attachedPassages([file]);
	const place = passage && placeOf(passage, file, said);
	return (place?.quoted ?? []).map((line) => place?.lines[line - 1] ?? '');
}

const BEES = `# The bees
The **first hive** came
from Ida Berg. In winter the hives stand behind the barn.
They are fed.

- Honey is taken in July.
- Wax is kept.
`;

test('the lines that are quoted are known, whatever marks and line breaks stand in them', () => {
	expect(marked('bees.md', BEES, 'The first hive came from Ida Berg.')).toEqual(BEES.split('\n').slice(1, 3));
	expect(marked('bees.md', BEES, 'Wax is kept.', 'They are fed.')).toEqual(['They are fed.', '- Wax is kept.']);
	expect(marked('bees.md', BEES, 'They are fed. Honey is taken in July.')).toEqual([
		'They are fed.',
		'- Honey is taken in July.',
	]);
	expect(marked('bees.py', 'def fed():\n    return 3\n', 'return 3')).toEqual(['    return 3']);
	expect(
		marked('bees.html', '<h1>Bees</h1>\n<ul><li>Fed.\n<li>Wax &amp;\n honey are kept.', 'Wax & honey are kept.'),
	).toEqual(['<li>Wax &amp;', ' honey are kept.']);
});

test('what says it in words of its own rests on all lines of the passage', () => {
	expect(marked('bees.md', BEES, 'Somebody fed the bees.')).toEqual(BEES.split('\n').slice(1, 7));
});
