import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExportOf, exported } from '../../source/export/export.ts';
import { importHistories } from '../../source/intake/intake.ts';
import { addsUp } from '../../source/intake/report.ts';
import type { Forest } from '../../source/store/forest.ts';
import { ask, fileWorld, memoryWorld, tempFolder } from '../helpers/world.ts';

const PLANT = 'tea > which leaf > (black | green = sencha, say #favourite > how hot) ; ^green > and coffee > with milk';

function bundled(forest: Forest, of: ExportOf): string {
	const path = join(tempFolder(), 'some.bundle');
	writeFileSync(path, [...exported(forest, of, 'bundle')].join(''));
	return path;
}

function sessionsOf(forest: Forest): object[] {
	return forest
		.sessions()
		.map(({ sid, root_bates, label, current_bates, next_seq, created_at }) => ({
			sid,
			label,
			current_bates,
			next_seq,
			created_at,
			root: forest.turn(root_bates)?.subtree_hash,
		}))
		.sort((a, b) => (a.sid < b.sid ? -1 : 1));
}

async function carried(path: string, forest = memoryWorld({ seed: 7 }).forest) {
	const report = await importHistories(forest, [path]);
	expect(report.files.every(addsUp)).toBe(true);
	expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	return { forest, ...report };
}

describe('a bundle', () => {
	test('of everything gives the same roots, ids, places and labels elsewhere', async () => {
		const { forest, plant } = memoryWorld();
		const { bates, sid } = plant(PLANT);
		forest.labelSession(sid, 'Tea');
		forest.move(sid, bates('black'));
		const there = await carried(bundled(forest, 'all'));
		expect(sessionsOf(there.forest)).toEqual(sessionsOf(forest));
		expect(there.total).toMatchObject({ turns: 7, sessions: 2 });
		const green = bates('green');
		expect(there.forest.turn(green)).toEqual(forest.turn(green));
	});

	test('of what was imported, of answers with sources, of texts of all kinds', async () => {
		const { forest } = memoryWorld();
		await importHistories(forest, [join(import.meta.dirname, '../intake/fixtures')]);
		ask(forest, forest.begin(), 'grounded?', { audit_mode: 'STRICT', cited_titles: ['b', 'a'], cache_key: 'key' });
		expect(sessionsOf((await carried(bundled(forest, 'all'))).forest)).toEqual(sessionsOf(forest));
	});

	test('of a session brings along those that it hangs under', async () => {
		const { forest, plant } = memoryWorld();
		const { sids } = plant(PLANT);
		const there = await carried(bundled(forest, { sid: sids[1] as string }));
		expect(
			there.forest
				.sessions()
				.map(({ sid }) => sid)
				.sort(),
		).toEqual([...sids].sort());
	});

	test('of sessions that hang under each other', async () => {
		const { forest, plant } = memoryWorld();
		const { bates, sids } = plant('one > two ; ^two > three');
		ask(forest, sids[0] as string, 'four', { under: bates('three') });
		ask(forest, sids[1] as string, 'five');
		const there = await carried(bundled(forest, 'all'));
		expect(sessionsOf(there.forest)).toEqual(sessionsOf(forest));
	});

	test('a second time adds nothing; later it adds what was asked since', async () => {
		const { forest, plant } = memoryWorld();
		const { sid, bates } = plant(PLANT);
		const first = bundled(forest, 'all');
		const { forest: there } = await carried(first);
		expect((await carried(first, there)).total).toMatchObject({ in_turns: 0, merged: 7, turns: 0, sessions: 0 });
		const later = ask(forest, sid, 'asked later', { under: bates('black') });
		ask(forest, sid, 'and then', { under: later.bates });
		expect((await carried(bundled(forest, 'all'), there)).total).toMatchObject({ in_turns: 2, merged: 7, sessions: 0 });
		expect(sessionsOf(there)).toEqual(sessionsOf(forest));
	});

	test('back where it came from, it is all here', async () => {
		const { forest, plant } = memoryWorld();
		plant(PLANT);
		expect((await carried(bundled(forest, 'all'), forest)).total).toMatchObject({ in_turns: 0, merged: 7 });
	});

	test('of a branch becomes a session of its own, whose turns remember where they are from', async () => {
		const { forest, plant } = memoryWorld();
		const { bates, sid } = plant(PLANT);
		const path = bundled(forest, { branch: bates('green') });
		const { forest: there, total } = await carried(path);
		expect(total).toMatchObject({ turns: 6 });
		const [turn] = there.find('source:arborist sencha', 5).hits;
		expect(there.turn(turn?.bates ?? '')).toMatchObject({
			label: 'favourite',
			audit_mode: 'IMPORTED',
			meta: { source: { tool: 'arborist', id: bates('green') } },
		});
		expect(there.path(turn?.bates ?? '').map(({ question }) => question)).toEqual(['tea', 'which leaf', 'green']);
		expect(there.sessions().map(({ label }) => label)).toContain(`from ${sid}`);
		expect((await carried(path, there)).total).toMatchObject({ in_turns: 0, merged: 6 });
		const sids = there.sessions().map((made) => made.sid);
		there.label(turn?.bates ?? '', null);
		for (const made of sids) there.labelSession(made, null);
		there.prune(sids);
		expect((await carried(path, there)).total).toMatchObject({
			in_turns: 0,
			skipped: { 'of a session that was pruned here': 6 },
		});
	});

	test('what hangs under a session that was pruned here waits for nothing, and is counted', async () => {
		const { forest, plant } = memoryWorld();
		const { sids } = plant('tea > green ; ^green > and coffee > with milk');
		const path = bundled(forest, 'all');
		const there = memoryWorld({ seed: 7 }).forest;
		await carried(path, there);
		there.prune(sids);
		const { total } = await carried(path, there);
		expect(total.skipped).toMatchObject({ 'of a session that was pruned here': expect.any(Number) });
		expect(total.in_turns).toBe(0);
	});

	test('of a session whose parent is another one here is left out, and said', async () => {
		const { forest, plant } = memoryWorld();
		const [above, below] = plant('tea > green ; ^green > and coffee').sids as [string, string];
		const there = memoryWorld().forest;
		ask(there, above, 'another tea');
		const { total } = await carried(bundled(forest, 'all'), there);
		expect([there.session(below), total.skipped]).toEqual([
			undefined,
			expect.objectContaining({ 'of a session that is another one here': 3, 'under a turn that is not here': 1 }),
		]);
	});

	test('what was forgotten stays forgotten', async () => {
		const { forest, plant } = fileWorld();
		const { bates } = plant('tea > black > with milk');
		forest.forget(bates('black'));
		const { files } = await importHistories(memoryWorld().forest, [bundled(forest, 'all')]);
		expect(files[0]?.refused).toBeNull();
		expect(files.every(addsUp)).toBe(true);
	});
});

