import { expect, test } from 'vitest';
import { LONGEST_QUESTION } from '../../source/commands/asking.ts';
import { machine } from './program.ts';

const { arborist } = machine();

test('a question of 1 MiB is accepted from standard input, found and shown; one more character is refused', async () => {
	const half = LONGEST_QUESTION / 2;
	const question = `${'spider man '.repeat(half).slice(0, half - 8)} zebras ${'who made him '.repeat(half).slice(0, half)}`;
	expect(question).toHaveLength(LONGEST_QUESTION);
	const asked = await arborist(['ask', '--json'], { input: `${question}\n` });
	expect([asked.status, asked.stderr]).toEqual([0, '']);
	const { bates } = JSON.parse(asked.stdout);
	const [found, shown, refused, endless] = await Promise.all([
		arborist(['session', '--find', 'zebras', '--json']),
		arborist(['show', bates]),
		arborist(['ask'], { input: `${question}?` }),
		arborist(['ask'], { shell: 'exec "$@" < /dev/zero' }),
	]);
	expect(JSON.parse(found.stdout).map((hit: { bates: string }) => hit.bates)).toEqual([bates]);
	expect(shown.stdout).toContain(question);
	for (const run of [refused, endless]) {
		expect([run.status, run.stdout]).toEqual([1, '']);
		expect(run.stderr.split('\n')[0]).toBe('The question is longer than 1,048,576 characters.');
	}
	expect(JSON.parse((await arborist(['session', '--list', '--json'])).stdout)).toHaveLength(1);
});
