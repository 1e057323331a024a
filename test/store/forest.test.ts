import { expect, test } from 'vitest';
import { ask, fileWorld, memoryWorld } from '../helpers/world.ts';

const questions = (turns: readonly { question: string }[]) => turns.map(({ question }) => question);

test('a path leads from the first turn of its tree down, over sessions, without the root', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > (black | green) ; ^green > milk > sugar');
	expect(questions(forest.path(tea.bates('sugar')))).toEqual(['tea', 'green', 'milk', 'sugar']);
	expect(forest.path(tea.root().bates)).toEqual([]);
});

test('the root of a turn’s tree may be another session’s', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea ; ^tea > milk');
	expect(forest.treeRoot(tea.bates('milk'))?.bates).toBe(tea.root(0).bates);
	expect(forest.treeRoot('nowhere')).toBeUndefined();
});

test('branch points are the turns of a session with two children or more, whoever asked them', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > (black > strong | green) ; ^black > milk');
	expect(questions(forest.branchPoints(tea.sids[0] as string))).toEqual(['tea', 'black']);
	expect(forest.branchPoints(tea.sids[1] as string)).toEqual([]);
});

test('two first questions make the root a branch point', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('(tea | coffee)');
	expect(forest.branchPoints(tea.sid).map(({ seq }) => seq)).toEqual([0]);
});

test('entries are the turns that a session hung into others’ trees', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > black ; coffee > ^tea > milk > sugar > ^black > lemon');
	expect(forest.entries(tea.sids[1] as string)).toEqual([tea.bates('milk'), tea.bates('lemon')]);
	expect(forest.entries(tea.sids[0] as string)).toEqual([]);
});

test('children stand in the order in which they were asked', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > (c | a | b)');
	expect(questions(forest.children(tea.bates('tea')))).toEqual(['c', 'a', 'b']);
});

test('sessions stand with the newest turn first, with how many turns they have', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > black ; coffee ; water');
	ask(forest, tea.sid, 'green');
	expect(forest.sessions().map(({ sid, turns }) => [sid, turns])).toEqual([
		[tea.sids[0], 3],
		[tea.sids[2], 1],
		[tea.sids[1], 1],
	]);
});

test('the last session is the one that changed last, also when the clock stands still or goes back', () => {
	const { forest, plant, clock } = memoryWorld({ step: 0 });
	const tea = plant('tea ; coffee');
	expect(forest.lastSession()?.sid).toBe(tea.sids[1]);
	clock.set(0);
	forest.label(tea.bates('tea'), 'origin');
	expect(forest.lastSession()?.sid).toBe(tea.sids[0]);
});

test('labelled turns stand newest first', () => {
	const { forest, plant } = memoryWorld();
	plant('tea #one > black > green #two ; coffee #three');
	expect(forest.labelled().map(({ label }) => label)).toEqual(['three', 'two', 'one']);
});

test('what is not there is not there', () => {
	const { forest } = memoryWorld();
	expect([forest.turn('x'), forest.session('x'), forest.lastSession(), forest.head()]).toEqual(
		Array(4).fill(undefined),
	);
	expect([forest.children('x'), forest.path('x'), forest.entries('x'), forest.branchPoints('x')]).toEqual(
		Array(4).fill([]),
	);
});

test('everything is there again when the file is opened again', () => {
	const world = fileWorld();
	const tea = world.plant('tea #origin > (black | green) ; ^green > milk');
	const before = tea.sids.map((sid) => world.forest.session(sid));
	const forest = world.reopen();
	expect(tea.sids.map((sid) => forest.session(sid))).toEqual(before);
	expect(questions(forest.path(tea.bates('milk')))).toEqual(['tea', 'green', 'milk']);
	expect(forest.verify().findings).toEqual([]);
});

test('every turn can be found by the event that recorded it', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea');
	expect(forest.eventOf(tea.bates('tea'))).toMatchObject({ event_type: 'node_added', sid: tea.sid });
	expect(forest.eventOf('nowhere')).toBeUndefined();
});
