import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CanonicalValue, canonicalJson, isCanonicalJson } from '../../source/hash/canonical.ts';

test('keys stand sorted, without white space', () => {
	expect(canonicalJson({ b: 'x', a: null, c: [1, true, ''] })).toBe('{"a":null,"b":"x","c":[1,true,""]}');
});

test('only the escapes that JSON demands are written', () => {
	expect(canonicalJson('"\\/\b\f\n\r\t\u0001\u001f')).toBe('"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f"');
	expect(canonicalJson('é \u2028 \u007f 🌳')).toBe('"é \u2028 \u007f 🌳"');
});

test('a key without a value is left out', () => {
	expect(canonicalJson({ model: undefined, engine: 'excerpt' })).toBe('{"engine":"excerpt"}');
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
	'the number %s is refused: programs would print it differently',
	(number) => {
		expect(() => canonicalJson({ number })).toThrow(TypeError);
	},
);

test('minus zero is zero', () => {
	expect(canonicalJson(-0)).toBe('0');
});

const values = fc.letrec<{ value: CanonicalValue }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.string({ unit: 'grapheme' }),
		fc.maxSafeInteger().map((number) => number || 0),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(fc.stringMatching(/^[a-z_0-9]{1,6}$/), tie('value'), { maxKeys: 4 }),
	),
})).value;

test('any value reads back the same, and is written the same again', () => {
	fc.assert(
		fc.property(values, (value) => {
			const text = canonicalJson(value);
			expect(canonicalJson(JSON.parse(text))).toBe(text);
			expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});

test.each([
	'{"b":1,"a":2}',
	'{"a": 1}',
	'{"a":1.5}',
	'{"a":1e3}',
	'"\\u0061"',
	'{"a":1,"a":1}',
	'{"a":{"c":1,"b":1}}',
	'[1,]',
])('%s is not canonical', (text) => {
	const parsed = (): CanonicalValue => {
		try {
			return JSON.parse(text);
		} catch {
			return null;
		}
	};
	expect(isCanonicalJson(parsed(), text)).toBe(false);
});

test('what is written canonically is canonical, and nothing else is', () => {
	fc.assert(
		fc.property(values, (value) => {
			for (const text of [canonicalJson(value), JSON.stringify(value), JSON.stringify(value, null, 1)]) {
				expect(isCanonicalJson(JSON.parse(text), text)).toBe(text === canonicalJson(value));
			}
		}),
	);
});
