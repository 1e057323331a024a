import { expect, test } from 'vitest';
import { ask, fileWorld, memoryWorld } from '../helpers/world.ts';

test('what each session was asked first, and which tool brought it', () => {
	const { forest } = memoryWorld();
	const own = forest.begin();
	ask(forest, own, 'what is tea?');
	ask(forest, own, 'and coffee?');
	const { sid } = forest.import({
		source: { tool: 'chatgpt', file_sha256: 'a'.repeat(64) },
		created_at: '2024-01-01T00:00:00.000Z',
		turns: [
			{
				id: '1',
				parent: null,
				question: 'why oaks?',
				answer_text: 'They last.',
				created_at: '2024-01-01T00:00:00.000Z',
				meta: {},
			},
		],
	});
	expect(forest.firstQuestions()).toEqual(
		new Map([
			[own, 'what is tea?'],
			[sid, 'why oaks?'],
		]),
	);
	expect(forest.importedBy()).toEqual(new Map([[sid, 'chatgpt']]));
});

test('sessions that another program has open are known, and one’s own are not among them', () => {
	const world = fileWorld();
	const [mine, theirs] = [world.forest.begin(), world.forest.begin()];
	world.forest.hold(mine);
	world.neighbour().hold(theirs);
	expect(world.forest.openElsewhere()).toEqual(new Set([theirs]));
});
