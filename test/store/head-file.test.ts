import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { acceptHead } from '../../source/store/accept.ts';
import { openForest } from '../../source/store/forest.ts';
import { headFileText, headLine, parseHead, parseHeadFile, readHeadFile } from '../../source/store/head-file.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { ask, fileWorld, tempFolder } from '../helpers/world.ts';

const heads = fc.record({ seq: fc.nat(), event_hash: fc.stringMatching(/^[0-9a-f]{64}$/) });
const times = fc.constant('2026-01-02T03:04:05.678Z');

test('a head file reads back what was written', () => {
	const entries = fc.array(fc.record({ at: times, head: heads, instead_of: heads }), { maxLength: 3 });
	fc.assert(
		fc.property(heads, entries, (head, accepted) => {
			expect(parseHeadFile(headFileText({ head, accepted }))).toEqual({ head, accepted });
			expect(parseHead(headLine(head))).toEqual(head);
		}),
	);
});

test.each([
	'',
	'x',
	'12',
	`12  ${'a'.repeat(64)}`,
	`-1 ${'a'.repeat(64)}`,
	`1 ${'A'.repeat(64)}`,
	`1 ${'a'.repeat(65)}`,
])('“%s” is no head', (text) => {
	expect([parseHead(text), parseHeadFile(text)]).toEqual([undefined, undefined]);
});

const idsOf = (path: string) => verifyFile(path, { withoutIndex: true }).findings.map(({ id }) => id);

/** A shard with an older copy of itself in its place; `lost` is the head that it had. */
function anOlderCopy() {
	const { path, forest } = fileWorld();
	const sid = forest.begin();
	ask(forest, sid, 'tea');
	const copy = join(tempFolder(), 'copy.db');
	forest.backup(copy);
	ask(forest, sid, 'black');
	const lost = forest.head();
	forest.close();
	copyFileSync(copy, path);
	return { path, sid, lost };
}

describe('the head file beside a shard', () => {
	test('is there when the program ends, says its head, is nobody else’s to read, and leaves nothing beside it', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		ask(forest, sid, 'black');
		const head = forest.head();
		forest.close();
		expect(readHeadFile(path)).toEqual({ head, accepted: [] });
		expect(statSync(`${path}.head`).mode & 0o777).toBe(0o600);
		expect(existsSync(`${path}.head.${process.pid}`)).toBe(false);
		expect(verifyFile(path).anchors).toEqual([{ from: 'head file', seq: head?.seq, holds: true }]);
	});

	test('is written while the program runs too, and not before the commit that it tells of', async () => {
		const { path, forest } = fileWorld();
		ask(forest, forest.begin(), 'tea');
		expect(existsSync(`${path}.head`)).toBe(false);
		await vi.waitFor(() => expect(readHeadFile(path)?.head).toEqual(forest.head()), { timeout: 5000 });
	});

	test('stays as it is where nothing was written', () => {
		const { path, forest } = fileWorld();
		ask(forest, forest.begin(), 'tea');
		forest.close();
		const before = statSync(`${path}.head`).mtimeMs;
		openForest(path).close();
		expect(statSync(`${path}.head`).mtimeMs).toBe(before);
	});

	test('shows an older copy, which no later turn hides', () => {
		const { path, sid, lost } = anOlderCopy();
		expect(verifyFile(path).findings).toEqual([
			expect.objectContaining({ id: 'anchor.cut', part: 'anchor', what: expect.stringContaining('an older copy') }),
		]);
		const restored = openForest(path);
		ask(restored, sid, 'green');
		ask(restored, sid, 'white');
		restored.close();
		expect(idsOf(path)).toEqual(['anchor.changed']);
		expect(readHeadFile(path)?.head).toEqual(lost);
	});

	test('shows a cut end, though rows and chain agree', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		const turn = ask(forest, sid, 'tea');
		forest.label(turn.bates, 'leaf');
		forest.close();
		behindItsBack(path, (db) => {
			db.exec(`DELETE FROM audit_events WHERE seq = (SELECT max(seq) FROM audit_events);
				UPDATE nodes SET label = NULL; UPDATE sessions SET updated_at = (SELECT created_at FROM audit_events ORDER BY seq DESC LIMIT 1)`);
		});
		const { findings, counts } = verifyFile(path);
		expect(findings.map(({ id, what }) => [id, what])).toEqual([
			['anchor.cut', expect.stringMatching(/^ends at event 3, .*the last event was cut off/)],
		]);
		expect(counts).toMatchObject({ chain: 0, replay: 0, turns: 0, anchor: 1 });
	});

	test('that cannot be understood is said, and left as it is', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		forest.close();
		writeFileSync(`${path}.head`, 'nonsense\n');
		const again = openForest(path);
		ask(again, sid, 'black');
		again.close();
		expect(idsOf(path)).toEqual(['anchor.file']);
		expect(readFileSync(`${path}.head`, 'utf8')).toBe('nonsense\n');
	});

	test('is only a help: where it cannot be written, turns are saved all the same', () => {
		const { path, forest } = fileWorld();
		const sid = forest.begin();
		ask(forest, sid, 'tea');
		forest.close();
		const folder = dirname(path);
		const again = openForest(path);
		ask(again, sid, 'black');
		rmSync(folder, { recursive: true });
		expect(() => again.close()).not.toThrow();
	});
});

test('a restore that was meant is accepted, with what it took the place of, and the file goes on', () => {
	const { path, sid, lost } = anOlderCopy();
	const { head } = verifyFile(path);
	if (!head) throw new Error('the copy has no head');
	expect(acceptHead(path, head, '2026-02-03T04:05:06.789Z')).toEqual(lost);
	expect(idsOf(path)).toEqual([]);
	const again = openForest(path);
	ask(again, sid, 'green');
	const last = again.head();
	again.close();
	const entry = { at: '2026-02-03T04:05:06.789Z', head, instead_of: lost };
	expect(readHeadFile(path)).toEqual({ head: last, accepted: [entry] });
});
