import { describe, expect, test } from 'vitest';
import { age, count, countColumn, oneLine, shortSid, size } from '../../source/commands/phrases.ts';
import { nearest } from '../../source/nearest.ts';

test('things are counted with their noun', () => {
	expect([count(0, 'turn'), count(1, 'turn'), count(2, 'turn'), count(1284, 'turn')]).toEqual([
		'0 turns',
		'1 turn',
		'2 turns',
		'1,284 turns',
	]);
});

test('in a column the numbers end at one place and all rows are as wide', () => {
	const rows = [1, 2, 12, 1284, 9999].map((number) => countColumn(number, 'turn'));
	expect(new Set(rows.map((row) => row.indexOf(' turn'))).size).toBe(1);
	expect(new Set(rows.map((row) => row.length)).size).toBe(1);
});

describe('an age', () => {
	const start = Date.UTC(2026, 0, 1);
	test.each([
		[0, 'now'],
		[59, 'now'],
		[60, '1m'],
		[3599, '59m'],
		[3600, '1h'],
		[86_399, '23h'],
		[86_400, '1d'],
		[30 * 86_400, '1mo'],
		[364 * 86_400, '12mo'],
		[365 * 86_400, '1y'],
		[-10, 'now'],
	])('of %i seconds is %s', (seconds, said) => {
		expect(age(new Date(start).toISOString(), start + seconds * 1000)).toBe(said);
	});
});

test('bytes are said as people say them', () => {
	expect([size(0), size(1023), size(1024), size(1536), size(3 * 1024 * 1024)]).toEqual([
		'0 B',
		'1023 B',
		'1.0 KB',
		'1.5 KB',
		'3.0 MB',
	]);
});

test('a text becomes one line, safe and no longer than asked', () => {
	expect(oneLine('  first\nsecond\tthird \u001b[2J')).toBe('first second third ␛[2J');
	expect(oneLine('蜘蛛侠 '.repeat(40), 10)).toBe('蜘蛛侠 蜘蛛侠 蜘…');
});

test('a session is told apart by the end of its id', () => {
	expect(shortSid('20260102T030405Z-7f3a9c1d')).toBe('7f3a9c1d');
});

describe('what was perhaps meant', () => {
	const names = ['session', 'ask', 'show', 'verify', 'demo', 'add', 'library', 'remove', 'list', 'no-cache'];
	test.each([
		['sess', 'session'],
		['sessions', 'session'],
		['verfy', 'verify'],
		['vreify', 'verify'],
		['shwo', 'show'],
		['lst', 'list'],
		['cache', 'no-cache'],
		['libraryx', 'library'],
	])('by %s is %s', (typed, meant) => {
		expect(nearest(typed, names)).toBe(meant);
	});

	test.each(['', 'x', 'zebra', 'xyz', 'photosynthesis'])('by “%s” is nothing', (typed) => {
		expect(nearest(typed, names)).toBeUndefined();
	});
});
