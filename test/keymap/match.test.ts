import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeymap } from '../../source/keymap/match.ts';
import { columnsOf } from '../../source/keymap/names.ts';
import { SOUGHT } from '../../source/keymap/palette.ts';
import type { Remaps } from '../../source/keymap/remap.ts';
import { PLACES, placesOf } from '../../source/keymap/scopes.ts';
import { ROWS } from '../../source/keymap/table.ts';
import { BUSY, NEW } from './situations.ts';

const keymap = createKeymap(ROWS);

function line(place: Parameters<typeof keymap.hints>[0], situation = BUSY, columns = 120): string {
	return keymap
		.hints(place, situation, columns)
		.map(({ keys, text }) => `${keys} ${text}`)
		.join('  ');
}

test('a key is a command where it has one', () => {
	expect(keymap.commandFor('tree', 'j', BUSY)).toEqual({ id: 'move.down', nth: 0 });
	expect(keymap.commandFor('list', 'down', BUSY)).toEqual({ id: 'move.down', nth: 1 });
	expect(keymap.commandFor('find', 'alt-3', BUSY)).toEqual({ id: 'hit.pick', nth: 2 });
	expect(keymap.commandFor('tree', 'enter', BUSY)).toEqual({ id: 'turn.stand', nth: 0 });
	expect(keymap.commandFor('composer', 'enter', { ...BUSY, composerEmpty: false })).toEqual({
		id: 'composer.send',
		nth: 0,
	});
	expect(keymap.commandFor('tree', 'f7', BUSY)).toBeUndefined();
});

test('a command that does not work now says why not', () => {
	expect(keymap.commandFor('tree', ']', { ...BUSY, siblings: 1 })).toEqual({
		id: 'sibling.next',
		disabled: 'this turn has no siblings',
	});
});

test('where one types, what types is text, and the other keys work', () => {
	for (const key of ['/', 'j', 'q', '?', ':', 'space', 'é']) {
		for (const place of ['composer', 'find', 'filter', 'field'] as const) {
			expect(keymap.commandFor(place, key, BUSY)).toBeUndefined();
		}
	}
	expect(keymap.commandFor('composer', 'ctrl-r', BUSY)).toMatchObject({ id: 'find.open' });
	expect(keymap.commandFor('find', 'ctrl-r', BUSY)).toMatchObject({ id: 'find.scope' });
});

test('the hint line as drawn, in fewer words and with fewer pieces where it is narrow', () => {
	expect(line('tree')).toBe(
		'enter stand here  a ask  e edit  r again  [ ] siblings  / find  b next branch  m label  s inspect  S sessions  ? help',
	);
	expect(line('tree', BUSY, 80)).toBe('enter stand  a ask  e edit  r again  [ ] sib  / find  b next branch  ? help');
	expect(line('tree', BUSY, 30)).toBe('enter stand  a ask  ? help');
	expect(line('tree', BUSY, 5)).toBe('');
	expect(line('composer', NEW, 80)).toBe('esc to the forest  ctrl-r find  ctrl-d quit  alt-enter new line  f1 help');
	expect(line('find', BUSY, 80)).toBe('ctrl-r scope  enter open  esc close  alt-1..9 hit  f1 help');
});

test('help groups the table, joins what belongs together, gives the reasons and can be filtered', () => {
	const help = keymap.help({ ...BUSY, siblings: 1 });
	const lines = help.flatMap((group) => group.lines);
	expect(lines.flatMap(({ ids }) => ids).toSorted()).toEqual(ROWS.map(({ id }) => id).toSorted());
	expect(lines).toContainEqual({
		ids: ['sibling.previous', 'sibling.next'],
		keys: '[ ]',
		shown: '[ ]',
		title: 'siblings',
		was: undefined,
		reason: 'this turn has no siblings',
	});
	expect(lines).toContainEqual(expect.objectContaining({ keys: 'j k ↓ ↑', title: 'move, scroll', reason: undefined }));
	expect(keymap.help(BUSY, '/BACK').flatMap((group) => group.lines.flatMap(({ ids }) => ids))).toEqual(['turn.parent']);
	expect(keymap.help(BUSY, 'nothing like it')).toEqual([]);
});

