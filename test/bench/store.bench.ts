import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../source/hash/digest.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { openForest } from '../../source/store/forest.ts';
import type { NodeRow } from '../../source/store/types.ts';
import { cpuMs, type Figure, median, wallMs } from './figure.ts';
import { makeShard } from './shards.ts';
import { COMMON, RARE } from './words.ts';

const ROUNDS = 41;

/** Figures of the shared store, on seeded shards of its own. */
export function storeFigures(turns = 100_000): Figure[] {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-bench-'));
	try {
		const big = join(folder, 'big.db');
		const made = cpuMs(() => makeShard(big, { turns }));
		return [
			...insertFigures(folder),
			{
				name: `a shard of ${turns.toLocaleString('en')} turns made`,
				value: made,
				unit: 'ms CPU',
				note: `${Math.round(statSync(big).size / 1e6)} MB`,
			},
			...findFigures(big),
			verifyFigure(big, turns),
		];
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function insertFigures(folder: string): Figure[] {
	const shallow = inserter(join(folder, 'shallow.db'), 10);
	const deep = inserter(join(folder, 'deep.db'), 1000);
	const raw = rawInserter(join(folder, 'raw.db'));
	const walls: number[] = [];
	const rawWalls: number[] = [];
	const cpus: number[] = [];
	const deepCpus: number[] = [];
	// Taken in turns, so that whatever else the disk is doing meets all of them alike; the first rounds warm up.
	for (let round = -10; round < ROUNDS; round++) {
		const rawWall = wallMs(raw.insert);
		let wall = 0;
		const cpu = cpuMs(() => {
			wall = wallMs(shallow.insert);
		});
		const deepCpu = cpuMs(deep.insert);
		if (round < 0) continue;
		rawWalls.push(rawWall);
		walls.push(wall);
		cpus.push(cpu);
		deepCpus.push(deepCpu);
	}
	for (const { close } of [shallow, deep, raw]) close();
	return [
		{
			name: 'insert of one turn, FULL, depth 10',
			value: median(walls),
			unit: 'ms wall',
			reference: { what: 'one raw row, FULL', value: median(rawWalls) },
			bar: { at: 'most', value: 3 },
		},
		{
			name: 'insert of one turn, depth 1,000',
			value: median(deepCpus),
			unit: 'ms CPU',
			reference: { what: 'depth 10', value: median(cpus) },
			bar: { at: 'most', value: 25 },
		},
	];
}

const QUESTION = 'what the new turn says?';
const ANSWER = 'as long as any other answer '.repeat(36);

interface Inserter {
	insert: () => void;
	close: () => void;
}

/** Adds turns right below the end of a chain. */
function inserter(path: string, depth: number): Inserter {
	const { last, sids } = makeShard(path, { turns: depth - 1, turnsPerSession: depth, shape: 'chain' });
	const forest = openForest(path);
	const turn = {
		sid: sids[0] as string,
		parent_bates: last,
		question: QUESTION,
		answer_text: ANSWER,
		cache_key: '',
		audit_mode: 'STRICT',
		cited_titles: ['guide.md'],
		meta: { engine: 'excerpt', finish: 'complete' },
	} as const;
	return { insert: () => void forest.add(turn), close: () => forest.close() };
}

/** Adds the same text as a bare row, as safely. */
function rawInserter(path: string): Inserter {
	const db = openSqlite(path);
	db.pragma('journal_mode = WAL');
	db.pragma('synchronous = FULL');
	db.exec('CREATE TABLE raw (id INTEGER PRIMARY KEY, text TEXT)');
	const insert = db.prepare('INSERT INTO raw (text) VALUES (?)');
	return { insert: () => void insert.run(QUESTION + ANSWER), close: () => void db.close() };
}

const QUERIES: readonly [what: string, typed: string][] = [
	['rare', RARE],
	['common', COMMON],
	['one letter', 't'],
	['two words', `${COMMON} of `],
	['Chinese', '蜘蛛'],
	['Chinese, one character', '蜘'],
];

function findFigures(path: string): Figure[] {
	const forest = openForest(path);
	const figures = QUERIES.map(([what, typed]): Figure => {
		const found = forest.find(typed, 50);
		const value = median(Array.from({ length: 7 }, () => cpuMs(() => forest.find(typed, 50))));
		return {
			name: `find: ${what}`,
			value,
			unit: 'ms CPU',
			bar: { at: 'most', value: 30 },
			note: `${found.count}${found.capped ? '+' : ''} found`,
		};
	});
	forest.close();
	return figures;
}

function verifyFigure(path: string, turns: number): Figure {
	const forest = openForest(path);
	let intact = false;
	const value = cpuMs(() => {
		({ intact } = forest.verify({ withoutIndex: true }));
	});
	forest.close();
	const reference = { what: 'reading the rows + sha256 of each text', value: cpuMs(() => readAll(path)) };
	const name = `verify without the index, ${turns.toLocaleString('en')} turns`;
	return {
		name,
		value,
		unit: 'ms CPU',
		reference,
		bar: { at: 'most', value: 3 },
		note: intact ? 'intact' : 'NOT INTACT',
	};
}

function readAll(path: string): void {
	const db = openSqlite(path, { readonly: true });
	for (const row of db.prepare<[], NodeRow>('SELECT * FROM nodes ORDER BY id').iterate()) {
		sha256(row.question + row.answer_text);
	}
	db.close();
}
