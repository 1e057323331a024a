import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from './figure.ts';
import { plainList } from './plain-list.ts';
import { Probe } from './probe.ts';
import { makeShard } from './shards.ts';

// The screen, measured from outside: the built program in a real pseudo-terminal, its CPU time as the kernel counts it.

const PROGRAM = fileURLToPath(new URL('../../bin/arborist.js', import.meta.url));
const RUNS = 7;
const KEYS = 240;
const WARM = 60;
const RATE = 60;
/** A million turns take minutes to make, and a gigabyte. */
const MILLION = process.env['ARBORIST_BENCH_MILLION'] === '1';

export async function screenFigures(turns = 100_000): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-bench-'));
	try {
		const homes = new Map<number, string>();
		const homeOf = (count: number) => {
			const known = homes.get(count);
			if (known !== undefined) return known;
			const home = join(folder, String(count));
			mkdirSync(home);
			// What is in the answers changes nothing for the tree; a million of them would fill the disk.
			makeShard(join(home, 'sessions.db'), { turns: count, words: count > 500_000 ? 20 : 150 });
			homes.set(count, home);
			return home;
		};
		return [
			await startFigure(homeOf(turns)),
			...(await holdingFigures(homeOf(turns), folder)),
			await sizeFigure(homeOf(turns), homeOf(10_000), '100,000 turns'),
			...(MILLION ? [await sizeFigure(homeOf(1_000_000), homeOf(10_000), '1,000,000 turns')] : []),
			await hiddenFigure(homeOf(turns)),
			await findFigure(homeOf(turns)),
			await memoryFigure(homeOf(turns)),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** CPU until there is something to see. */
async function startFigure(home: string): Promise<Figure> {
	const bare = () => {
		const { stdout } = spawnSync(process.execPath, [
			'-p',
			'const {user,system}=process.cpuUsage(); (user+system)/1000',
		]);
		return Number(stdout.toString());
	};
	const times: number[] = [];
	const references: number[] = [];
	for (let run = 0; run < RUNS; run++) {
		references.push(bare());
		const probe = new Probe([PROGRAM], { ARBORIST_HOME: home }, 120, 40);
		await probe.until(() => probe.output.includes('\u001b[?2026l'));
		times.push(probe.cpu());
		await probe.end();
	}
	return {
		name: 'CPU to first paint, 100,000 turns, 120x40',
		value: median(times),
		unit: 'ms CPU',
		reference: { what: 'node -e 0', value: median(references) },
		bar: { at: 'most', value: 3 },
	};
}

/** A start opens where one writes; esc leads to the tree. */
async function inTree(probe: Probe): Promise<void> {
	await probe.quiet();
	probe.type('\u001b');
	await probe.quiet();
}

interface Held {
	readonly cpu: number;
	readonly kept: number;
	readonly bytes: number;
}

/** Holds j: CPU a painted frame, and the share of keys that got a frame of their own. */
async function hold(
	argv: readonly string[],
	env: Record<string, string>,
	columns: number,
	rows: number,
): Promise<Held> {
	const probe = new Probe(argv, env, columns, rows);
	await inTree(probe);
	probe.type('g');
	await probe.quiet();
	// Warm: code that has run for a while is what one holds a key in.
	await probe.hold('j', WARM, RATE);
	await probe.hold('k', WARM, RATE);
	await probe.quiet();
	const before = { cpu: probe.cpu(), frames: probe.frames, bytes: probe.bytes };
	await probe.hold('j', KEYS, RATE);
	const frames = probe.frames - before.frames;
	const held = {
		cpu: (probe.cpu() - before.cpu) / Math.max(1, frames),
		kept: frames / KEYS,
		bytes: (probe.bytes - before.bytes) / KEYS,
	};
	await probe.end();
	return held;
}

async function holdingFigures(home: string, folder: string): Promise<Figure[]> {
	const list = plainList(folder);
	const figures: Figure[] = [];
	for (const [columns, rows, share] of [
		[120, 40, 10],
		[240, 70, 15],
	] as const) {
		const ours = await hold([PROGRAM], { ARBORIST_HOME: home }, columns, rows);
		const plain = await hold([list], { NODE_ENV: 'production' }, columns, rows);
		const size = `${columns}x${rows}`;
		figures.push({
			name: `CPU per painted frame holding j, ${size}`,
			value: ours.cpu,
			unit: 'ms CPU',
			reference: { what: 'a Box per row', value: plain.cpu },
			bar: { at: 'most', value: 1 / share },
			note: `a Box per row keeps ${Math.round(plain.kept * 100)} % of its frames`,
		});
		if (columns === 120)
			figures.push({
				name: 'frames kept holding j at 60 a second',
				value: ours.kept * 100,
				unit: '%',
				bar: { at: 'least', value: 95 },
			});
	}
	return figures;
}

async function sizeFigure(big: string, small: string, what: string): Promise<Figure> {
	const much = await hold([PROGRAM], { ARBORIST_HOME: big }, 120, 40);
	const little = await hold([PROGRAM], { ARBORIST_HOME: small }, 120, 40);
	return {
		name: `CPU per painted frame, ${what}`,
		value: much.cpu,
		unit: 'ms CPU',
		reference: { what: '10,000 turns', value: little.cpu },
		bar: { at: 'most', value: 1.3 },
	};
}

async function hiddenFigure(home: string): Promise<Figure> {
	// Shift-tab and back to the tree alone: at 59 columns one pane stands at a time.
	const { bytes } = await hold([PROGRAM], { ARBORIST_HOME: home }, 59, 40);
	return { name: 'bytes per key, conversation hidden', value: bytes, unit: 'bytes', bar: { at: 'most', value: 1024 } };
}

/** From a key in find to its results on the screen. */
async function findFigure(home: string): Promise<Figure> {
	const probe = new Probe([PROGRAM], { ARBORIST_HOME: home }, 120, 40);
	await inTree(probe);
	probe.type('/');
	await probe.quiet();
	const times: number[] = [];
	for (const key of 'that for it') {
		const start = performance.now();
		const { frames } = probe;
		probe.type(key);
		await probe.until(() => probe.frames > frames);
		times.push(probe.lastByte - start);
		await probe.quiet();
	}
	await probe.end();
	return {
		name: 'find: key to painted results, 100,000 turns',
		value: median(times),
		unit: 'ms wall',
		bar: { at: 'most', value: 50 },
		note: `longest ${Math.round(Math.max(...times))}`,
	};
}

async function memoryFigure(home: string): Promise<Figure> {
	const probe = new Probe([PROGRAM], { ARBORIST_HOME: home }, 120, 40);
	await inTree(probe);
	const paint = async (frames: number) => {
		const until = probe.frames + frames;
		for (let i = 0; probe.frames < until; i++) {
			const { frames: seen } = probe;
			probe.type(i % 60 < 30 ? 'j' : 'k');
			await probe.until(() => probe.frames > seen);
		}
		await probe.quiet();
		return probe.memory();
	};
	probe.type('g');
	await probe.quiet();
	const early = await paint(1000);
	const late = await paint(9000);
	await probe.end();
	return {
		name: 'memory after 10,000 frames',
		value: late,
		unit: 'MB',
		reference: { what: 'after 1,000', value: early },
		bar: { at: 'most', value: 1.15 },
	};
}
