import { expect, test } from 'vitest';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import { fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

// What the query service knows of the sessions that are open on the screen.

/** Says one word, and the rest when it is told to. */
function slow(): { engine: AnswerEngine; finish(): void } {
	let finish: () => void = () => undefined;
	return {
		finish: () => finish(),
		engine: {
			name: 'slow',
			async *answer() {
				yield { kind: 'text', text: 'Well' };
				await new Promise<void>((done) => {
					finish = done;
				});
				yield { kind: 'text', text: ', yes' };
			},
		},
	};
}

test('the session in use is live, others are kept only', async () => {
	const me = await robot('tea ; coffee', { session: 1 });
	const { records } = await me.desk.query.listSessions();
	const told = records.map(({ header, live, persisted }) => [header.id, live, persisted]);
	expect(new Map(told.map(([id, ...rest]) => [id, rest]))).toEqual(
		new Map([
			[me.planted.sids[0], [false, true]],
			[me.planted.sids[1], [true, true]],
		]),
	);
});

test('a new session is live before it is saved', async () => {
	const me = await robot('');
	const { records } = await me.desk.query.listSessions();
	expect(records).toMatchObject([{ header: { id: me.desk.state().sid }, live: true, persisted: false }]);
});

test.each(['tea', ''])('an answer on its way is its last event, and then a turn (%o)', async (line) => {
	const { engine, finish } = slow();
	const me = await robot(line, { engine });
	const { sid } = me.desk.state();
	if (line !== '') await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	const last = async () => (await me.desk.query.listEvents(sid)).events.at(-1);
	expect(await last()).toMatchObject({
		state: 'pending',
		surface: 'current',
		data: { question: 'how hot?', answer_text: 'Well' },
	});
	finish();
	await me.settle();
	expect(await last()).toMatchObject({ type: 'node_added', data: { answer_text: 'Well, yes' } });
	expect(await last()).not.toHaveProperty('state', 'pending');
});

test('a session left while its answer comes stays live until it has come', async () => {
	const { engine, finish } = slow();
	const me = await robot('tea ; coffee', { engine });
	const { sid } = me.desk.state();
	const isLive = async () => (await me.desk.query.listSessions()).records.find(({ header }) => header.id === sid)?.live;
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter', 'esc');
	await me.press('session.list');
	await me.press('list.choose');
	expect(me.desk.state().sid).not.toBe(sid);
	expect(await isLive()).toBe(true);
	finish();
	await me.settle();
	expect(await isLive()).toBe(false);
});

test('what is recorded, here or elsewhere, is told at once', async () => {
	const world = fileWorld();
	const { sids } = world.plant('tea');
	const me = await robot('', { world, open: sids[0] ?? '' });
	const [sid = ''] = sids;
	const types = async () => (await me.desk.query.listEvents(sid)).events.map(({ type }) => type).slice(3);
	expect(await types()).toEqual([]);
	world.neighbour().label(`${sid}-000001`, 'mine');
	await me.wait();
	expect(await types()).toEqual(['node_labeled']);
});

test('the window is named after the session, with what goes on in it', async () => {
	const { engine, finish } = slow();
	const me = await robot('tea > milk', { engine });
	const title = () => [...me.machine.stdout.bytes.matchAll(/\u001b\]2;([^\u0007]*)\u0007/g)].at(-1)?.[1];
	expect(title()).toBe('“tea” · 2 turns · arborist');
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	expect(title()).toBe('“tea” · answering · arborist');
	finish();
	await me.settle();
	expect(title()).toBe('“tea” · 3 turns · arborist');
	await me.press('session.new');
	expect(title()).toBe('a new session · arborist');
});
