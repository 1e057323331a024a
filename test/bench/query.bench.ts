import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LiveSessions } from '../../source/query/live.ts';
import { createSessionQuery, type SessionQuery } from '../../source/query/query.ts';
import { shardSource } from '../../source/query/shard.ts';
import { type Forest, openForest } from '../../source/store/forest.ts';
import type { ImportedTurn } from '../../source/store/import.ts';
import { seededNumbers } from '../helpers/surroundings.ts';
import { cpuMs, type Figure, median } from './figure.ts';
import { makeShard } from './shards.ts';
import { writer } from './words.ts';

const ROUNDS = 15;

/** Figures of exact queries, of listing and erasing, and of an import, on seeded shards. */
export async function queryFigures(): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-bench-'));
	try {
		return [
			...(await windowFigures(folder)),
			...(await corpusFigures(join(folder, 'many.db'))),
			importFigure(join(folder, 'import.db'), 8),
			importFigure(join(folder, 'long.db'), 150),
		];
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function queryOver(forest: Forest): SessionQuery {
	return createSessionQuery({ live: new LiveSessions(), persisted: shardSource(forest) });
}

async function cpuMsOf(act: () => Promise<unknown>): Promise<number> {
	const values: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const before = process.cpuUsage();
		await act();
		const { user, system } = process.cpuUsage(before);
		values.push((user + system) / 1000);
	}
	return median(values);
}

/** A window of 101 events in the middle of a short and of a long session. */
async function windowFigures(folder: string): Promise<Figure[]> {
	const reading = async (turns: number) => {
		const path = join(folder, `window-${turns}.db`);
		const { sids } = makeShard(path, { turns, turnsPerSession: turns, words: 20 });
		const forest = openForest(path);
		const query = queryOver(forest);
		const request = { sessionId: sids[0] as string, seq: Math.floor(turns / 2), before: 50, after: 50 };
		await query.readEvent(request);
		const one = await cpuMsOf(() => query.readEvent({ ...request, before: 0, after: 0 }));
		const window = await cpuMsOf(() => query.readEvent(request));
		forest.close();
		return { one, window };
	};
	const short = await reading(200);
	const long = await reading(100_000);
	return [
		{ name: 'one event of 100,000', value: long.one, unit: 'ms CPU', bar: { at: 'most', value: 2 } },
		{ name: 'a window of 101 events of 100,000', value: long.window, unit: 'ms CPU', bar: { at: 'most', value: 2 } },
		{
			name: 'the same window, whatever the size',
			value: long.window,
			unit: 'ms CPU',
			reference: { what: 'of 200 events', value: short.window },
			bar: { at: 'most', value: 1.5 },
		},
	];
}

async function corpusFigures(path: string): Promise<Figure[]> {
	const { sids } = makeShard(path, { turns: 30_000, turnsPerSession: 3, words: 20 });
	const forest = openForest(path);
	const query = queryOver(forest);
	const { problems } = await query.listSessions();
	const listing = await cpuMsOf(() => query.listSessions());
	const lineage = await cpuMsOf(() => query.traceSession(sids[0] as string));
	const sessions = median(Array.from({ length: ROUNDS }, () => cpuMs(() => forest.sessions())));
	const plan = median(Array.from({ length: ROUNDS }, () => cpuMs(() => forest.prunable(100))));
	const goes = forest.prunable(5000).goes.map(({ sid }) => sid);
	const prune = cpuMs(() => forest.prune(goes));
	const { intact } = forest.verify();
	forest.close();
	const note = `${sids.length.toLocaleString('en')} sessions`;
	return [
		{
			name: 'query: listing',
			value: listing,
			unit: 'ms CPU',
			bar: { at: 'most', value: 30 },
			note: `${note}, ${problems.length} problems`,
		},
		{ name: 'query: lineage', value: lineage, unit: 'ms CPU', bar: { at: 'most', value: 20 }, note },
		{ name: 'forest.sessions()', value: sessions, unit: 'ms CPU', note },
		{ name: 'what --gc would remove', value: plan, unit: 'ms CPU', note },
		{
			name: 'gc: pruning, the file written anew',
			value: prune,
			unit: 'ms CPU',
			note: `${goes.length} sessions, ${intact ? 'intact' : 'NOT INTACT'} after`,
		},
	];
}

/** One session of 50,000 turns, a chain, with all hashes and both indexes. */
function importFigure(path: string, words: number): Figure {
	const count = 50_000;
	const write = writer(seededNumbers(1));
	const texts = Array.from({ length: 500 }, () => ({ question: write.question(), answer_text: write.answer(words) }));
	const created_at = '2026-01-01T00:00:00.000Z';
	function* turns(): Generator<ImportedTurn> {
		for (let index = 0; index < count; index++) {
			const said = texts[index % texts.length] as (typeof texts)[number];
			yield { ...said, id: `${index}`, parent: index === 0 ? null : index - 1, created_at };
		}
	}
	const forest = openForest(path);
	const source = { tool: 'bench', file_sha256: '00'.repeat(32) };
	const ms = cpuMs(() => forest.import({ source, created_at, turns: turns() }));
	forest.close();
	return {
		name: `import, answers of ${words} words`,
		value: count / (ms / 1000),
		unit: 'turns/s CPU',
		bar: { at: 'least', value: 10_000 },
		note: `${count.toLocaleString('en')} turns deep`,
	};
}
