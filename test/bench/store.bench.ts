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
	const shallow = inserting(join(folder, 'shallow.db'), 10);
	const deep = inserting(join(folder, 'deep.db'), 1000);
	const raw = insertingRaw(join(folder, 'raw.db'));
	return [
		{
			name: 'insert of one turn, FULL, depth 10',
			value: shallow.wall,
			unit: 'ms wall',
			reference: { what: 'one raw row, FULL', value: raw },
			bar: { at: 'most', value: 3 },
		},
		{
			name: 'insert of one turn, depth 1,000',
			value: deep.cpu,
			unit: 'ms CPU',
			reference: { what: 'depth 10', value: shallow.cpu },
			bar: { at: 'most', value: 25 },
		},
	];
}

/** Medians of one insert right below the end of a chain. */
function inserting(path: string, depth: number): { wall: number; cpu: number } {
	const { last, sids } = makeShard(path, { turns: depth - 1, turnsPerSession: depth, shape: 'chain' });
	const forest = openForest(path);
	const question = 'what the new turn says?';
	const answer_text = 'as long as any other answer '.repeat(36);
	const walls: number[] = [];
	const cpus: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const turn = {
			sid: sids[0] as string,
			parent_bates: last,
			question,
			answer_text,
			cache_key: '',
			audit_mode: 'STRICT',
			cited_titles: ['guide.md'],
			meta: { engine: 'excerpt', finish: 'complete' },
		} as const;
		let wall = 0;
		cpus.push(
			cpuMs(() => {
				wall = wallMs(() => forest.add(turn));
			}),
		);
		walls.push(wall);
	}
	forest.close();
	return { wall: median(walls), cpu: median(cpus) };
}

function insertingRaw(path: string): number {
	const db = openSqlite(path);
	db.pragma('journal_mode = WAL');
	db.pragma('synchronous = FULL');
	db.exec('CREATE TABLE raw (id INTEGER PRIMARY KEY, text TEXT)');
	const insert = db.prepare('INSERT INTO raw (text) VALUES (?)');
	const text = 'as long as any other answer '.repeat(36);
	const walls = Array.from({ length: ROUNDS }, () => wallMs(() => insert.run(text)));
	db.close();
	return median(walls);
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
		bar: { at: 'most', value: 3.5 },
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
