import { expect, test } from 'vitest';
import { draftOf } from '../../source/tui/composer/edit.ts';
import { type ListOverlay, narrowed } from '../../source/tui/overlays/overlay.ts';
import { bringIn } from '../helpers/histories.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { fileWorld, memoryWorld } from '../helpers/world.ts';
import { type Robot, robot } from './robot.ts';

// The list of all sessions, S.

const rows = (me: Robot) =>
	me
		.box()
		.slice(3)
		.map((row) => row.slice(3).trim())
		.filter((row) => row !== '' && !row.startsWith('─'));
const names = (me: Robot) =>
	rows(me)
		.filter((row) => !row.endsWith('thing here'))
		.map((row) => row.replace(/ {2,}.*$/, ''));

test('tab sorts by newest turn, by when they began, by size, and the title says which', async () => {
	const me = await robot('tea > milk > sugar ; coffee ; moss > fern', { size: '120x40' });
	const [tea = ''] = me.planted.sids;
	me.forest.add({
		sid: tea,
		parent_bates: null,
		question: 'more',
		answer_text: '',
		cache_key: '',
		audit_mode: 'STRICT',
		cited_titles: [],
		meta: {},
	});
	await me.press('session.list');
	expect(me.box()[0]).toContain('sessions, newest turn first');
	expect(names(me)).toEqual(['“tea”', '“moss”', '“coffee”']);
	await me.press('session.order');
	expect(me.box()[0]).toContain('sessions, last begun first');
	expect(names(me)).toEqual(['“moss”', '“coffee”', '“tea”']);
	await me.press('session.order');
	expect(me.box()[0]).toContain('sessions, most turns first');
	expect(names(me)).toEqual(['“tea”', '“moss”', '“coffee”']);
	await me.press('session.order');
	expect(me.box()[0]).toContain('newest turn first');
});

test('typing narrows by name, first question, id and tool', async () => {
	const world = memoryWorld();
	const yew = bringIn(world.forest, 'chatgpt', ['why yew?']);
	bringIn(world.forest, 'claude-ai', ['why elm?'], 1);
	const [tea = '', coffee = ''] = world.plant('tea ; coffee').sids;
	world.forest.labelSession(coffee, 'the morning');
	const me = await robot('', { world, open: tea, size: '120x40' });
	for (const [typed, found] of [
		['morn', ['the morning']],
		['coffee', ['the morning']],
		['chatgpt', ['“why yew?”']],
		[yew, ['“why yew?”']],
		['why elm', ['“why elm?”']],
		['nowhere', []],
	] as const) {
		await me.press('session.list', 'list.filter');
		await me.type(typed);
		expect(names(me)).toEqual(found);
		await me.press('overlay.close', 'overlay.close');
	}
});

test('a row says where a session is open, which tool it came from, and its id, named or not', async () => {
	const world = fileWorld();
	const yew = bringIn(world.forest, 'chatgpt', ['why yew?']);
	const { sids } = world.plant('tea ; coffee');
	world.forest.labelSession(sids[1] ?? '', 'morning');
	world.neighbour().hold(sids[1] ?? '');
	const me = await robot('', { world, open: sids[0] ?? '', size: '120x40' });
	await me.press('session.list');
	const [coffee, tea, oak] = rows(me);
	expect(coffee).toMatch(new RegExp(`morning .*open elsewhere  ${sids[1]?.slice(-8)}`));
	expect(tea).toMatch(new RegExp(`“tea” .*◂  ${sids[0]?.slice(-8)} +1 turn`));
	expect(oak).toMatch(new RegExp(`“why yew\\?” .*⇣ chatgpt  ${yew.slice(-8)} +1 turn`));
});

test('two sessions of the same minute that ask the same are told apart', async () => {
	const me = await robot('tea ; tea', { size: '120x40' });
	await me.press('session.list');
	const [one, two] = rows(me);
	expect(one).not.toBe(two);
});

test('a damaged session is named, hides no other and opens none', async () => {
	const world = fileWorld();
	const { sids } = world.plant('tea ; coffee');
	const me = await robot('', { world, open: sids[0] ?? '', size: '120x40' });
	behindItsBack(world.path, (db) =>
		db.prepare('UPDATE sessions SET created_at = ? WHERE sid = ?').run('long ago', sids[1]),
	);
	await me.press('session.list');
	expect(rows(me)[0]).toMatch(/^! [0-9a-f]{8} {2}The session .* is damaged: its times do not read as times/);
	expect(names(me)).toContain('“tea”');
	await me.press('list.choose');
	expect(me.hint).toContain('its times do not read as times');
	expect(me.desk.state().sid).toBe(sids[0]);
});

test('of ten thousand sessions only what is shown is put into words', () => {
	let worded = 0;
	const items = Array.from({ length: 10_000 }, (_, at) => ({
		id: String(at),
		found: `session ${at}`,
		get text() {
			worded++;
			return 'a name';
		},
	}));
	const overlay = { items, filter: draftOf('session 77') } as unknown as ListOverlay;
	expect(narrowed(overlay)).toHaveLength(280);
	expect(narrowed(overlay)).toBe(narrowed(overlay));
	expect(worded).toBe(0);
});

test('a shard that cannot be listed is a sentence', async () => {
	const world = fileWorld();
	const { sids } = world.plant('tea');
	const me = await robot('', { world, open: sids[0] ?? '' });
	behindItsBack(world.path, (db) => void db.exec('ALTER TABLE sessions RENAME COLUMN updated_at TO changed_at'));
	await me.press('session.list');
	expect(me.text()).toMatch(/! .*sessions.db is not as this program knows it/);
	expect(me.text()).not.toContain('fault of Arborist');
});
