import { expect, test } from 'vitest';
import { behindItsBack } from '../helpers/shards.ts';
import { fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

const TEA = 'tea = a leaf > (green tea = steamed | black tea = oxidised)';

test('a turn that verification finds changed is marked in the tree, opened from the report, and told in the inspector', async () => {
	const world = fileWorld();
	const me = await robot(TEA, { world, size: '120x40' });
	const rowOf = (question: string) => me.tree().find((row) => row.includes(question)) ?? '';
	behindItsBack(world.path, (db) =>
		db.prepare('UPDATE nodes SET answer_text = ? WHERE bates = ?').run('stewed', me.planted.bates('green tea')),
	);
	expect(rowOf('green tea')).not.toContain('✗');
	await me.press('root.verify');
	expect(me.box().join('\n')).toContain('turns    ✗ 1 fault');
	await me.keys('enter');
	expect([rowOf('green tea').includes('✗'), rowOf('black tea').includes('✗')]).toEqual([true, false]);
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toContain('✗ its question, answer, citations or meta were changed');
});

test('the mark is gone once verification finds nothing any more', async () => {
	const world = fileWorld();
	const me = await robot(TEA, { world });
	const answerIs = (text: string) =>
		behindItsBack(world.path, (db) =>
			db.prepare('UPDATE nodes SET answer_text = ? WHERE bates = ?').run(text, me.planted.bates('green tea')),
		);
	answerIs('stewed');
	await me.press('root.verify', 'overlay.close');
	expect(me.tree().join('\n')).toContain('✗');
	answerIs('steamed');
	await me.press('root.verify', 'overlay.close');
	expect(me.tree().join('\n')).not.toContain('✗');
});
