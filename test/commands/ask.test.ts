import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LONGEST_QUESTION } from '../../source/commands/asking.ts';
import { tempFolder } from '../helpers/world.ts';
import { desk, refusal } from './desk.ts';

const NOTE = '# Oaks\n\nThe oak at the gate was planted in 1931 by Ida Berg.\n';

describe('a question alone', () => {
	test('begins a session of its own', async () => {
		const { type, sids } = desk();
		const first = await type('ask', 'is it so?');
		const second = await type('ask', 'is it?');
		expect(sids()).toEqual([second.json.sid, first.json.sid]);
		expect([first.json.seq, second.json.seq]).toEqual([1, 1]);
	});

	test('may come as several words', async () => {
		const { type } = desk();
		expect((await type('ask', 'is', 'it', 'so?')).json.question).toBe('is it so?');
	});

	test('names its session when a name is given', async () => {
		const { type, forest } = desk();
		const { json } = await type('ask', 'is it so?', '--label', 'doubts');
		expect(forest.session(json.sid)?.label).toBe('doubts');
	});

	test('that is empty leaves nothing behind', async () => {
		const { type, sids } = desk();
		expect((await refusal(type('ask', '   '))).code).toBe('EMPTY_QUESTION');
		expect(sids()).toEqual([]);
	});

	test('of a million characters is taken, and one more is not', async () => {
		const { type, sids, forest } = desk();
		const longest = 'why '.repeat(LONGEST_QUESTION / 4);
		const { json } = await type('ask', longest);
		expect(forest.turn(json.bates)?.question).toBe(longest);
		expect(await refusal(type('ask', `${longest}?`))).toEqual({
			code: 'QUESTION_TOO_LONG',
			message: 'The question is longer than 1,048,576 characters.',
			hint: 'Save it to a file, add that with `arborist add FILE`, and ask about it.',
		});
		expect(sids()).toHaveLength(1);
	});
});

describe('where a question lands', () => {
	test('--continue goes on where the last session stands', async () => {
		const { type, plant, forest } = desk();
		const tea = plant('tea > (green | black)');
		forest.move(tea.sid, tea.bates('green'));
		const { json } = await type('ask', 'how hot?', '--continue');
		expect([json.sid, json.parent_bates]).toEqual([tea.sid, tea.bates('green')]);
	});

	test('--continue begins a session when there is none yet', async () => {
		const { type, sids } = desk();
		await type('ask', 'how hot?', '--continue');
		expect(sids()).toHaveLength(1);
	});

	test.each([
		['its id', (sid: string) => sid],
		['the end of its id', (sid: string) => sid.slice(-8)],
		['its name', () => 'tea time'],
	])('--sid takes a session by %s, and asks where it stands', async (_how, named) => {
		const { type, plant, forest } = desk();
		const tea = plant('tea > (green | black) ; coffee');
		forest.labelSession(tea.sid, 'tea time');
		forest.move(tea.sid, tea.bates('green'));
		const { json } = await type('ask', 'how hot?', '--sid', named(tea.sid));
		expect([json.sid, json.parent_bates, json.seq]).toEqual([tea.sid, tea.bates('green'), 4]);
	});

	test('--at asks under that turn, in the session that minted it, which then stands on the new turn', async () => {
		const { type, plant, forest } = desk();
		const tea = plant('tea > green > how hot ; coffee');
		const { json } = await type('ask', 'with milk?', '--at', tea.bates('green'));
		expect([json.sid, json.parent_bates]).toEqual([tea.sid, tea.bates('green')]);
		expect(forest.session(tea.sid)?.current_bates).toBe(json.bates);
		expect(forest.session(tea.sids[1] as string)?.current_bates).toBe(tea.bates('coffee'));
	});

	test('--at with --sid forks across sessions: the named one mints the turn and stands on it', async () => {
		const { type, plant, forest } = desk();
		const grown = plant('tea > green ; coffee');
		const [tea, coffee] = grown.sids as [string, string];
		const before = forest.session(tea)?.current_bates;
		const { json } = await type('ask', 'with milk?', '--at', grown.bates('tea'), '--sid', coffee);
		expect([json.sid, json.parent_bates]).toEqual([coffee, grown.bates('tea')]);
		expect(forest.session(coffee)?.current_bates).toBe(json.bates);
		expect(forest.session(tea)?.current_bates).toBe(before);
		expect(json.tree_root_bates).toBe(`${tea}-000000`);
		expect(json.tree_root).toBe(grown.root(0).subtree_hash);
		expect(json.session_root).toBe(grown.root(1).subtree_hash);
	});

	test('--at takes a number of the session in use, and a label', async () => {
		const { type, plant } = desk();
		const grown = plant('tea > green #favourite ; coffee > sugar');
		expect((await type('ask', 'why?', '--at', '1')).json.parent_bates).toBe(grown.bates('coffee'));
		expect((await type('ask', 'why?', '--at', '1', '--sid', grown.sid)).json.parent_bates).toBe(grown.bates('tea'));
		expect((await type('ask', 'why?', '--at', 'favourite')).json.parent_bates).toBe(grown.bates('green'));
	});

	test('--at 0 asks at the root again', async () => {
		const { type, plant } = desk();
		const { root } = plant('tea > green');
		expect((await type('ask', 'coffee?', '--at', '0')).json.parent_bates).toBe(root().bates);
	});

	test.each([
		['a turn that is not there', ['--at', 'nowhere'], 'There is no turn “nowhere”.'],
		['a session that is not there', ['--sid', 'nobody'], 'There is no session “nobody”.'],
		['two sessions at once', ['--sid', 'drinks', '--continue'], '--continue and --sid both name a session.'],
	])('%s is refused and nothing is asked', async (_what, flags, sentence) => {
		const { type, plant, forest } = desk();
		const tea = plant('tea > green');
		forest.labelSession(tea.sid, 'drinks');
		expect((await refusal(type('ask', 'why?', ...flags))).message).toBe(sentence);
		expect(forest.session(tea.sid)?.next_seq).toBe(3);
	});

	test('two sessions of one name have to be told apart', async () => {
		const { type, plant, forest } = desk();
		const { sids } = plant('tea ; coffee');
		for (const sid of sids) forest.labelSession(sid, 'drinks');
		const { message, hint } = await refusal(type('ask', 'why?', '--sid', 'drinks'));
		expect(message).toBe('2 sessions are called “drinks”.');
		expect(hint).toContain(sids[0]);
	});
});

