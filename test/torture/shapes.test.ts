import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { cpuMs, median } from '../bench/figure.ts';
import { makeShard, type ShardShape } from '../bench/shards.ts';
import { desk } from '../commands/desk.ts';
import { tempFolder } from '../helpers/world.ts';
import { isLong, PATIENCE, times } from './length.ts';

/** A desk over a made shard. */
function deskOver(shape: ShardShape) {
	const path = join(tempFolder(), 'sessions.db');
	const made = makeShard(path, { words: 3, ...shape });
	const forest = openForest(path);
	onTestFinished(() => forest.close());
	const at = desk();
	Object.assign(at.context, { forest: () => forest, existingForest: () => forest, existingShard: () => path });
	return { type: at.type, made, forest, path };
}

const DEEP = times(3000, 200_000);
const WIDE = times(3000, 100_000);
const MANY = times(300, 10_000);

test.each<[string, ShardShape]>([
	['a chain', { turns: DEEP, turnsPerSession: DEEP, shape: 'chain' }],
	['a fan', { turns: WIDE, turnsPerSession: WIDE, shape: 'fan' }],
	['many sessions', { turns: MANY * 2, turnsPerSession: 2 }],
])(
	'%s is opened, listed, drawn, searched, shown, verified and exported',
	async (_what, shape) => {
		const { type, made, forest } = deskOver(shape);
		const [sid = ''] = made.sids;
		expect((await type('session', '--list', '--json')).json.length).toBeGreaterThan(0);
		expect((await type('session', '--tree', '--sid', sid)).text.split('\n').length).toBeGreaterThan(1);
		expect((await type('session', '--find', 'the')).status).toBe(0);
		expect((await type('show', made.last)).json.bates).toBe(made.last);
		expect((await type('verify')).json.findings).toEqual([]);
		const out = join(tempFolder(), 'out.md');
		await type('export', made.last, '--path', '--as', 'md', '--out', out);
		expect(statSync(out).size).toBeGreaterThan(100);
		const whole = join(tempFolder(), 'all.jsonl');
		await type('export', '--all', '--as', 'jsonl', '--out', whole);
		expect(statSync(whole).size).toBeGreaterThan(forest.countTurns() * 50);
	},
	PATIENCE,
);

test.each([
	['one line of a megabyte', 'x'.repeat(1024 * 1024)],
	['many lines', 'line\n'.repeat(times(20_000, 200_000))],
])(
	'a question and an answer of %s are kept, found, shown, verified and exported',
	async (_what, text) => {
		const { type, made, forest } = deskOver({ turns: 2, turnsPerSession: 2 });
		const turn = forest.add({
			sid: made.sids[0] as string,
			parent_bates: made.last,
			question: `needle ${text}`,
			answer_text: text,
			cache_key: '',
			audit_mode: 'UNGROUNDED',
			cited_titles: [],
			meta: {},
		});
		expect((await type('session', '--find', 'needle')).json).toHaveLength(1);
		expect((await type('show', turn.bates)).json.answer_text).toBe(text);
		expect((await type('session', '--tree')).text.length).toBeLessThan(2000);
		expect((await type('verify')).json.findings).toEqual([]);
		const out = join(tempFolder(), 'out.html');
		await type('export', turn.bates, '--as', 'html', '--out', out);
		expect(statSync(out).size).toBeGreaterThan(text.length);
	},
	PATIENCE,
);

// A write below 10,000 turns touches the page of each: see docs/notes/010-trust.md.
describe.runIf(isLong)('what one more turn costs', () => {
	test.each([
		['10,000 deep', 'chain', 180],
		['under a turn with 10,000 below it', 'fan', 60],
	] as const)(
		'%s',
		(what, shape, bar) => {
			const { forest, made, path } = deskOver({ turns: 10_000, turnsPerSession: 10_000, shape, words: 150 });
			const sid = made.sids[0] as string;
			const parent_bates = shape === 'fan' ? `${sid}-000000` : made.last;
			const turn = { cache_key: '', audit_mode: 'STRICT', cited_titles: [], meta: {} } as const;
			const costs = Array.from({ length: 15 }, () =>
				cpuMs(() => void forest.add({ ...turn, sid, parent_bates, question: 'q?', answer_text: 'a '.repeat(500) })),
			);
			process.stdout.write(
				`${what}: ${median(costs).toFixed(0)} ms CPU, journal ${statSync(`${path}-wal`).size >> 10} KB\n`,
			);
			expect(median(costs)).toBeLessThan(bar);
		},
		PATIENCE,
	);
});
