import { expect, test } from 'vitest';
import { formatBates, isBates, isBatesEnd, isRoot, isSid, mintSid, seqOf, sidOf } from '../../source/store/bates.ts';
import { seeded } from '../helpers/surroundings.ts';

const SID = '20260102T030405Z-0a1b2c3d';

test('a session is named by the second it begins and eight random hex digits', () => {
	expect(mintSid(seeded())).toMatch(/^20260102T030405Z-[0-9a-f]{8}$/);
	expect(mintSid(seeded(1))).not.toBe(mintSid(seeded(2)));
});

test('a turn is named by its session and six digits', () => {
	expect(formatBates(SID, 12)).toBe(`${SID}-000012`);
	expect(sidOf(`${SID}-000012`)).toBe(SID);
	expect(seqOf(`${SID}-000012`)).toBe(12);
	expect([0, 12].map((seq) => isRoot(formatBates(SID, seq)))).toEqual([true, false]);
});

test('turn 999,999 is the last; then a session is full', () => {
	expect(formatBates(SID, 999_999)).toBe(`${SID}-999999`);
	expect(() => formatBates(SID, 1_000_000)).toThrow(expect.objectContaining({ code: 'SESSION_FULL' }));
});

test.each([
	[SID, true, false, false],
	[`${SID}-000012`, false, true, true],
	['0a1b2c3d-000012', false, false, true],
	['-000012', false, false, false],
	['000012', false, false, false],
	[`${SID}-00001`, false, false, false],
	[SID.toUpperCase(), false, false, false],
	[`x${SID}`, false, false, false],
])('%s: a session %s, a turn %s, the end of one %s', (text, sid, bates, end) => {
	expect([isSid(text), isBates(text), isBatesEnd(text)]).toEqual([sid, bates, end]);
});
