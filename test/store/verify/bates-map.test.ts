import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatesMap } from '../../../source/store/verify/bates-map.ts';

const SIDS = ['20260102T030405Z-0a1b2c3d', '20260102T030405Z-0a1b2c3e', '20270102T030405Z-0a1b2c3d'];
const keys = fc.oneof(
	fc
		.tuple(fc.constantFrom(...SIDS), fc.oneof(fc.nat(12), fc.constantFrom(100_001, 999_999)))
		.map(([sid, seq]) => `${sid}-${String(seq).padStart(6, '0')}`),
	fc.constantFrom('', 'x', SIDS[0] as string, `${SIDS[0]}-00000x`, `${SIDS[0]}_000001`, 'x'.repeat(32)),
);

test('it holds what a plain map holds, whatever the keys', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(keys, fc.nat())), fc.array(keys), (entries, others) => {
			const plain = new Map(entries);
			const packed = new BatesMap<number>();
			for (const [key, value] of entries) packed.set(key, value);
			expect(packed.size).toBe(plain.size);
			expect(new Map(packed)).toEqual(plain);
			for (const key of others) expect([packed.get(key), packed.has(key)]).toEqual([plain.get(key), plain.has(key)]);
		}),
	);
});

test('what is no text at all is no key that reads as one', () => {
	const packed = new BatesMap<number>();
	packed.set(null as unknown as string, 1);
	expect([packed.get(null as unknown as string), packed.get('null'), packed.size]).toEqual([1, undefined, 1]);
});
