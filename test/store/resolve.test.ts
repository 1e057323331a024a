import { expect, test } from 'vitest';
import { type Forest, openForest } from '../../source/store/forest.ts';
import { ask, memoryWorld } from '../helpers/world.ts';

const asked = (forest: Forest, reference: string, sid: string | null) => forest.resolve(reference, sid).turn.question;
const unknown = (hint: string | RegExp) =>
	expect.objectContaining({ code: 'UNKNOWN_REFERENCE', hint: expect.stringMatching(hint) });

test('a turn is meant by its bates id, by the end of one, by its number here, and by its label', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea #origin > black');
	const bates = tea.bates('tea');
	for (const reference of [bates, bates.slice(17), '1', '#1', '000001', 'origin', ' origin ']) {
		expect(asked(forest, reference, tea.sid)).toBe('tea');
	}
});

test('a number is one of the session in use, whoever’s tree that is', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea > black ; ^black > milk');
	expect(asked(forest, '1', tea.sids[0] as string)).toBe('tea');
	expect(asked(forest, '1', tea.sids[1] as string)).toBe('milk');
});

test('a number means nothing when no session is in use', () => {
	const { forest, plant } = memoryWorld();
	plant('tea');
	expect(() => forest.resolve('1', null)).toThrow(unknown(/bates id/));
});

test('of a label that stands on several turns this session’s is meant, and it is said that there are others', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea #start ; coffee #start ; water');
	expect(forest.resolve('start', tea.sids[0] as string)).toMatchObject({ turn: { question: 'tea' }, others: 1 });
	expect(forest.resolve('start', tea.sids[1] as string)).toMatchObject({ turn: { question: 'coffee' }, others: 1 });
});

test('of a label that this session does not have the newest is meant', () => {
	const { forest, plant } = memoryWorld();
	const tea = plant('tea #start ; coffee #start ; water');
	expect(asked(forest, 'start', tea.sids[2] as string)).toBe('coffee');
	expect(asked(forest, 'start', null)).toBe('coffee');
});

test('the end of a bates id that several turns share is not guessed', () => {
	const forest = openForest(':memory:');
	for (const day of ['01', '02']) ask(forest, `202601${day}T000000Z-0a1b2c3d`, 'tea');
	expect(() => forest.resolve('0a1b2c3d-000001', null)).toThrow(unknown(/20260101T000000Z.*20260102T000000Z/));
	forest.close();
});

test.each([
	['orign', 'origin'],
	['ORIGIN', 'origin'],
	['ori', 'origin'],
	['origins', 'origin'],
])('“%s”: did you mean %s?', (typed, label) => {
	const { forest, plant } = memoryWorld();
	const { sid } = plant('tea #origin > black #elsewhere');
	expect(() => forest.resolve(typed, sid)).toThrow(unknown(`Did you mean ${label}\\?`));
});

test('a number that is too high is answered with the numbers there are', () => {
	const { forest, plant } = memoryWorld();
	const { sid } = plant('tea > black');
	expect(() => forest.resolve('7', sid)).toThrow(unknown('a number from 1 to 2'));
});

test('a session’s id is answered with its first turn', () => {
	const { forest, plant } = memoryWorld();
	const { sid } = plant('tea');
	expect(() => forest.resolve(sid, null)).toThrow(unknown(`${sid}-000001`));
});

test.each([
	'',
	' ',
	'%',
	'_',
	'-000001',
	'%-0a1b2c3d-000001',
	'\0',
	'\ud800',
	"'; DROP TABLE nodes",
	'*'.repeat(100_000),
])('%j is nothing that is there, and says so', (typed) => {
	const { forest, plant } = memoryWorld();
	const { sid } = plant('tea #origin');
	expect(() => forest.resolve(typed, sid)).toThrow(expect.objectContaining({ code: 'UNKNOWN_REFERENCE' }));
});
