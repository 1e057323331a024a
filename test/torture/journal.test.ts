import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ArboristError } from '../../source/errors.ts';
import { openForest } from '../../source/store/forest.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { ask, fileWorld, tempFolder } from '../helpers/world.ts';
import { isLong, PATIENCE } from './length.ts';

const SECTOR = 512;

/** What a disk may make of a journal whose last writes did not all reach it. */
const FATES: Record<string, (journal: Buffer, older: Buffer, at: number) => Buffer> = {
	'is cut off': (journal, _older, at) => journal.subarray(0, at),
	'is zeroed in one sector': (journal, _older, at) =>
		Buffer.from(journal).fill(0, at, Math.min(at + SECTOR, journal.length)),
	'holds an old sector': (journal, older, at) => {
		const bytes = Buffer.from(journal);
		if (at < older.length) older.copy(bytes, at, at, Math.min(at + SECTOR, older.length));
		return bytes;
	},
	'holds a sector twice': (journal, _older, at) => {
		const bytes = Buffer.from(journal);
		journal.copy(bytes, at + SECTOR, at, at + SECTOR);
		return bytes;
	},
};

test.each(Object.entries(FATES))(
	'a journal that %s opens to turns that were committed, or is refused',
	(_what, fate) => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		const questions = Array.from({ length: 6 }, (_, i) => `question ${i}`);
		ask(forest, sid, questions[0] as string);
		// The journal as it was: after a checkpoint its file is written over from the start.
		const older = readFileSync(`${path}-wal`);
		for (const question of questions.slice(1)) ask(forest, sid, question);
		const journal = readFileSync(`${path}-wal`);
		const copy = join(tempFolder(), 'sessions.db');
		let [opened, refused] = [0, 0];
		for (let at = 0; at < journal.length; at += isLong ? SECTOR : SECTOR * 9) {
			for (const end of ['-shm', '.head']) rmSync(copy + end, { force: true });
			copyFileSync(path, copy);
			writeFileSync(`${copy}-wal`, fate(journal, older, at));
			try {
				const again = openForest(copy);
				const kept = again.countTurns();
				const said = Array.from(
					{ length: kept },
					(_, i) => again.turn(`${sid}-${String(i + 1).padStart(6, '0')}`)?.question,
				);
				again.close();
				expect(said, `at ${at}`).toEqual(questions.slice(0, kept));
				expect(verifyFile(copy).findings, `at ${at}`).toEqual([]);
				opened++;
			} catch (error) {
				if (!(error instanceof ArboristError)) throw error;
				refused++;
			}
		}
		process.stdout.write(`journal: ${opened} opened, ${refused} refused\n`);
		expect(opened).toBeGreaterThan(0);
	},
	PATIENCE,
);
