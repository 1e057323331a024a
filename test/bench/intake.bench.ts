import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exported } from '../../source/export/export.ts';
import { contentSha256, nodeHash } from '../../source/hash/chain.ts';
import { leafHash } from '../../source/hash/digest.ts';
import { MerkleBuilder, subtreeHash } from '../../source/hash/merkle.ts';
import { importHistories } from '../../source/intake/intake.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { openForest } from '../../source/store/forest.ts';
import { insertRow } from '../../source/store/insert.ts';
import { openShard } from '../../source/store/open.ts';
import { prepareStatements, prepareWriteStatements } from '../../source/store/statements.ts';
import type { NodeRow } from '../../source/store/types.ts';
import { makeChatExport } from './chats.ts';
import { cpuMs, type Figure } from './figure.ts';

interface Run {
	turns: number;
	cpuSeconds: number;
	wallSeconds: number;
	/** The most memory that the process ever held. */
	megabytes: number;
	intact: boolean;
}

/** The flag by which the bench calls itself for one import: memory is that of the import alone. */
export const IMPORT_ALONE = '--import-alone';

/** Figures of the import, on histories of its own making. */
export async function intakeFigures(bytes = 600e6): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-bench-'));
	try {
		return [
			...largeExport(folder, bytes),
			await hashing(folder),
			shape(folder, 'depth', 200_000),
			shape(folder, 'fan-out', 100_000),
		];
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Imports a file and prints what it took. */
export async function importAlone(path: string, shard: string): Promise<void> {
	const forest = openForest(shard);
	const before = process.cpuUsage();
	const start = process.hrtime.bigint();
	const { total } = await importHistories(forest, [path]);
	const { user, system } = process.cpuUsage(before);
	const wallSeconds = Number(process.hrtime.bigint() - start) / 1e9;
	const megabytes = process.resourceUsage().maxRSS / 1024;
	const { intact } = forest.verify({ withoutIndex: true });
	for (const { sid } of forest.sessions().slice(0, 1)) for (const _ of exported(forest, { sid }, 'md'));
	forest.close();
	const run: Run = { turns: total.turns, cpuSeconds: (user + system) / 1e6, wallSeconds, megabytes, intact };
	process.stdout.write(JSON.stringify(run));
}

function alone(path: string, shard: string): Run {
	const { stdout } = spawnSync(process.execPath, [process.argv[1] as string, IMPORT_ALONE, path, shard], {
		encoding: 'utf8',
	});
	return JSON.parse(stdout) as Run;
}

function largeExport(folder: string, bytes: number): Figure[] {
	const path = join(folder, 'conversations.json');
	makeChatExport(path, { bytes });
	const size = `${Math.round(statSync(path).size / 1e6)} MB like ChatGPT’s export`;
	const { turns, cpuSeconds, wallSeconds, megabytes, intact } = alone(path, join(folder, 'large.db'));
	rmSync(path);
	const note = `${turns.toLocaleString('en')} turns in ${Math.round(wallSeconds)} s, ${intact ? 'intact' : 'NOT INTACT'}`;
	return [
		{ name: size, value: turns / cpuSeconds, unit: 'turns/s CPU', bar: { at: 'least', value: 10_000 }, note },
		{ name: `${size}: memory`, value: megabytes, unit: 'MB', bar: { at: 'most', value: 300 } },
	];
}

/** What hashing costs: the same rows written when all that is hashed is known already. */
async function hashing(folder: string): Promise<Figure> {
	const path = join(folder, 'some.json');
	makeChatExport(path, { bytes: 40e6 });
	const first = join(folder, 'first.db');
	const made = openForest(first);
	await importHistories(made, [path]);
	made.close();
	const db = openSqlite(first, { readonly: true });
	const sessions = new Map<string, NodeRow[]>();
	for (const { id: _, ...row } of db.prepare<[], NodeRow & { id: number }>('SELECT * FROM nodes ORDER BY id').all()) {
		sessions.set(row.sid, [...(sessions.get(row.sid) ?? []), row]);
	}
	db.close();
	const reference = cpuMs(() => writeKnown(join(folder, 'known.db'), sessions));
	const value = reference + cpuMs(() => hashAll(sessions));
	return {
		name: 'rows of an import, with their hashes',
		value,
		unit: 'ms CPU',
		reference: { what: 'without', value: reference },
		bar: { at: 'most', value: 1.3 },
	};
}

/** Every hash of these rows: what an import takes of them. */
function hashAll(sessions: ReadonlyMap<string, NodeRow[]>): void {
	for (const rows of sessions.values()) {
		const content = new MerkleBuilder();
		const below = new Map<string, Uint8Array[]>();
		const hashes = rows.map((row) => {
			const { node_hash } = row;
			content.add(leafHash(Buffer.from(node_hash + contentSha256(row), 'hex')));
			return nodeHash(node_hash, row);
		});
		for (let at = rows.length - 1; at >= 0; at--) {
			const { bates, parent_bates } = rows[at] as NodeRow;
			const hash = subtreeHash(hashes[at] as Buffer, below.get(bates) ?? []);
			below.set(parent_bates ?? '', [...(below.get(parent_bates ?? '') ?? []), hash]);
		}
		content.root();
	}
}

function writeKnown(path: string, sessions: ReadonlyMap<string, NodeRow[]>): void {
	const db = openShard(path);
	const statements = { ...prepareStatements(db), ...prepareWriteStatements(db) };
	db.transaction(() => {
		for (const rows of sessions.values()) {
			for (const row of rows) {
				insertRow(statements, row);
				statements.take.run('bench', row.bates, row.bates);
			}
		}
	}).immediate();
	db.close();
}

/** A chat of one chain, or of one question with many answers. */
function shape(folder: string, what: 'depth' | 'fan-out', count: number): Figure {
	const path = join(folder, `${what}.json`);
	const file = openSync(path, 'w');
	writeSync(file, '{"conversationId":"c","messages":[');
	for (let index = 0; index < (what === 'depth' ? 2 * count : count + 1); index++) {
		const parent = index === 0 ? 'null' : what === 'depth' ? `"m${index - 1}"` : '"m0"';
		const isUser = what === 'depth' ? index % 2 === 0 : index === 0;
		writeSync(
			file,
			`${index === 0 ? '' : ','}{"messageId":"m${index}","parentMessageId":${parent},"isCreatedByUser":${isUser},"text":"text ${index}"}`,
		);
	}
	writeSync(file, ']}');
	closeSync(file);
	const { turns, cpuSeconds, megabytes, intact } = alone(path, join(folder, `${what}.db`));
	const note = `${turns.toLocaleString('en')} turns, ${Math.round(megabytes)} MB, ${intact ? 'intact' : 'NOT INTACT'}, exported`;
	return { name: `${what} ${count.toLocaleString('en')}`, value: cpuSeconds, unit: 's CPU', note };
}