test('the palette knows commands by name, by title, and as they were typed', () => {
	const first = (query: string) => keymap.palette(query)[0]?.id;
	for (const [query, id] of Object.entries({
		'/back': 'turn.parent',
		'/find spider man': 'find.open',
		'turn.again': 'turn.again',
		'next sibling': 'sibling.next',
		quit: 'quit',
		verify: 'root.verify',
		hlp: 'help.open',
	})) {
		expect([query, first(query)]).toEqual([query, id]);
	}
	expect(keymap.palette('/cd 3').map(({ id }) => id)).toEqual(['turn.stand', 'goto.open']);
	expect(keymap.palette('qqqq')).toEqual([]);
	expect(keymap.palette('').map(({ id }) => id)).not.toContain('field.save');
});

test('a word that begins so comes before one that holds it, and letters are looked for within one word', () => {
	const found = (query: string) => keymap.palette(query).map(({ id }) => id);
	expect(found('label')).toEqual(['label.set', 'label.list', 'goto.open']);
	// `ear` begins “earlier”, and is in “clear”.
	expect(found('ear')).toEqual(['turn.ask', 'session.clear']);
	// The letters of `add` are in “and chain head”.
	expect(found('add')).not.toContain('root.verify');
	for (const id of SOUGHT) expect(ROWS.map((row) => row.id)).toContain(id);
});

const place = fc.constantFrom(...PLACES);
const situation = fc.record({
	...Object.fromEntries(
		Object.entries(BUSY).map(([fact, value]) => [
			fact,
			typeof value === 'boolean' ? fc.boolean() : typeof value === 'number' ? fc.nat(2) : fc.constant(value),
		]),
	),
	on: fc.constantFrom('turn', 'session', 'run', 'link', 'more', 'nothing'),
	finish: fc.constantFrom('complete', 'cancelled', undefined),
}) as fc.Arbitrary<typeof BUSY>;
const remaps: fc.Arbitrary<Remaps> = fc
	.array(
		fc.tuple(
			fc.constantFrom(...ROWS.map(({ id }) => id)),
			fc.array(fc.constantFrom('j', '蜘', 'ctrl-x', 'f9', 'esc esc', 'enter', 'space', 'alt-up'), { maxLength: 3 }),
		),
	)
	.map((entries) => new Map(entries));

test('hints never exceed the width, and show only what works, by keys that work there', () => {
	fc.assert(
		fc.property(place, situation, fc.nat(140), remaps, (where, now, columns, keys) => {
			const map = createKeymap(ROWS, keys);
			const pieces = map.hints(where, now, columns);
			const text = pieces.map((piece) => `${piece.keys} ${piece.text}`).join('  ');
			expect(columnsOf(text)).toBeLessThanOrEqual(columns);
			for (const { id } of pieces) {
				const as = map.rows.find((row) => row.id === id)?.as;
				const together = map.rows.filter((row) => row.id === id || (as !== undefined && row.as === as));
				expect(together.some((row) => row.enabled(now) === true)).toBe(true);
			}
		}),
	);
});

test('what a key does is what its row says, in each place where the row holds', () => {
	fc.assert(
		fc.property(place, situation, remaps, (where, now, keys) => {
			const map = createKeymap(ROWS, keys);
			for (const row of map.rows) {
				expect(map.keysOf(row.id)).toEqual(keys.get(row.id) ?? row.keys);
				for (const key of row.keys.filter((each) => placesOf(row.scope, each).includes(where))) {
					const command = map.commandFor(where, key, now);
					const own = map.rows.find(({ id }) => id === command?.id);
					expect(own?.keys).toContain(key);
					expect(command && 'disabled' in command ? command.disabled : true).toBe(own?.enabled(now));
				}
			}
		}),
	);
});
