import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { openSqlite } from '../../source/sqlite.ts';
import { ask, fileWorld } from '../helpers/world.ts';

test('an answer on its way is its own program’s until that one is gone', () => {
	const world = fileWorld();
	const { inFlight } = world.forest.aside();
	const id = inFlight.begin({ question: 'who?' });
	inFlight.grow(id, 'Stan ');
	inFlight.grow(id, 'Stan Lee');
	expect(inFlight.left()).toEqual([]);
	const after = world.reopen().aside().inFlight;
	expect(after.left()).toEqual([{ id, sent: { question: 'who?' }, text: 'Stan Lee' }]);
	after.end(id);
	expect(after.left()).toEqual([]);
});

test('what a running program has in flight, here or on another computer, is left alone', () => {
	const world = fileWorld();
	world.forest.aside();
	const db = openSqlite(world.path);
	const insert = db.prepare(`INSERT INTO in_flight VALUES (?, ?, '{"question":"x"}', '')`);
	const host = spawnSync('hostname').stdout.toString().trim();
	insert.run('a', `${process.ppid} ${host} 00000000`);
	insert.run('b', `${process.ppid} elsewhere.example 00000000`);
	insert.run('c', `4194303 ${host} 00000000`);
	insert.run('d', 'nonsense');
	db.close();
	expect(
		world.forest
			.aside()
			.inFlight.left()
			.map(({ id }) => id),
	).toEqual(['c']);
});

test('a turn that is forgotten is forgotten there too', () => {
	const world = fileWorld();
	const sid = world.forest.begin();
	const turn = ask(world.forest, sid, 'where is the key kept?');
	const { inFlight } = world.forest.aside();
	inFlight.begin({ question: 'where is the key kept?' });
	inFlight.begin({ question: 'something else' });
	world.forest.forget(turn.bates);
	const left = world.reopen().aside().inFlight.left();
	expect(left.map(({ sent }) => sent['question'])).toEqual(['something else']);
});
