import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../source/hash/digest.ts';
import { ask, memoryWorld, newTurn } from '../helpers/world.ts';

describe('a turn that is added', () => {
	test('makes its session with the root and itself, and the session stands on it', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		const turn = ask(forest, sid, 'what is tea', { answer_text: 'A leaf.' });
		expect(turn).toMatchObject({
			bates: `${sid}-000001`,
			seq: 1,
			parent_bates: `${sid}-000000`,
			answer_text: 'A leaf.',
		});
		expect(forest.session(sid)).toMatchObject({ next_seq: 2, current_bates: turn.bates, root_bates: `${sid}-000000` });
		expect(forest.turn(`${sid}-000000`)).toMatchObject({
			audit_mode: 'ROOT',
			question: '',
			parent_bates: null,
			seq: 0,
		});
	});

	test('begins nothing before its first question', () => {
		const { forest } = memoryWorld();
		forest.begin();
		expect(forest.sessions()).toEqual([]);
		expect(forest.head()).toBeUndefined();
	});

	test('numbers go up by one in its own session, whatever tree it hangs in', () => {
		const { plant } = memoryWorld();
		const tea = plant('tea > (black | green) ; coffee > ^green > milk');
		expect(['tea', 'black', 'green', 'coffee', 'milk'].map((question) => tea.turn(question).seq)).toEqual([
			1, 2, 3, 1, 2,
		]);
		expect(tea.turn('milk').sid).toBe(tea.sids[1]);
	});

	test('under another session’s turn moves the session that minted it only', () => {
		const { forest, plant } = memoryWorld();
		const tea = plant('tea > black ; ^tea > coffee');
		expect(forest.session(tea.sids[0] as string)?.current_bates).toBe(tea.bates('black'));
		expect(forest.session(tea.sids[1] as string)?.current_bates).toBe(tea.bates('coffee'));
	});

	test('under a turn that is not there is refused, and nothing is written, its session neither', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		expect(() => ask(forest, sid, 'tea', { under: `${sid}-000007` })).toThrow(
			expect.objectContaining({ code: 'UNKNOWN_REFERENCE' }),
		);
		expect(forest.session(sid)).toBeUndefined();
		expect(forest.head()).toBeUndefined();
	});

	test('of a session whose id does not read as one is refused', () => {
		const { forest } = memoryWorld();
		expect(() => ask(forest, 'my-session', 'tea')).toThrow(expect.objectContaining({ code: 'UNKNOWN_SESSION' }));
	});

	test('of a session with a name gives it that name, once', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		forest.add({ ...newTurn('tea'), sid, parent_bates: null, session_label: 'drinks' });
		expect(forest.session(sid)?.label).toBe('drinks');
		expect(forest.events(0).map(({ event_type }) => event_type)).toEqual([
			'session_created',
			'node_added',
			'node_added',
		]);
		expect(forest.verify().findings).toEqual([]);
	});

	test('of a session with a name that is none leaves nothing behind', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		expect(() => forest.add({ ...newTurn('tea'), sid, parent_bates: null, session_label: '\n' })).toThrow(
			expect.objectContaining({ code: 'BAD_LABEL' }),
		);
		expect(forest.sessions()).toEqual([]);
	});

	test('keeps its distinct titles in the order of first citation', () => {
		const { forest } = memoryWorld();
		const { bates } = ask(forest, forest.begin(), 'tea', { cited_titles: ['Tea', 'Water', 'Tea'] });
		expect(forest.turn(bates)).toMatchObject({ cited_titles: ['Tea', 'Water'], n_cited_sources: 2 });
	});

	test('keeps what its meta says', () => {
		const { forest } = memoryWorld();
		const meta = { engine: 'excerpt', usage: { total_ms: 12 }, verdicts: [{ sentence: 'S1', verdict: 'proven' }] };
		expect(forest.turn(ask(forest, forest.begin(), 'tea', { meta }).bates)?.meta).toEqual(meta);
	});

	test('refuses a meta with a fraction, which programs would print differently', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		expect(() => ask(forest, sid, 'tea', { meta: { usage: { total_ms: 0.5 } } })).toThrow(TypeError);
		expect(forest.sessions()).toEqual([]);
	});

	test('is stored as well-formed text, in every one of its texts', () => {
		const { forest } = memoryWorld();
		const torn = 'a\ud800\0b';
		const turn = ask(forest, forest.begin(), torn, { answer_text: torn, cited_titles: [torn], meta: { model: torn } });
		expect(forest.turn(turn.bates)).toMatchObject({
			question: 'a\ufffdb',
			answer_text: 'a\ufffdb',
			cited_titles: ['a\ufffdb'],
			meta: { model: 'a\ufffdb' },
		});
		expect(forest.verify().findings).toEqual([]);
	});

	test('may hold a question of a megabyte', () => {
		const { forest } = memoryWorld();
		const question = 'tea '.repeat(2 ** 18);
		expect(forest.turn(ask(forest, forest.begin(), question).bates)?.question).toBe(question);
	});

	test('was asked when it says, and recorded when it was', () => {
		const { forest } = memoryWorld();
		const asked = '2020-05-06T07:08:09.123Z';
		const { bates } = ask(forest, forest.begin(), 'tea', { created_at: asked });
		expect(forest.turn(bates)?.created_at).toBe(asked);
		expect(forest.events(0).filter(({ created_at }) => created_at === asked)).toEqual([]);
		expect(forest.verify().findings).toEqual([]);
	});
});

