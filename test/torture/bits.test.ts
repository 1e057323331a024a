import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ArboristError } from '../../source/errors.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { seededNumbers } from '../helpers/surroundings.ts';
import { fileWorld, tempFolder } from '../helpers/world.ts';
import { PATIENCE, SEED, times } from './length.ts';

/** All that a reader can learn from a shard. */
function content(path: string): string {
	return behindItsBack(path, (db) =>
		JSON.stringify(
			['sessions', 'nodes', 'audit_events'].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).raw().all()),
		),
	);
}

test(
	'one bit of the file that is flipped is found, refused, or changes nothing that is said',
	() => {
		const { path, forest, plant } = fileWorld();
		const tea = plant(`tea = a leaf #origin > (black | green 绿茶 = 蜘蛛侠 ${'> more '.repeat(6)}) ; ^black > milk`);
		forest.labelSession(tea.sid, 'drinks');
		forest.close();
		const whole = readFileSync(path);
		const expected = content(path);
		const random = seededNumbers(SEED);
		const copy = join(tempFolder(), 'sessions.db');
		const count = { found: 0, refused: 0, same: 0 };
		for (let flip = 0; flip < times(300, 10_000); flip++) {
			const bit = Math.floor(random() * whole.length * 8);
			const bytes = Buffer.from(whole);
			bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
			for (const end of ['-wal', '-shm']) rmSync(copy + end, { force: true });
			writeFileSync(copy, bytes);
			try {
				const { intact } = verifyFile(copy);
				if (!intact) count.found++;
				else {
					expect(content(copy), `seed ${SEED}, bit ${bit}`).toBe(expected);
					count.same++;
				}
			} catch (error) {
				expect(error, `seed ${SEED}, bit ${bit}`).toBeInstanceOf(ArboristError);
				count.refused++;
			}
		}
		process.stdout.write(`bits: ${JSON.stringify(count)}\n`);
		expect(count.found).toBeGreaterThan(0);
	},
	PATIENCE,
);
