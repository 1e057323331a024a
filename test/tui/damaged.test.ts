import { expect, test } from 'vitest';
import { behindItsBack } from '../helpers/shards.ts';
import { fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

// Rows that hold what does not belong there, as a bad disk or another program leaves them.

const KEYS = 'k j l g s esc b esc i esc y esc m esc R esc / t enter esc v esc o esc z z enter esc esc'.split(' ');

const NODES =
	'question answer_text label cache_key audit_mode created_at cited_titles_json n_cited_sources meta_json cited_titles seq';
const SESSIONS = 'label created_at updated_at next_seq current_bates';

test.each([
	...NODES.split(' ').map((column) => ['nodes', column]),
	...SESSIONS.split(' ').map((column) => ['sessions', column]),
])('with bytes in %s.%s every key still does what it does, and the other rows are there', async (table, column) => {
	const world = fileWorld();
	const { sid, bates } = world.plant('tea #origin > (green | black) ; coffee > milk');
	world.forest.labelSession(sid, 'drinks');
	behindItsBack(world.path, (db) => {
		const damaged = table === 'nodes' ? `bates = '${bates('black')}'` : `sid = '${sid}'`;
		db.exec(`UPDATE ${table} SET ${column} = x'ff00fe' WHERE ${damaged}`);
	});
	const me = await robot('', { world, size: '100x30', open: sid });
	for (const key of KEYS) {
		await me.keys(key);
		expect(me.text(), key).not.toMatch(/A fault|is not as this program knows it/);
	}
	expect(me.stray()).toEqual([]);
	expect(me.tree().join('\n')).toContain('green');
	await me.press('session.list');
	expect(me.box().join('\n')).toContain('coffee');
});
