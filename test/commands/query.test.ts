import { describe, expect, test } from 'vitest';
import { desk, refusal } from './desk.ts';

describe('arborist query', () => {
	test('sessions, with where they were forked from', async () => {
		const { type, plant } = desk();
		const { sids, bates } = plant('tea > milk ; ^milk > foam');
		const { json, text } = await type('query', 'sessions');
		expect(json.records.map(({ header }: { header: { id: string } }) => header.id)).toEqual([...sids].reverse());
		expect(json.problems).toEqual([]);
		expect(text).toContain(`${sids[1]}  `);
		expect(text).toContain(`kept  under ${bates('milk')}`);
	});

	test('the events of a session, each with what it is now', async () => {
		const { type, plant, forest } = desk();
		const { sid, bates } = plant('tea > (milk | lemon)');
		forest.move(sid, bates('milk'));
		const { json, text } = await type('query', 'events', sid);
		expect(json.events.map(({ surface }: { surface: string }) => surface).join(' ')).toBe(
			'log-only current current current branch log-only',
		);
		expect(text.split('\n')[4]).toMatch(/^ {5}4 {2}\S+ {2}branch {4}node_added {8}lemon$/);
	});

	test('one event, whole, with those around it', async () => {
		const { type, plant } = desk();
		const { sid } = plant('tea > milk > foam');
		const { json, text } = await type('query', 'event', sid, '3', '--before', '1', '--after', '9');
		expect([json.startSeq, json.endSeq, json.target.data.question]).toEqual([2, 4, 'milk']);
		expect(text).toMatch(/^ .*tea\n›.*milk\n .*foam\n\n\{/);
	});

	test('what lies above and below a session, and a turn', async () => {
		const { type, plant } = desk();
		const { sids } = plant('tea ; ^tea > milk ; ^milk > foam');
		const { json, text } = await type('query', 'trace-session', sids[1] as string);
		expect(json).toMatchObject({ complete: true, root: { header: { id: sids[0] } } });
		expect(text.split('\n').map((line) => line.slice(0, 4))).toEqual(['2026', '› 20', '  20']);
		const event = await type('query', 'trace-event', sids[1] as string, '2');
		expect(event.json).toMatchObject({ replacedBy: null, sourceEvents: [], derivedEvents: [] });
		expect(event.text).toContain('made from    –');
	});

	test('the code stands at the start of what is refused', async () => {
		const { type, plant } = desk();
		const { sid } = plant('tea');
		const refused = async (...words: string[]) => (await refusal(type('query', ...words))).message.split(':')[0];
		expect(await refused('events', 'nowhere')).toBe('SESSION_QUERY_SESSION_NOT_FOUND');
		expect(await refused('event', sid, '9')).toBe('SESSION_QUERY_EVENT_NOT_FOUND');
		expect(await refused('event', sid, 'x')).toBe('SESSION_QUERY_EVENT_NOT_FOUND');
		expect(await refused('event', sid, '1', '--before=-1')).toBe('SESSION_QUERY_INVALID_WINDOW');
		expect(await refused('event', sid, '1', '--after', '51')).toBe('SESSION_QUERY_INVALID_WINDOW');
	});

	test('a form that is none is wrong usage', async () => {
		const { type } = desk();
		for (const words of [[], ['all'], ['events'], ['sessions', 'x'], ['sessions', '--before', '1'], ['constructor']])
			expect((await refusal(type('query', ...words))).code).toBe('USAGE');
	});
});
