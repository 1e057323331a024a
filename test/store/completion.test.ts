import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { makeShard } from '../bench/shards.ts';
import { behindItsBack, copyOf, SAMPLES } from '../helpers/shards.ts';
import { ask, fileWorld, tempFolder, worldAt } from '../helpers/world.ts';

describe.each(SAMPLES)('$name, a shard by another program', ({ file }) => {
	test('is intact as it came, and after it was completed', () => {
		const copy = copyOf(file);
		expect(verifyFile(copy)).toMatchObject({ intact: true });
		openForest(copy).close();
		expect(verifyFile(copy)).toMatchObject({ intact: true });
	});

	test('keeps every byte of its base tables when it is completed', () => {
		const copy = copyOf(file);
		const rows = () =>
			behindItsBack(copy, (db) =>
				['sessions', 'nodes', 'audit_events'].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()),
			);
		const before = rows();
		openForest(copy).close();
		expect(rows()).toEqual(before);
	});

	test('can be asked in, labelled, moved in and searched like one’s own', () => {
		const { forest } = worldAt(copyOf(file));
		const { sid = '', root_bates = '' } = forest.sessions()[0] ?? {};
		const turn = ask(forest, sid, 'and what of 蜘蛛侠');
		forest.label(turn.bates, 'mine');
		forest.move(sid, root_bates);
		expect(forest.find('蜘蛛', 9).hits.map(({ bates }) => bates)).toContain(turn.bates);
		expect(forest.verify().findings).toEqual([]);
	});
});

/** A shard with Chinese in it, its index of it lost as if another program had written the turns. */
function stock(turns: number): string {
	const { path, forest } = fileWorld();
	const sid = forest.begin();
	const first = ask(forest, sid, '蜘蛛 0').bates;
	for (let turn = 1; turn < turns; turn++) ask(forest, sid, `蜘蛛 ${turn}`, { under: first });
	forest.close();
	behindItsBack(path, (db) => void db.exec('DROP TABLE nodes_cjk; DROP TABLE cjk_state'));
	return path;
}

test('an index that was interrupted goes on at the next opening', () => {
	const path = stock(20);
	openForest(path).close();
	behindItsBack(path, (db) => void db.exec('DELETE FROM nodes_cjk WHERE rowid > 8; UPDATE cjk_state SET last_id = 8'));
	const { forest } = worldAt(path);
	expect(forest.find('蜘蛛', 50).count).toBe(20);
	expect(forest.verify().findings).toEqual([]);
});

test('an index of more turns than are taken at once is whole', () => {
	const path = join(tempFolder(), 'many.db');
	makeShard(path, { turns: 1100, words: 10 });
	const count = () => {
		const forest = openForest(path);
		const { count } = forest.find('蜘蛛', 1);
		forest.close();
		return count;
	};
	const before = count();
	behindItsBack(path, (db) => void db.exec('DROP TABLE nodes_cjk; DROP TABLE cjk_state'));
	expect(before).toBeGreaterThan(20);
	expect(count()).toBe(before);
	expect(verifyFile(path).findings).toEqual([]);
});

test('what another program adds while the shard is open is searchable from the next opening on', () => {
	const world = fileWorld();
	world.plant('tea');
	const other = world.neighbour();
	ask(other, other.sessions()[0]?.sid ?? '', '蜘蛛侠');
	behindItsBack(world.path, (db) => void db.exec('DELETE FROM nodes_cjk'));
	expect(world.forest.find('蜘蛛', 9).count).toBe(0);
	expect(world.reopen().find('蜘蛛', 9).count).toBe(1);
});

test('a shard that forgot how far its index had come is indexed again', () => {
	const path = stock(3);
	openForest(path).close();
	behindItsBack(path, (db) => void db.exec('DELETE FROM cjk_state; DELETE FROM nodes_cjk'));
	const { forest } = worldAt(path);
	expect(forest.find('蜘蛛', 9).count).toBe(3);
});

const grown = SAMPLES.filter(({ name }) => name.endsWith('sample-grown.db'));

describe.skipIf(grown.length === 0).each(grown)('in $name', ({ file }) => {
	const open = () => {
		const forest = openForest(copyOf(file));
		onTestFinished(() => forest.close());
		return forest;
	};

	test('the id of a session that was pruned is never used again', () => {
		const forest = open();
		const pruned = forest.events(0).find(({ event_type }) => event_type === 'session_pruned')?.sid ?? '';
		expect(() => ask(forest, pruned, 'back again')).toThrow(expect.objectContaining({ code: 'UNKNOWN_SESSION' }));
		expect(forest.session(pruned)).toBeUndefined();
	});

	test('a turn that was forgotten can be asked under, and not be labelled', () => {
		const forest = open();
		const forgotten = forest.events(0).find(({ event_type }) => event_type === 'node_forgotten')?.bates ?? '';
		expect(() => forest.label(forgotten, 'mine')).toThrow(expect.objectContaining({ code: 'BAD_LABEL' }));
		ask(forest, forest.begin(), 'and then', { under: forgotten });
		expect(forest.verify().findings).toEqual([]);
	});
});
