import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { bundled, run } from '../helpers/program.ts';
import { seededNumbers } from '../helpers/surroundings.ts';
import { tempFolder } from '../helpers/world.ts';

const SID = '20260102T030405Z-0a1b2c3d';

test('two programs that ask 200 turns each in one new session make one chain, and lose none', async () => {
	const asking = await bundled('asking');
	const file = join(tempFolder(), 'sessions.db');
	const both = ['left', 'right'].map((name) => run(asking, [file, SID, name, '200']));
	await Promise.all(both.map(({ ended }) => ended));
	const forest = openForest(file);
	const questions = forest.events(0).map(({ bates }) => forest.turn(bates ?? '')?.question ?? '');
	const { next_seq = 0 } = forest.session(SID) ?? {};
	forest.close();
	expect(next_seq).toBe(401);
	for (const name of ['left', 'right']) {
		const asked = Array.from({ length: 200 }, (_, turn) => `${name} ${turn + 1}`);
		expect(questions.filter((question) => question.startsWith(name))).toEqual(asked);
	}
	expect(new Set(both.flatMap(({ said }) => said)).size).toBe(400);
	expect(verifyFile(file)).toMatchObject({ intact: true, turns: 400, events: 402 });
});

test('a program that is killed a hundred times has lost nothing that it said was saved', async () => {
	const asking = await bundled('asking');
	const file = join(tempFolder(), 'sessions.db');
	const random = seededNumbers(20);
	const saved: string[] = [];
	for (let life = 1; life <= 100; life++) {
		const program = run(asking, [file, SID, `life ${life}`, '100000']);
		await program.saying(1 + Math.floor(random() * 30));
		program.process.kill('SIGKILL');
		await program.ended;
		saved.push(...program.said);
		expect(verifyFile(file, { withoutIndex: life % 20 !== 0 }).findings).toEqual([]);
	}
	const forest = openForest(file);
	const lost = saved.filter((bates) => forest.turn(bates) === undefined);
	forest.close();
	expect(saved.length).toBeGreaterThanOrEqual(100);
	expect(lost).toEqual([]);
}, 240_000);
