import { openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeShard } from '../bench/shards.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { desk, refusal } from './desk.ts';

const PARTS = ['file', 'chain', 'replay', 'turns', 'hashes', 'index', 'beside'];

function planted() {
	const at = desk({ inFile: true });
	const grown = at.plant('tea > (green | black) ; ^green > with milk');
	at.forest.close();
	return { ...at, type: at.type, path: at.path, grown };
}

describe.each([
	['verify', ['verify'], PARTS],
	['session --chain-check', ['session', '--chain-check'], ['file', 'chain']],
])('%s', (_name, argv, parts) => {
	test('is 0 for a shard that holds, and says so of each part', async () => {
		const { type } = planted();
		const { status, json, text } = await type(...argv);
		expect([status, json.intact, json.findings]).toEqual([0, true, []]);
		for (const part of parts) expect(text).toMatch(new RegExp(`^${part} +✓ `, 'm'));
		expect(text).toContain('none kept elsewhere: a cut end or an older copy would not show');
		expect(text).toContain(`head     ${json.head.seq} ${json.head.event_hash}`);
	});

	test('is 3 for an event that was changed, and names it', async () => {
		const { type, path } = planted();
		behindItsBack(path, (db) => db.exec("UPDATE audit_events SET body = replace(body, 'node', 'mode') WHERE seq = 3"));
		const { status, json, text } = await type(...argv);
		expect([status, json.intact]).toEqual([3, false]);
		expect(json.counts.chain).toBeGreaterThan(1);
		expect(text).toMatch(/^chain +✗ \d+ faults: event 3: was changed/m);
		expect(text).toContain(json.findings[0].id);
	});

	test('is 3 for a file that cannot be read any more, and claims nothing of the rest', async () => {
		const { type, path } = planted();
		const file = openSync(path, 'r+');
		for (let at = 4096; at < statSync(path).size; at += 4096) writeSync(file, Buffer.alloc(64, 0xff), 0, 64, at);
		const { status, json, text } = await type(...argv);
		expect([status, json.counts.file]).toEqual([3, 1]);
		expect(text).toMatch(/^file +✗ 1 fault: .*is damaged/m);
		expect(text).toContain('chain    – cannot be told');
		expect(text).not.toContain('✓');
	});

	test('is 3 for a file that was cut off', async () => {
		const { type, path } = planted();
		truncateSync(path, 9000);
		expect((await type(...argv)).status).toBe(3);
	});

	test('has nothing to check where no question was asked, and makes no shard', async () => {
		const { type, context } = desk();
		const { status, text } = await type(...argv);
		expect([status, text]).toEqual([0, 'Nothing to check: the shard is empty, or not there yet.']);
		expect(context.existingShard()).toBeUndefined();
	});

	test('has nothing to check in a file of no bytes, which a program leaves that is ended at its start', async () => {
		const { type, context } = desk();
		writeFileSync(context.paths.shard, '');
		expect((await type(...argv)).text).toBe('Nothing to check: the shard is empty, or not there yet.');
	});

	test('refuses what is no shard, and leaves it untouched', async () => {
		const { type, context } = desk();
		writeFileSync(context.paths.shard, 'a shopping list, rather\n'.repeat(100));
		expect((await refusal(type(...argv))).code).toBe('SHARD_FOREIGN');
	});
});

describe('verify', () => {
	test('is 3 for an answer that was changed, and names the turn', async () => {
		const { type, path, grown } = planted();
		behindItsBack(path, (db) =>
			db.prepare("UPDATE nodes SET answer_text = 'lies' WHERE bates = ?").run(grown.bates('green')),
		);
		const { status, json, text } = await type('verify');
		expect(status).toBe(3);
		expect(json.findings.map(({ where }: { where: string }) => where)).toContain(grown.bates('green'));
		expect(text).toMatch(/^turns +✗ 1 fault: \S+-000002: its question, answer, citations or meta were changed/m);
		expect(text).toMatch(/^chain +✓ /m);
	});

	test('lists twenty faults to people and all to programs', async () => {
		const { type, path, forest } = (() => {
			const at = desk({ inFile: true });
			at.plant(`tea${' > more'.repeat(29)}`);
			return { type: at.type, path: at.path, forest: at.forest };
		})();
		forest.close();
		behindItsBack(path, (db) => db.exec("UPDATE nodes SET answer_text = 'lies' WHERE seq > 0"));
		const { json, text } = await type('verify');
		expect(json.findings.length).toBeGreaterThanOrEqual(30);
		expect(text.match(/\(turn\.content\)/g)?.length).toBeLessThanOrEqual(20);
		expect(text).toContain(`… and more: --json lists ${json.findings.length}`);
	});
});

test('how far it is, and how fast, is told of a large shard; a script is told nothing', async () => {
	const lines: (string | null)[] = [];
	const { type, path, forest } = desk({ inFile: true, onProgress: (line) => void lines.push(line) });
	forest.close();
	rmSync(path);
	makeShard(path, { turns: 6000, words: 3 });
	expect((await type('verify')).status).toBe(0);
	expect(lines).toEqual([
		'Verifying: events',
		expect.stringMatching(/^Verifying: events 5,000 of 6,\d{3}(, [\d,]+ a second)?$/),
		'Verifying: turns',
		expect.stringMatching(/^Verifying: turns 5,000 of 6,\d{3}(, [\d,]+ a second)?$/),
		'Verifying: the search index',
	]);
});
