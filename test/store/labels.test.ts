import { describe, expect, test } from 'vitest';
import { checkedLabel } from '../../source/store/labels.ts';
import { memoryWorld } from '../helpers/world.ts';

const refused = (reason: string | RegExp) =>
	expect.objectContaining({ code: 'BAD_LABEL', message: expect.stringMatching(reason) });

test.each([
	['origin'],
	['the 2nd idea'],
	['起源'],
	['שלום'],
	['🌳'],
	['7f3a'],
	['v1.2-000012'],
	['a'.repeat(120)],
	['🌳'.repeat(120)],
])('“%s” names a turn', (label) => {
	expect(checkedLabel(label, 'turn')).toBe(label);
});

test.each([
	['nothing', '', 'cannot be empty'],
	['only blanks', ' \t\u3000 ', 'cannot be empty'],
	['121 letters', 'a'.repeat(121), 'at most 120 characters'],
	['a line break', 'one\ntwo', 'control'],
	['an escape', 'one\u001b[2J', 'control'],
	['a one-byte control', 'one\u009b2J', 'control'],
	['text that runs backwards', 'one\u202eowt', 'text-direction'],
	['an isolate', 'one\u2067two\u2069', 'text-direction'],
	['a mark of direction', 'one\u200ftwo', 'text-direction'],
	['digits', '12', 'only digits'],
	['digits of another script', '१२', 'only digits'],
	['a bates id', '20260102T030405Z-0a1b2c3d-000012', 'bates id'],
	['the end of a bates id', '0a1b2c3d-000012', 'bates id'],
])('%s is no label of a turn, and the reason is told', (_what, label, reason) => {
	expect(() => checkedLabel(label, 'turn')).toThrow(refused(reason));
});

test('a session may be named by digits', () => {
	expect(checkedLabel('2026', 'session')).toBe('2026');
});

test('white space around a label is not part of it', () => {
	expect(checkedLabel('\u0085\u3000 origin \t', 'turn')).toBe('origin');
});

test('a label is stored as well-formed text', () => {
	expect(checkedLabel('a\ud800b\0', 'turn')).toBe('a\ufffdb');
});

test('a label with fifty thousand blanks inside is refused at once', () => {
	const before = process.cpuUsage();
	expect(() => checkedLabel(`a${' '.repeat(50_000)}b`, 'turn')).toThrow(refused('at most 120'));
	expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});

describe('naming what is there', () => {
	test('a turn gets its label, another one, and none again', () => {
		const { forest, plant } = memoryWorld();
		const bates = plant('tea').bates('tea');
		forest.label(bates, 'origin');
		expect(forest.turn(bates)?.label).toBe('origin');
		forest.label(bates, 'start');
		expect(forest.turn(bates)?.label).toBe('start');
		forest.label(bates, null);
		expect(forest.turn(bates)?.label).toBeNull();
		expect(forest.verify().findings).toEqual([]);
	});

	test('the same label again is no change', () => {
		const { forest, plant } = memoryWorld();
		const bates = plant('tea #origin').bates('tea');
		const { head } = forest.verify();
		forest.label(bates, ' origin ');
		expect(forest.head()).toEqual(head);
	});

	test('a session is named', () => {
		const { forest, plant } = memoryWorld();
		const { sid } = plant('tea');
		forest.labelSession(sid, 'drinks');
		expect(forest.session(sid)?.label).toBe('drinks');
		expect(forest.verify().findings).toEqual([]);
	});

	test('a root, an unknown turn and an unknown session cannot be named', () => {
		const { forest, plant } = memoryWorld();
		const { sid } = plant('tea');
		expect(() => forest.label(`${sid}-000000`, 'root')).toThrow(expect.objectContaining({ code: 'BAD_LABEL' }));
		expect(() => forest.label(`${sid}-000009`, 'x')).toThrow(expect.objectContaining({ code: 'UNKNOWN_REFERENCE' }));
		expect(() => forest.labelSession('nowhere', 'x')).toThrow(expect.objectContaining({ code: 'UNKNOWN_SESSION' }));
	});

	test('a refused label leaves no trace', () => {
		const { forest, plant } = memoryWorld();
		const bates = plant('tea #origin').bates('tea');
		const head = forest.head();
		expect(() => forest.label(bates, '12')).toThrow();
		expect(forest.turn(bates)?.label).toBe('origin');
		expect(forest.head()).toEqual(head);
	});
});
