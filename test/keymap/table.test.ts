import { expect, test } from 'vitest';
import { SLASH } from '../../source/commands/slash.ts';
import { isKey } from '../../source/keymap/names.ts';
import { keysPage } from '../../source/keymap/page.ts';
import { GROUPS, type Row } from '../../source/keymap/row.ts';
import { PLACES, placesOf } from '../../source/keymap/scopes.ts';
import { NOTES, ROWS } from '../../source/keymap/table.ts';
import { EDITING_KEYS } from '../../source/tui/composer/keys.ts';
import { BUSY, NEW } from './situations.ts';

const rows: readonly Row[] = ROWS;

test('no two commands share a key in any place', () => {
	for (const place of PLACES) {
		const keys = rows.flatMap(({ scope, keys }) => keys.filter((key) => placesOf(scope, key).includes(place)));
		expect(keys).toEqual([...new Set(keys)]);
	}
});

test('every key is one the input can name, and works somewhere', () => {
	for (const { scope, keys } of rows) {
		for (const key of keys) expect([key, isKey(key), placesOf(scope, key).length > 0]).toEqual([key, true, true]);
	}
});

test('every command has its own name, a group, a key, and a title that fits beside its keys', () => {
	expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
	for (const { title, group, keys } of [...rows, ...NOTES]) {
		expect(GROUPS).toContain(group);
		expect(keys.length).toBeGreaterThan(0);
		expect(title.length).toBeLessThanOrEqual(48);
		expect(title).toMatch(/^[^A-Z].*[^.]$/);
	}
});

test('every slash command has a row that says so, and no row claims one that never was', () => {
	const was = new Set(rows.flatMap((row) => row.was ?? []));
	expect([...was].sort()).toEqual(SLASH.map(({ name }) => name).sort());
});

test('arrows and letters move alike', () => {
	const keysOf = (id: string) => rows.find((row) => row.id === id)?.keys;
	expect(keysOf('move.down')).toEqual(['j', 'down']);
	expect(keysOf('move.up')).toEqual(['k', 'up']);
	expect(keysOf('fold.close')).toEqual(['h', 'left']);
	expect(keysOf('fold.open')).toEqual(['l', 'right']);
});

test('where text is edited, its editing keys are left to it', () => {
	const typing = PLACES.filter((place) => placesOf('global', 'a').every((other) => other !== place));
	expect(typing).toEqual(['composer', 'find', 'filter', 'field']);
	for (const { id, scope, keys } of rows) {
		for (const key of keys.filter((each) => placesOf(scope, each).some((place) => typing.includes(place)))) {
			expect(EDITING_KEYS[key], `${id} takes ${key}`).toBeUndefined();
		}
	}
});

test('rows that share a line of help stand in one group and say the same', () => {
	for (const row of rows.filter(({ as }) => as !== undefined)) {
		const others = rows.filter(({ as }) => as === row.as);
		expect(others.length).toBeGreaterThan(1);
		expect(new Set(others.map(({ group, scope }) => `${group} ${scope}`)).size).toBe(1);
	}
});

test('each answers with true or a reason, whatever the situation', () => {
	for (const situation of [
		BUSY,
		NEW,
		{ ...NEW, readOnly: true, answering: true, stacked: true, composerEmpty: false },
	]) {
		for (const { enabled } of rows) {
			const answer = enabled(situation);
			expect(answer === true || (answer.length > 0 && answer.length <= 48)).toBe(true);
		}
	}
});

test('docs/keys.md is made from the table', async () => {
	await expect(keysPage()).toMatchFileSnapshot('../../docs/keys.md');
});
