import { describe, expect, test } from 'vitest';
import { LiveSessions } from '../../source/query/live.ts';
import { createSessionQuery } from '../../source/query/query.ts';
import type { SessionEvent } from '../../source/query/types.ts';
import { ask, type World } from '../helpers/world.ts';
import { edited, logOf } from './corpus.ts';

function openIn(forest: World['forest'], sid: string): LiveSessions {
	const live = new LiveSessions();
	live.open(logOf(forest, sid));
	return live;
}

describe('a turn in flight', () => {
	test('is the last event, grows, and stays when it is abandoned', async () => {
		const { forest, sid, sugar } = edited();
		const live = openIn(forest, sid);
		const query = createSessionQuery({ live });
		const last = async () => (await query.listEvents(sid)).events.at(-1);
		live.begin(sid, {
			question: 'more?',
			parent_bates: sugar.bates,
			time: sugar.created_at,
			meta: { history: [sugar.bates] },
		});
		live.grow(sid, 'Well, ');
		live.grow(sid, 'yes');
		expect(await last()).toMatchObject({
			seq: 8,
			state: 'pending',
			surface: 'current',
			data: { answer_text: 'Well, yes' },
		});
		expect((await last())?.data).not.toHaveProperty('bates');
		const { derivedEvents } = await query.traceEvent({ sessionId: sid, seq: 7 });
		expect(derivedEvents).toEqual([{ sessionId: sid, seq: 8, bates: '' }]);
		live.abandon(sid);
		expect(await last()).toMatchObject({ data: { answer_text: 'Well, yes', meta: { finish: 'cancelled' } } });
		ask(forest, sid, 'more?', { answer_text: 'Well, yes' });
		const recorded = logOf(forest, sid);
		live.record(recorded.events.at(-1) as Exclude<SessionEvent, { state: 'pending' }>, recorded.header);
		expect(await last()).toMatchObject({ seq: 8, data: { bates: `${sid}-000007` } });
		expect((await query.listEvents(sid)).events).toHaveLength(9);
	});

	test('is none where none was begun', () => {
		const { forest, sid } = edited();
		const live = openIn(forest, sid);
		expect(() => live.grow(sid, 'x')).toThrow('no turn in flight');
		expect(() => live.abandon('nowhere')).toThrow('not open');
	});
});