describe('--label', () => {
	test('names a session that is there already', async () => {
		const { type, plant, forest } = desk();
		const { sid } = plant('tea');
		await type('ask', 'why?', '--sid', sid, '--label', 'tea time');
		expect(forest.session(sid)?.label).toBe('tea time');
	});

	test('that is none is refused before anything is answered or saved', async () => {
		let asked = 0;
		const engine = {
			name: 'counting',
			async *answer() {
				asked++;
				yield { kind: 'done', finish: 'complete' } as const;
			},
		};
		const { type, sids } = desk({ engine });
		expect((await refusal(type('ask', 'why?', '--label', 'a\tb'))).code).toBe('BAD_LABEL');
		expect([asked, sids()]).toEqual([0, []]);
	});
});

describe('what --json prints of an answer', () => {
	test('has these fields, in this order', async () => {
		const { type } = desk();
		expect(Object.keys((await type('ask', 'is it so?')).json).join(' ')).toBe(
			'bates sid seq parent_bates question answer_text audit_mode cited_titles n_cited_sources cache_key cache_hit ' +
				'node_hash subtree_hash session_root tree_root tree_root_bates created_at finish evidence engine model usage verdicts history',
		);
	});

	test('says of the turn what the shard says', async () => {
		const { type, forest } = desk();
		const { json } = await type('ask', 'is it so?');
		const turn = forest.turn(json.bates);
		for (const column of [
			'sid',
			'seq',
			'parent_bates',
			'question',
			'answer_text',
			'audit_mode',
			'cited_titles',
		] as const)
			expect(json[column]).toEqual(turn?.[column]);
		for (const column of ['n_cited_sources', 'cache_key', 'node_hash', 'subtree_hash', 'created_at'] as const)
			expect(json[column]).toEqual(turn?.[column]);
	});

	test('holds the root of its session, of which the tree’s is the same in a session of its own', async () => {
		const { type, forest } = desk();
		const { json } = await type('ask', 'is it so?');
		const root = forest.turn(`${json.sid}-000000`);
		expect(json.session_root).toBe(root?.subtree_hash);
		expect([json.tree_root, json.tree_root_bates]).toEqual([root?.subtree_hash, root?.bates]);
	});

	test('lists the evidence with its text, and the titles that the answer cites', async () => {
		const folder = tempFolder();
		writeFileSync(join(folder, 'oaks.md'), NOTE);
		const { type } = desk({ engine: [{ answer: 'Ida Berg did.\n[E1 | Oaks | line 3]' }] });
		await type('add', folder);
		const { json } = await type('ask', 'who planted the oak at the gate?');
		expect([json.cited_titles, json.n_cited_sources]).toEqual([['Oaks'], 1]);
		const [first] = json.evidence;
		expect(Object.keys(first)).toEqual(['pointer', 'title', 'source', 'text']);
		expect([first.pointer, first.title]).toEqual(['E1', 'Oaks']);
		expect(first.source).toContain(join(folder, 'oaks.md'));
		expect(first.text).toContain('planted in 1931 by Ida Berg');
	});
});

describe('an answer given before', () => {
	test('is given again, and says so', async () => {
		const { type } = desk({ engine: [{ answer: 'One.' }, { answer: 'Two.' }] });
		const first = await type('ask', 'is it so?');
		const again = await type('ask', 'is it so?');
		expect([first.json.cache_hit, again.json.cache_hit]).toEqual([false, true]);
		expect(again.json.answer_text).toBe('One.');
		expect(again.text).toMatch(/ · answered before, now$/);
	});

	test('is left aside with --no-cache', async () => {
		const { type } = desk({ engine: [{ answer: 'One.' }, { answer: 'Two.' }] });
		await type('ask', 'is it so?');
		const { json } = await type('ask', 'is it so?', '--no-cache');
		expect([json.cache_hit, json.answer_text]).toEqual([false, 'Two.']);
	});
});

describe('the exit status', () => {
	test('is 0 for an answer, grounded or not', async () => {
		expect((await desk().type('ask', 'is it so?')).status).toBe(0);
	});

	test('is 1 for an answer that was not finished; the turn is kept', async () => {
		const { type, sids } = desk({ engine: [{ question: 'another', answer: 'x' }] });
		const { status, json } = await type('ask', 'is it so?');
		expect([status, json.finish, sids()]).toEqual([1, 'error', [json.sid]]);
	});
});

test('for people it is the answer and one line on what it is worth and where it lies', async () => {
	const { text, json } = await desk().type('ask', 'is it so?');
	expect(text).toBe(`So it is.\n\n${json.audit_mode} · #1 of ${json.sid.slice(-8)}`);
});
