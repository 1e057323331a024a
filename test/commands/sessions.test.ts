import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { behindItsBack } from '../helpers/shards.ts';
import { ask } from '../helpers/world.ts';
import { desk, refusal } from './desk.ts';

const names = (row: object) => Object.keys(row).join(' ');

describe('session --list', () => {
	test('lists the session with the newest turn first, whatever was made, named or moved since', async () => {
		const { type, plant, forest } = desk();
		const { sids, bates } = plant('tea ; coffee ; water');
		const [tea, coffee, water] = sids as [string, string, string];
		ask(forest, coffee, 'sugar?');
		forest.labelSession(tea, 'old');
		forest.move(water, bates('tea'));
		expect((await type('session', '--list')).json.map(({ sid }: { sid: string }) => sid)).toEqual([coffee, water, tea]);
	});

	test('gives the shard’s columns and the number of turns', async () => {
		const { type, plant, forest } = desk();
		const { sid, bates } = plant('tea > green');
		forest.labelSession(sid, 'tea time');
		const [row] = (await type('session', '--list')).json;
		expect(names(row)).toBe('sid root_bates current_bates next_seq created_at updated_at label turns');
		expect(row).toEqual({ ...forest.session(sid), turns: 2 });
		expect(row.current_bates).toBe(bates('green'));
	});

	test('names a session that has no name by its first question, in columns', async () => {
		const { type, plant, forest } = desk();
		const { sids } = plant(`tea > ${'more > '.repeat(10)}enough ; what about coffee?`);
		forest.labelSession(sids[0] as string, 'tea time');
		expect((await type('session', '--list')).text.split('\n')).toEqual([
			`${sids[1]}      1 turn    now  “what about coffee?”`,
			`${sids[0]}     12 turns   now  tea time`,
		]);
	});

	test.each([
		['bytes for a name', "label = x'ff00fe'"],
		['a number that cannot be', 'next_seq = -5'],
		['words for a number', "next_seq = 'zz'"],
	])('shows the others, and of a session with %s what can be shown', async (_what, damage) => {
		const { type, plant, path } = desk({ inFile: true });
		const { sids } = plant('tea ; coffee');
		behindItsBack(path, (db) => void db.exec(`UPDATE sessions SET ${damage} WHERE sid = '${sids[0]}'`));
		const lines = (await type('session', '--list')).text.split('\n');
		expect(lines.map((line) => line.slice(0, 25)).sort()).toEqual([...sids].sort());
		expect(lines.join('\n')).toMatch(/ [01] turns? /);
		expect(lines.join('\n')).not.toContain('-6');
		await type('session', '--gc', '--keep', '0', '--yes');
	});

	test('is an empty list before the first question, and for people a first step', async () => {
		const { json, text } = await desk().type('session', '--list');
		expect(json).toEqual([]);
		expect(text).toBe('No sessions yet. Ask a first question: arborist ask "how do I fork a conversation?"');
	});
});

describe('session --tree', () => {
	test('lists turns in preorder without the root, with depth and number of children', async () => {
		const { type, plant } = desk();
		plant('tea > (green > how hot | black)');
		const { json } = await type('session', '--tree');
		expect(json.map((row: Record<string, unknown>) => [row['question'], row['depth'], row['children']])).toEqual([
			['tea', 1, 2],
			['green', 2, 1],
			['how hot', 3, 0],
			['black', 2, 0],
		]);
	});

	test('gives these fields, as the shard has them', async () => {
		const { type, plant } = desk();
		const tea = plant('tea #origin');
		const [row] = (await type('session', '--tree')).json;
		expect(names(row)).toBe(
			'bates sid seq parent_bates depth question label audit_mode created_at node_hash subtree_hash children',
		);
		const { bates, sid, seq, parent_bates, question, label, audit_mode, created_at, node_hash, subtree_hash } =
			tea.turn('tea');
		expect(row).toEqual({
			...{ bates, sid, seq, parent_bates, question, label, audit_mode, created_at, node_hash, subtree_hash },
			...{ depth: 1, children: 0 },
		});
	});

	test('is of the last session, or of the one that is named', async () => {
		const { type, plant } = desk();
		const { sids } = plant('tea ; coffee');
		expect((await type('session', '--tree')).json[0].question).toBe('coffee');
		expect((await type('session', '--tree', '--sid', sids[0] as string)).json[0].question).toBe('tea');
	});

	test('says `from` of a turn that another session minted', async () => {
		const { type, plant } = desk();
		const { sids } = plant('tea > green ; ^tea > with milk > how much');
		const { json } = await type('session', '--tree', '--sid', sids[0] as string);
		expect(json.map((row: Record<string, unknown>) => [row['question'], row['from']])).toEqual([
			['tea', undefined],
			['green', undefined],
			['with milk', sids[1]],
			['how much', sids[1]],
		]);
	});

	test('shows a session that only hangs under others: one subtree for each place, its first row with `under`', async () => {
		const { type, plant } = desk();
		const grown = plant('tea > green ; ^tea > with milk > how much');
		const { json } = await type('session', '--tree', '--sid', grown.sids[1] as string);
		expect(json.map((row: Record<string, unknown>) => [row['question'], row['depth'], row['under']])).toEqual([
			['with milk', 1, grown.bates('tea')],
			['how much', 2, undefined],
		]);
	});

	test('shows no session empty and no turn twice, however sessions hang in each other', async () => {
		// Each number chooses, among all turns so far, the one to ask under, and each letter the session that asks.
		const asks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2)), { minLength: 1, maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(asks, async (choices) => {
				const { forest, type } = desk();
				const sids = [0, 1, 2].map(() => forest.begin());
				const grown: string[] = [];
				for (const [place, session] of choices) {
					const under = [null, ...grown][place % (grown.length + 1)] ?? null;
					grown.push(ask(forest, sids[session] as string, `question ${grown.length}`, { under }).bates);
				}
				for (const { sid } of forest.sessions()) {
					const rows = (await type('session', '--tree', '--sid', sid)).json as { bates: string; sid: string }[];
					expect(new Set(rows.map(({ bates }) => bates)).size).toBe(rows.length);
					const own = grown.filter((bates) => bates.startsWith(sid));
					expect(rows.filter((row) => row.sid === sid).map(({ bates }) => bates)).toEqual(expect.arrayContaining(own));
				}
			}),
			{ numRuns: 40 },
		);
	});

	test('draws a conversation at the left and indents only where it forks', async () => {
		const { type, plant, forest } = desk();
		const grown = plant('tea > which leaf > (green #favourite > how hot | black) ; ^black > with milk');
		forest.move(grown.sid, grown.bates('how hot'));
		forest.labelSession(grown.sid, 'tea time');
		const [own, other] = grown.sids.map((sid) => sid.slice(-8));
		expect((await type('session', '--tree', '--sid', 'tea time')).text.split('\n')).toEqual([
			'tea time · 5 turns, and 1 from elsewhere',
			'    1  tea',
			'    2  which leaf',
			'    3  ├ green  ⚑ favourite',
			'    4  │ how hot  ◂',
			'    5  ╰ black',
			`    1    with milk  [from ${other}]`,
		]);
		expect((await type('session', '--tree', '--sid', grown.sids[1] as string)).text.split('\n')).toEqual([
			`${other} · 1 turn`,
			`↗ under “black” of ${own}`,
			'    1    with milk  ◂',
		]);
	});

	test('stays readable where forks lie a hundred deep', async () => {
		const { type, forest } = desk();
		const sid = forest.begin();
		let under: string | null = null;
		for (let depth = 0; depth < 100; depth++) {
			ask(forest, sid, 'aside', { under });
			under = ask(forest, sid, 'a question worth reading', { under }).bates;
		}
		const { text } = await type('session', '--tree');
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
		expect(text.match(/a question worth reading/g)).toHaveLength(100);
	});

	test('asks for a first question when there is no session', async () => {
		expect((await refusal(desk().type('session', '--tree'))).message).toBe('There is no session yet.');
	});
});

