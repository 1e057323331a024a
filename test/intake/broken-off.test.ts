import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ArboristError } from '../../source/errors.ts';
import { bundleOfSessions } from '../../source/export/bundle.ts';
import { importHistories, type Progress } from '../../source/intake/intake.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { fileWorld, memoryWorld, tempFolder } from '../helpers/world.ts';

const CODEX = join(import.meta.dirname, 'fixtures', 'codex');

/** A shard that another program writes, until it is told to end. */
function written() {
	const { forest, path } = fileWorld();
	const other = openSqlite(path);
	onTestFinished(() => void other.close());
	other.exec('BEGIN IMMEDIATE');
	return { forest, free: () => void (other.inTransaction && other.exec('COMMIT')) };
}

test('an import waits for another program that writes, says so, and goes on', async () => {
	const { forest, free } = written();
	const told: Progress[] = [];
	const { total, failure } = await importHistories(forest, [CODEX], {
		onProgress(progress) {
			told.push(progress);
			if (told.filter(({ waits }) => waits).length === 3) free();
		},
	});
	expect(failure).toBeNull();
	expect(total.turns).toBe(forest.countTurns());
	expect(told.at(-1)).toMatchObject({ waits: false, turns: total.turns });
});

test('stopped while it waits, it ends, and the next import goes on', async () => {
	const { forest, free } = written();
	const stop = new AbortController();
	const onProgress = ({ waits }: Progress) => waits && stop.abort();
	const { interrupted, failure, total } = await importHistories(forest, [CODEX], { signal: stop.signal, onProgress });
	expect({ interrupted, failure, turns: total.turns }).toEqual({ interrupted: true, failure: null, turns: 0 });
	free();
	expect((await importHistories(forest, [CODEX])).total.turns).toBeGreaterThan(0);
});

test('what goes wrong after something came in is told with what is in', async () => {
	const file = join(tempFolder(), 'bundle.jsonl');
	const { forest: there, plant } = memoryWorld();
	const { sids } = plant('tea > green ; coffee');
	writeFileSync(file, [...bundleOfSessions(there, sids)].join(''));
	const { forest } = memoryWorld({ seed: 9 });
	const full = new ArboristError('DISK_FULL', 'The disk is full.', 'Free some space.');
	const { together } = forest;
	const filling = Object.assign(Object.create(forest) as typeof forest, {
		together: ((act) => {
			if (forest.countTurns() > 0) throw full;
			return together(act);
		}) as typeof together,
	});
	const { failure, total } = await importHistories(filling, [file]);
	expect(failure).toEqual({ code: 'DISK_FULL', message: 'The disk is full.', hint: 'Free some space.' });
	expect([total.turns, total.sessions]).toEqual([forest.countTurns(), 1]);
	await importHistories(forest, [file]);
	expect(forest.countTurns()).toBe(3);
});

test('what goes wrong before anything came in is an error, and nothing was changed', async () => {
	const { forest } = memoryWorld();
	const together = () => {
		throw new ArboristError('DISK_FULL', 'The disk is full.');
	};
	const full = Object.assign(Object.create(forest) as typeof forest, { together });
	await expect(importHistories(full, [CODEX])).rejects.toMatchObject({ code: 'DISK_FULL' });
});

test('the share that is done counts what has come in, not only what was read', async () => {
	const { forest } = memoryWorld();
	const told: Progress[] = [];
	await importHistories(forest, [CODEX], { onProgress: (progress) => void told.push(progress) });
	const read = told.find(({ bytes, totalBytes }) => bytes === totalBytes) as Progress;
	expect(read.landedBytes).toBeLessThan(read.totalBytes);
	expect(told.at(-1)).toMatchObject({ landedBytes: read.totalBytes });
});
