import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ArboristError } from '../../../source/errors.ts';
import { openForest } from '../../../source/store/forest.ts';
import { damageOf, repairShard } from '../../../source/store/repair.ts';
import { verifyFile } from '../../../source/store/verify/verify.ts';
import { behindItsBack } from '../../helpers/shards.ts';
import { seeded, seededNumbers } from '../../helpers/surroundings.ts';
import { ask, fileWorld, tempFolder } from '../../helpers/world.ts';

const PAGE = 4096;

/** A closed shard with a little of everything, and what each of its pages belongs to. */
function shard() {
	const { path, forest, plant } = fileWorld();
	const { sid } = plant('tea = a leaf #origin > (black | green 绿茶 = 蜘蛛侠) ; ^black > milk');
	forest.labelSession(sid, 'drinks');
	forest.aside().keepDraft(sid, 'half a thought');
	forest.aside().keep('folded', [sid]);
	forest.close();
	const owners = behindItsBack(
		path,
		(db) => db.prepare('SELECT name FROM dbstat ORDER BY pageno').pluck().all() as string[],
	);
	return { path, sid, owners };
}

/** One page written over with noise. */
function spoiled(whole: Buffer, page: number): string {
	const random = seededNumbers(page + 1);
	const bytes = Buffer.from(whole);
	for (let at = page * PAGE; at < (page + 1) * PAGE; at++) bytes[at] = Math.floor(random() * 256);
	const path = join(tempFolder(), 'sessions.db');
	writeFileSync(path, bytes);
	return path;
}

function record(path: string): unknown {
	return behindItsBack(path, (db) =>
		['sessions', 'nodes', 'audit_events'].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).raw().all()),
	);
}

/** Throws where any of it does not go. */
function workOn(path: string, sid: string): void {
	const forest = openForest(path, seeded(5));
	try {
		ask(forest, sid, 'and coffee?');
		forest.label(ask(forest, sid, '咖啡？').bates, 'last');
		expect(forest.find('coffee', 5).hits).toHaveLength(1);
		expect(forest.find('咖啡', 5).hits).toHaveLength(1);
		const aside = forest.aside();
		aside.keepDraft('elsewhere', 'another');
		aside.keep('width', 80);
		aside.inFlight.left();
		expect([aside.drafts().get('elsewhere'), aside.recall('width')]).toEqual(['another', 80]);
		expect(forest.takenAs('a tool', 'a turn')).toBeUndefined();
		expect(forest.verify().findings).toEqual([]);
	} finally {
		forest.close();
	}
}

test('each page that is overwritten is named; where it holds no part of the record, repair makes the shard whole again', () => {
	const { path, sid, owners } = shard();
	const whole = readFileSync(path);
	expect(owners.length).toBe(whole.length / PAGE);
	const before = record(path);
	for (const [page, owner] of owners.entries()) {
		const where = `page ${page + 1} of ${owner}`;
		const copy = spoiled(whole, page);
		if (owner === 'sqlite_schema') {
			expect(() => verifyFile(copy), where).toThrow(ArboristError);
			continue;
		}
		const found = verifyFile(copy);
		const { derived, recorded } = damageOf(found);
		if (['sessions', 'nodes', 'audit_events'].includes(owner)) {
			expect(
				recorded.map(({ id }) => id),
				where,
			).toEqual(['file.damaged']);
			continue;
		}
		expect([derived.length > 0, recorded], where).toEqual([true, []]);
		expect(repairShard(copy, damageOf(found)).findings, where).toEqual([]);
		expect(record(copy), where).toEqual(before);
		workOn(copy, sid);
	}
});

test('drafts outlive the repair of what they are found by', () => {
	const { path, sid, owners } = shard();
	const copy = spoiled(readFileSync(path), owners.indexOf('sqlite_autoindex_drafts_1'));
	repairShard(copy, damageOf(verifyFile(copy)));
	const forest = openForest(copy);
	expect(forest.aside().drafts().get(sid)).toBe('half a thought');
	forest.close();
});