describe('a bundle that was changed does not land', () => {
	const lines = () => {
		const { forest, plant } = memoryWorld();
		plant(PLANT);
		return [...exported(forest, 'all', 'bundle')];
	};

	async function refusal(text: string): Promise<string | null | undefined> {
		const path = join(tempFolder(), 'some.bundle');
		writeFileSync(path, text);
		const { forest, files } = await carried(path);
		expect(forest.countTurns()).toBe(0);
		return files[0]?.refused;
	}

	/** The seal is made anew by whoever changes a line: the hashes have to speak. */
	async function resealed(change: (line: string) => string): Promise<string | null | undefined> {
		const { createHash } = await import('node:crypto');
		const body = lines().slice(0, -1).map(change);
		const end = JSON.parse(lines().at(-1) as string) as { end: object };
		const sha256 = createHash('sha256').update(body.join('')).digest('hex');
		return refusal(`${body.join('')}${JSON.stringify({ end: { ...end.end, sha256 } })}\n`);
	}

	/** Of one turn. */
	const emptied = (columns: object) => (line: string) => {
		const { node } = JSON.parse(line) as { node?: { question: string } };
		return node?.question === 'green' ? `${JSON.stringify({ node: { ...node, ...columns } })}\n` : line;
	};

	test.each<[string, (line: string) => string, RegExp]>([
		[
			'a question',
			(line) => line.replace('which leaf"', 'which tree"'),
			/^was changed: the hash of \S+ does not match$/,
		],
		['an answer', (line) => line.replace('sencha', 'gyokuro'), /^was changed: \S+ is not what was recorded$/],
		['a time', (line) => line.replace(/("node".*"created_at":"\d{3})\d/, '$19'), /^was changed/],
		[
			'an event',
			(line) => line.replace('moves_current\\":true', 'moves_current\\":null'),
			/^holds an event that was changed$/,
		],
		['a question emptied', emptied({ question: '' }), /^was changed: the hash of \S+ does not match$/],
		['an answer emptied', emptied({ answer_text: '' }), /^was changed: \S+ is not what was recorded$/],
		[
			'a turn emptied, as if it were forgotten',
			emptied({ question: '', answer_text: '', meta_json: '{}' }),
			/^was changed: \S+ lost its text$/,
		],
		['a place', (line) => line.replace(/"parent_bates":"(\S+?)-000001"/, '"parent_bates":"$1-000000"'), /^was changed/],
	])('%s', async (_what, change, said) => {
		expect(await resealed(change)).toMatch(said);
	});

	test('without a new seal, by the seal', async () => {
		expect(await refusal(lines().join('').replace('sencha', 'gyokuro'))).toMatch(/seal does not match|was changed/);
	});

	test('cut, or gone on with', async () => {
		expect(await refusal(lines().slice(0, -1).join(''))).toBe('was cut: it has no end');
		expect(await refusal(`${lines().join('')}{"more":1}\n`)).toBe('goes on after its end');
	});

	test('a turn taken out', async () => {
		const { forest, plant } = memoryWorld();
		const { bates } = plant(PLANT);
		expect(
			await resealed((line) =>
				line.startsWith('{"node"') && line.includes(`"bates":"${bates('which leaf')}"`) ? '' : line,
			),
		).toMatch(/^lacks the turn above|^was changed/);
		forest.close();
	});
});
