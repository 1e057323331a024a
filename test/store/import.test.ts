import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../source/hash/digest.ts';
import { MerkleBuilder, merkleRoot } from '../../source/hash/merkle.ts';
import type { ImportedTurn, SessionImport } from '../../source/store/import.ts';
import type { Change } from '../../source/store/types.ts';
import { ask, fileWorld, memoryWorld } from '../helpers/world.ts';

const TIME = '2024-05-06T07:08:09.000Z';
const FILE = 'ab'.repeat(32);

/** One turn of an import, under the one before it unless said otherwise. */
function turn(question: string, parent: ImportedTurn['parent'], more: Partial<ImportedTurn> = {}): ImportedTurn {
	return { id: question, parent, question, answer_text: `About ${question}.`, created_at: TIME, ...more };
}

function session(turns: Iterable<ImportedTurn>, more: Partial<SessionImport> = {}): SessionImport {
	return { source: { tool: 'other', file_sha256: FILE }, created_at: TIME, turns, ...more };
}

describe('an import', () => {
	it('keeps questions, answers, citations, times, labels and places', () => {
		const { forest } = memoryWorld();
		const { sid, turns } = forest.import(
			session(
				[
					turn('tea', null, { label: 'start', cited_titles: ['leaf.md'] }),
					turn('black', 0),
					turn('green', 0, { created_at: '2024-05-06T08:00:00.000Z' }),
				],
				{ label: 'an old chat', current: 1 },
			),
		);
		expect(turns).toBe(3);
		expect(sid).toMatch(/^20240506T070809Z-/);
		expect(forest.session(sid)).toMatchObject({ label: 'an old chat', current_bates: `${sid}-000002`, next_seq: 4 });
		expect(forest.children(`${sid}-000001`).map(({ question }) => question)).toEqual(['black', 'green']);
		expect(forest.turn(`${sid}-000001`)).toMatchObject({
			answer_text: 'About tea.',
			audit_mode: 'IMPORTED',
			cited_titles: ['leaf.md'],
			created_at: TIME,
			label: 'start',
			meta: { source: { tool: 'other', id: 'tea' } },
		});
		expect(forest.find('black', 5).count).toBe(1);
		expect(forest.events(0).map(({ event_type }) => event_type)).toEqual(['session_imported', 'node_labeled']);
		expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	});

	it('can hang under a turn of another session, whose root then moves', () => {
		const world = memoryWorld();
		const planted = world.plant('tea > black');
		const before = planted.root().subtree_hash;
		const heard = world.listen();
		const { sid } = world.forest.import(session([turn('with milk', planted.bates('black')), turn('how much', 0)]));
		expect(planted.root().subtree_hash).not.toBe(before);
		expect(world.forest.path(`${sid}-000002`).map(({ question }) => question)).toEqual([
			'tea',
			'black',
			'with milk',
			'how much',
		]);
		expect(heard[0]?.touched.map(({ bates }) => bates)).toEqual([
			planted.root().bates,
			planted.bates('tea'),
			planted.bates('black'),
		]);
		expect(world.forest.verify()).toMatchObject({ intact: true, findings: [] });
	});

	it('is told to other programs, with the paths that it moved', () => {
		const world = fileWorld();
		const planted = world.plant('tea ; coffee');
		const other = world.neighbour();
		const heard: Change[] = [];
		other.subscribe((change) => heard.push(change));
		const [tea, coffee] = [planted.bates('tea'), planted.bates('coffee')];
		const { sid } = world.forest.import(session([turn('milk', tea), turn('ice', coffee), turn('oat', 0)]));
		other.catchUp();
		expect(heard.map(({ kind, touched }) => [kind, touched.at(-1)?.bates])).toEqual([
			['session_imported', tea],
			['session_imported', coffee],
		]);
		expect(heard[0]).toMatchObject({ sid, own: false, touched: [{ bates: planted.root().bates }, { bates: tea }] });
	});

	it('goes on later with what is new, and leaves where the user stands and what he named', () => {
		const { forest } = memoryWorld();
		const { sid } = forest.import(session([turn('tea', null), turn('black', 0)], { label: 'chat' }));
		const tea = forest.importedFrom('other', 'tea')[0] as string;
		forest.import(session([turn('green', tea)], { sid, label: 'renamed there' }));
		expect(forest.session(sid)).toMatchObject({ label: 'renamed there', current_bates: `${sid}-000003` });
		forest.move(sid, tea);
		forest.labelSession(sid, 'mine');
		const green = forest.importedFrom('other', 'green')[0] as string;
		const more = forest.import(session([turn('sencha', green), turn('matcha', green)], { sid, label: 'chat' }));
		expect(more).toEqual({ sid, first_seq: 4, turns: 2 });
		expect(forest.session(sid)).toMatchObject({ label: 'mine', current_bates: tea });
		expect(forest.imports()).toHaveLength(3);
		expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	});

	it('does not take up a place that the user went on from', () => {
		const { forest } = memoryWorld();
		const { sid } = forest.import(session([turn('tea', null)]));
		const own = ask(forest, sid, 'and coffee?');
		forest.import(session([turn('black', `${sid}-000001`)], { sid }));
		expect(forest.session(sid)?.current_bates).toBe(own.bates);
		expect(forest.turn(`${sid}-000003`)?.parent_bates).toBe(`${sid}-000001`);
		expect(forest.verify().findings).toEqual([]);
	});

	it('is all or nothing', () => {
		const { forest } = memoryWorld();
		function* broken() {
			yield turn('tea', null);
			throw new Error('the file ends here');
		}
		expect(() => forest.import(session(broken()))).toThrow('the file ends here');
		expect(() => forest.import(session([turn('tea', 7)]))).toThrow('no earlier turn');
		expect(() => forest.import(session([turn('tea', null, { created_at: 'yesterday' })]))).toThrow('no time');
		expect(() => forest.import(session([turn('tea', '20240101T000000Z-00000000-000001')]))).toThrow('There is no turn');
		expect(forest.import(session([])).turns).toBe(0);
		expect([forest.sessions(), forest.events(0)]).toEqual([[], []]);
	});

	it('makes labels fit', () => {
		const { forest } = memoryWorld();
		const titles = ['a\nb\u202e', '12', '   ', 'x'.repeat(500), '7f3a9c1d-000012'];
		const { sid } = forest.import(
			session(
				titles.map((label, index) => turn(`q${index}`, null, { label })),
				{ label: `\u0007${'言'.repeat(200)}` },
			),
		);
		expect(forest.session(sid)?.label).toBe('言'.repeat(120));
		expect([1, 2, 3, 4, 5].map((seq) => forest.turn(`${sid}-00000${seq}`)?.label)).toEqual([
			'a b',
			'label 12',
			null,
			'x'.repeat(120),
			'label 7f3a9c1d-000012',
		]);
		expect(forest.verify().findings).toEqual([]);
	});

	it('gives what the same turns added one by one would: the same hashes up the tree', () => {
		const shape = fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 30 });
		fc.assert(
			fc.property(shape, (rows) => {
				const { forest } = memoryWorld();
				const turns = rows.map(([pick, text], index) =>
					turn(`${text}?`, pick % (index + 1) === 0 ? null : (pick % (index + 1)) - 1),
				);
				const half = Math.floor(turns.length / 2);
				const { sid } = forest.import(session(turns.slice(0, half + 1)));
				const place = (parent: ImportedTurn['parent']) =>
					typeof parent !== 'number'
						? parent
						: parent <= half
							? `${sid}-${`${parent + 1}`.padStart(6, '0')}`
							: parent - half - 1;
				forest.import(
					session(
						turns.slice(half + 1).map((each) => ({ ...each, parent: place(each.parent) })),
						{ sid },
					),
				);
				return forest.verify({ withoutIndex: true }).intact;
			}),
			{ numRuns: 25 },
		);
	});

	it.skipIf(!hasPython())('is read alike by the independent verifier', () => {
		const { forest, path, plant } = fileWorld();
		const planted = plant('tea > black');
		const { sid } = forest.import(session([turn('milk', planted.bates('tea'), { label: 'x' }), turn('oat', 0)]));
		forest.import(session([turn('茶', `${sid}-000001`)], { sid }));
		forest.close();
		const verifier = fileURLToPath(new URL('../../docs/verify_shard.py', import.meta.url));
		expect(() => execFileSync('python3', [verifier, path])).not.toThrow();
	});
});

describe('a Merkle root of leaves that come one by one', () => {
	it('is that of the whole list', () => {
		for (let size = 1; size <= 70; size++) {
			const leaves = Array.from({ length: size }, (_, index) => sha256(`${index}`));
			const builder = new MerkleBuilder();
			for (const leaf of leaves) builder.add(leaf);
			expect(builder.root()).toEqual(merkleRoot(leaves));
		}
		expect(() => new MerkleBuilder().root()).toThrow(RangeError);
	});
});

function hasPython(): boolean {
	try {
		execFileSync('python3', ['--version'], { stdio: 'ignore' });
		return existsSync(fileURLToPath(new URL('../../docs/verify_shard.py', import.meta.url)));
	} catch {
		return false;
	}
}
