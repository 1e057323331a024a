import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseConfig } from '../../source/config/config.ts';
import { createKeymap } from '../../source/keymap/match.ts';
import { isKey, meantKey } from '../../source/keymap/names.ts';
import { keysPage } from '../../source/keymap/page.ts';
import { remapsOf } from '../../source/keymap/remap.ts';
import { PLACES, placesOf } from '../../source/keymap/scopes.ts';
import { ROWS } from '../../source/keymap/table.ts';
import { BUSY } from './situations.ts';

function remapped(...lines: readonly string[]) {
	const config = parseConfig(['[keys]', ...lines].join('\n'));
	expect(config.problems).toEqual([]);
	const { remaps, problems } = remapsOf(ROWS, config.keys);
	return { keymap: createKeymap(ROWS, remaps), problems: problems.map(({ line, message }) => `${line}: ${message}`) };
}

test('given keys take the place of the default ones; an empty list leaves none', () => {
	const { keymap, problems } = remapped('"turn.stand" = ["enter", "w"]', 'turn.inspect = "I"', '"suspend" = []');
	expect(problems).toEqual([]);
	expect(keymap.commandFor('tree', 'w', BUSY)).toEqual({ id: 'turn.stand', nth: 1 });
	expect(keymap.commandFor('tree', 's', BUSY)).toBeUndefined();
	expect(keymap.hints('tree', BUSY, 200).find(({ id }) => id === 'turn.inspect')?.keys).toBe('I');
	expect(keymap.commandFor('tree', 'ctrl-z', BUSY)).toBeUndefined();
});

test('the example in docs/keys.md works as it stands', () => {
	const [, example = ''] = /```toml\n(.*?)```/s.exec(keysPage()) ?? [];
	const { keys, problems } = parseConfig(example);
	expect([keys.length, problems]).toEqual([4, []]);
	expect(remapsOf(ROWS, keys).problems).toEqual([]);
});

test('two commands can change keys with each other', () => {
	const { keymap, problems } = remapped('"turn.edit" = "r"', '"turn.again" = "e"');
	expect(problems).toEqual([]);
	expect(keymap.commandFor('tree', 'e', BUSY)).toMatchObject({ id: 'turn.again' });
	expect(keymap.commandFor('tree', 'r', BUSY)).toMatchObject({ id: 'turn.edit' });
});

test('what cannot be is told with its line, and the rest works', () => {
	const { keymap, problems } = remapped(
		'"turn.stnad" = ["w"]',
		'"turn.ask" = [',
		'  "entr",',
		'  "W",',
		']',
		'"turn.edit" = ["Ctrl-E", "ctrl+f5"]',
		'"composer.send" = ["s", "ctrl-s"]',
		'turn.ask = "I"',
	);
	expect(problems).toEqual([
		'2: There is no command “turn.stnad”. Did you mean “turn.stand”?',
		'4: There is no key “entr”. Did you mean “enter”?',
		'7: There is no key “Ctrl-E”. Did you mean “ctrl-e”?',
		'7: There is no key “ctrl+f5”. Did you mean “ctrl-f5”?',
		'8: “s” is text where “composer.send” works.',
		'9: “turn.ask” has its keys already, further up.',
	]);
	expect(keymap.keysOf('turn.ask')).toEqual(['W']);
	expect(keymap.keysOf('turn.edit')).toEqual(['e']);
	expect(keymap.keysOf('composer.send')).toEqual(['ctrl-s']);
});

test('a clash is told: the first given wins, and what is given wins over a default', () => {
	const { keymap, problems } = remapped('"turn.stand" = ["enter", "x"]', '"label.set" = ["x"]', '"quit" = ["n", "n"]');
	expect(problems).toEqual([
		'2: “x” was the key of “export.open”; now “turn.stand” has it.',
		'3: “x” is the key of “turn.stand” already, on line 2.',
		'4: “n” was the key of “hit.next”; now “quit” has it.',
	]);
	expect(keymap.commandFor('tree', 'x', BUSY)).toMatchObject({ id: 'turn.stand' });
	expect(keymap.keysOf('export.open')).toEqual([]);
	expect(keymap.keysOf('label.set')).toEqual(['m']);
	expect(keymap.keysOf('quit')).toEqual(['n']);
});

test('one key may mean two things in places that do not overlap', () => {
	expect(remapped('"find.scope" = "ctrl-g"', '"list.filter" = "a"').problems).toEqual([]);
});

test('names of keys, and what was meant by others', () => {
	for (const name of [
		'J',
		'[',
		'-',
		'ctrl--',
		'é',
		'ctrl-alt-x',
		'shift-tab',
		'alt-enter',
		'f12',
		'esc esc',
		'g g',
		'蜘',
	]) {
		expect([name, isKey(name)]).toEqual([name, true]);
	}
	for (const [name, meant] of Object.entries({
		'shift-j': 'J',
		'Shift+Tab': 'shift-tab',
		'C-r': 'ctrl-r',
		'ctrl-R': 'ctrl-r',
		'M-x': 'alt-x',
		'alt-ctrl-x': 'ctrl-alt-x',
		Return: 'enter',
		escape: 'esc',
		PageUp: 'page-up',
		'ctrl-pgdn': 'ctrl-page-down',
		'ctrl-i': 'tab',
		'ctrl-[': 'esc',
		F5: 'f5',
		' ': 'space',
		constructor: undefined,
		'': undefined,
		'esc enter': undefined,
	})) {
		expect([name, isKey(name), meantKey(name)]).toEqual([name, false, meant]);
	}
});

const ids = fc.oneof(fc.constantFrom(...ROWS.map(({ id }) => id)), fc.string());
const names = fc.oneof(fc.constantFrom(...ROWS.flatMap(({ keys }) => keys)), fc.string());
const settings = fc.array(
	fc.record({
		command: ids,
		line: fc.nat(99),
		keys: fc.array(fc.record({ name: names, line: fc.nat(99) }), { maxLength: 4 }),
	}),
	{ maxLength: 12 },
);

test('whatever is given, no key means two things in one place, and nothing is lost silently', () => {
	fc.assert(
		fc.property(settings, (given) => {
			const { remaps, problems } = remapsOf(ROWS, given);
			const { rows } = createKeymap(ROWS, remaps);
			for (const place of PLACES) {
				const keys = rows.flatMap(({ scope, keys }) => keys.filter((key) => placesOf(scope, key).includes(place)));
				expect(keys).toEqual([...new Set(keys)]);
			}
			for (const { id, keys } of rows) {
				const own = given.find(({ command }) => command === id);
				const before = own?.keys.map(({ name }) => name) ?? ROWS.find((row) => row.id === id)?.keys ?? [];
				const lost = before.filter((key) => !keys.includes(key));
				for (const key of lost) expect(problems.some(({ message }) => message.includes(`“${key}”`))).toBe(true);
			}
		}),
	);
});