describe('moving', () => {
	test('the next question lands where the session was moved to', () => {
		const { forest, plant } = memoryWorld();
		const tea = plant('tea > black');
		forest.move(tea.sid, tea.bates('tea'));
		expect(ask(forest, tea.sid, 'green').parent_bates).toBe(tea.bates('tea'));
	});

	test('to another session’s turn, and then asking there, mints from one’s own', () => {
		const { forest, plant } = memoryWorld();
		const tea = plant('tea ; coffee');
		forest.move(tea.sids[1] as string, tea.bates('tea'));
		expect(ask(forest, tea.sids[1] as string, 'milk')).toMatchObject({
			sid: tea.sids[1],
			parent_bates: tea.bates('tea'),
			seq: 2,
		});
		expect(forest.verify().findings).toEqual([]);
	});

	test('to where the session stands is no change', () => {
		const { forest, plant } = memoryWorld();
		const tea = plant('tea');
		const head = forest.head();
		forest.move(tea.sid, tea.bates('tea'));
		expect(forest.head()).toEqual(head);
	});

	test('to nowhere, or of nobody, is refused', () => {
		const { forest, plant } = memoryWorld();
		const tea = plant('tea');
		expect(() => forest.move(tea.sid, `${tea.sid}-000099`)).toThrow(
			expect.objectContaining({ code: 'UNKNOWN_REFERENCE' }),
		);
		expect(() => forest.move('nobody', tea.bates('tea'))).toThrow(expect.objectContaining({ code: 'UNKNOWN_SESSION' }));
	});
});

describe('the record', () => {
	test('holds one event a change, each hashed behind the last, numbered in the forest and in its session', () => {
		const { forest, plant } = memoryWorld();
		const tea = plant('tea #origin ; coffee');
		forest.move(tea.sid, `${tea.sid}-000000`);
		const events = forest.events(0);
		expect(events.map(({ event_type, session_seq }) => `${event_type} ${session_seq}`)).toEqual([
			'session_created 0',
			'node_added 1',
			'node_added 2',
			'node_labeled 3',
			'session_created 0',
			'node_added 1',
			'node_added 2',
			'moved 4',
		]);
		let previous = '';
		for (const [index, event] of events.entries()) {
			expect(event.seq).toBe(index + 1);
			expect(event.event_hash).toBe(sha256Hex(previous + event.body));
			previous = event.event_hash;
		}
	});

	test('never holds the text of a question, an answer, a title or a label', () => {
		const { forest } = memoryWorld();
		const sid = forest.begin();
		const turn = newTurn('SECRETquestion', {
			answer_text: 'SECRETanswer',
			cited_titles: ['SECRETtitle'],
			meta: { model: 'SECRETmodel' },
		});
		const { bates } = forest.add({ ...turn, sid, parent_bates: null, session_label: 'SECRETname' });
		forest.label(bates, 'SECRETlabel');
		forest.labelSession(sid, 'SECRETother');
		expect(forest.events(0)).toHaveLength(5);
		expect(JSON.stringify(forest.events(0))).not.toContain('SECRET');
	});

	test('says when the session changed last', () => {
		const { forest, plant, clock } = memoryWorld();
		const { sid, bates } = plant('tea');
		clock.set(Date.UTC(2030, 0, 1));
		forest.label(bates('tea'), 'origin');
		expect(forest.session(sid)?.updated_at).toBe('2030-01-01T00:00:00.000Z');
	});
});
