import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { bundled, run } from '../helpers/program.ts';
import { seededNumbers } from '../helpers/surroundings.ts';
import { tempFolder } from '../helpers/world.ts';
import { PATIENCE, SEED, times } from './length.ts';

const SIDS = [0, 1, 2, 3].map((i) => `20260102T030405Z-0a1b2c3${i}`);

test.each([
	['one session', () => SIDS[0] as string],
	['a session each', (i: number) => SIDS[i] as string],
])(
	'four programs that ask at once in %s make one chain, dense and whole',
	async (_where, sidOf) => {
		const turns = times(40, 500);
		const asking = await bundled('asking');
		const file = join(tempFolder(), 'sessions.db');
		const all = [0, 1, 2, 3].map((i) => run(asking, [file, sidOf(i), `program ${i}`, String(turns)]));
		await Promise.all(all.map(({ ended }) => ended));
		const saved = new Set(all.flatMap(({ said }) => said));
		expect(saved.size).toBe(4 * turns);
		const { findings, turns: found, events } = verifyFile(file);
		const sessions = new Set(SIDS.map((_, i) => sidOf(i))).size;
		expect([findings, found, events]).toEqual([[], 4 * turns, 4 * turns + 2 * sessions]);
	},
	PATIENCE,
);

test(
	'three programs that are killed again and again have lost nothing that they said was saved',
	async () => {
		const asking = await bundled('asking');
		const file = join(tempFolder(), 'sessions.db');
		const random = seededNumbers(SEED);
		const cycles = times(20, 10_000);
		let saved = 0;
		for (let cycle = 1; cycle <= cycles; cycle++) {
			// A file that does not grow for ever: each hundred cycles begin anew.
			const shard = `${file}.${Math.floor(cycle / 100)}`;
			const all = [0, 1, 2].map((i) =>
				run(asking, [shard, SIDS[i % 2] as string, `cycle ${cycle}, program ${i}`, '100000']),
			);
			await all[0]?.saying(1 + Math.floor(random() * 8));
			for (const { process } of all) process.kill('SIGKILL');
			await Promise.all(all.map(({ ended }) => ended));
			const said = all.flatMap((program) => program.said);
			const forest = openForest(shard);
			const lost = said.filter((bates) => forest.turn(bates) === undefined);
			forest.close();
			expect(lost, `seed ${SEED}, cycle ${cycle}`).toEqual([]);
			expect(verifyFile(shard, { withoutIndex: cycle % 10 !== 0 }).findings, `seed ${SEED}, cycle ${cycle}`).toEqual(
				[],
			);
			saved += said.length;
			if (cycle % 100 === 0) process.stdout.write(`kills: ${cycle} cycles, ${saved} turns said to be saved\n`);
		}
		expect(saved).toBeGreaterThanOrEqual(cycles);
	},
	PATIENCE,
);