describe('session --find', () => {
	test('finds turns of every session, each with its path, first turn first', async () => {
		const { type, plant } = desk();
		const grown = plant('tea > green > how hot is a kettle ; coffee > kettle or pot');
		const { json } = await type('session', '--find', 'kettle');
		expect(names(json[0])).toBe('bates sid question snippet created_at path');
		const hot = json.find(({ bates }: { bates: string }) => bates === grown.bates('how hot is a kettle'));
		expect(hot.path).toEqual(
			['tea', 'green', 'how hot is a kettle'].map((question) => ({ bates: grown.bates(question), question })),
		);
		expect(json.map(({ sid }: { sid: string }) => sid).sort()).toEqual([...grown.sids].sort());
	});

	test('gives at most --limit turns, and tells people that there are more', async () => {
		const { type, plant } = desk();
		plant('tea one > tea two > tea three');
		const { json, text } = await type('session', '--find', 'tea', '--limit', '2');
		expect(json).toHaveLength(2);
		expect(text.split('\n').at(-1)).toBe('2 of 3 turns; --limit N shows more.');
	});

	test.each(['0', '-1', '1.5'])('does not take %s for a limit', async (limit) => {
		const { message } = await refusal(desk().type('session', '--find', 'tea', `--limit=${limit}`));
		expect(message).toBe('--limit takes a whole number from 1 to 1000.');
	});

	test('tells of the path of a turn far down what is nearest', async () => {
		const { type, plant } = desk();
		plant(`${Array.from({ length: 120 }, (_, at) => `step ${at}`).join(' > ')} > the kettle`);
		const [{ path }] = (await type('session', '--find', 'kettle')).json;
		expect([path.length, path[0].question, path.at(-1).question]).toEqual([100, 'step 21', 'the kettle']);
	});

	test('finds nothing with an empty list, and says so to people', async () => {
		const { json, text } = await desk().type('session', '--find', 'unicorns');
		expect(json).toEqual([]);
		expect(text).toBe('Nothing found for “unicorns”.');
	});

	test('shows people the question, what was found, what it hangs under, and where it lies', async () => {
		const { type, plant } = desk();
		const { bates } = plant('tea > green > how hot = A kettle of eighty degrees.');
		const [question, snippet, under, place] = (await type('session', '--find', 'kettle')).text.split('\n');
		expect(question).toBe('how hot');
		expect(snippet?.trim()).toMatch(/^A \[kettle\] of eighty degrees/);
		expect(under).toBe('    under tea › green');
		expect(place).toBe(`    ${bates('how hot')} · now`);
	});

	test('fits a terminal, however long questions are and however deep they lie', async () => {
		const { type, plant } = desk();
		const long = 'a question that goes on about kettles for quite a while longer than anyone would read';
		plant([1, 2, 3, 4, 5, 6].map((n) => `${n} ${long} = ${long} ${long}`).join(' > '));
		const { text } = await type('session', '--find', 'kettles');
		expect(text).toContain('under … › ');
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
	});
});
