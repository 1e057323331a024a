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
	expect(placeOf(passage, file)).toMatchObject({ line: 5, changed: false });
	writeFileSync(file, `# Plan\n\n## Before\n\nSomething else was put in.\n\n${plan}`);
	expect(placeOf(passage, file)).toMatchObject({ line: 9, changed: false });
	writeFileSync(file, `# Plan\n\n${plan.replace('May', 'June')}`);
	expect(placeOf(passage, file)).toMatchObject({ line: 5, changed: true });
	expect(placeOf(passage, `${file}.gone`)).toBeUndefined();
});
