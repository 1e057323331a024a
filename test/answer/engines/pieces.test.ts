import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileFor } from '../../../source/answer/engines/choice.ts';
import { Problem } from '../../../source/answer/engines/problem.ts';
import { eventRecords, lineRecords } from '../../../source/answer/engines/records.ts';
import { pauseBefore, retryAfter } from '../../../source/answer/engines/retry.ts';
import { thinkSplitter } from '../../../source/answer/engines/think.ts';
import { profileOf } from './asking.ts';

/** A text cut at these places. */
function cutAt<Whole extends { length: number; slice(from: number, to?: number): Whole }>(
	whole: Whole,
	cuts: readonly number[],
): Whole[] {
	const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
	return places.slice(1).map((end, i) => whole.slice(places[i] as number, end));
}

test('however a text is cut, the same is thought and the same is said', () => {
	const part = fc.constantFrom('<think>', '</think>', '<thi', 'nk>', 'a <b> c', '\n', ' ', 'no');
	fc.assert(
		fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(80), { maxLength: 8 }), (parts, cuts) => {
			const heard = (pieces: readonly string[]) => {
				const splitter = thinkSplitter();
				const said = { text: '', reasoning: '' };
				for (const each of [...pieces.flatMap((piece) => splitter.take(piece)), ...splitter.end()])
					if (each.kind === 'thought') Object.assign(said, { text: '', reasoning: said.reasoning + said.text });
					else said[each.kind] += each.text;
				return said;
			};
			const whole = parts.join('');
			expect(heard(cutAt(whole, cuts))).toEqual(heard([whole]));
		}),
		{ numRuns: 500 },
	);
});

test('however bytes are cut, the records are the same', () => {
	const events =
		': hello\n\ndata: {"a":"größe 🕷️"}\n\nevent: x\ndata: {"b":1}\r\n\r\nerror: {"message":"no"}\n\ndata: [DONE]\n\n';
	const lines = '{"a":"größe 🕷️"}\n\n{"b":1}\r\n{"c":"蜘蛛"}';
	for (const [text, open] of [
		[events, eventRecords],
		[lines, lineRecords],
	] as const) {
		const heard = (pieces: readonly Uint8Array[]) => {
			const records = open();
			return [...pieces.flatMap((piece) => records.feed(piece)), ...records.end()].map((record) => record.trim());
		};
		const bytes = new TextEncoder().encode(text);
		const whole = heard([bytes]);
		expect(whole.length).toBeGreaterThanOrEqual(3);
		fc.assert(
			fc.property(fc.array(fc.nat(200), { maxLength: 12 }), (cuts) => {
				expect(heard(cutAt(bytes, cuts))).toEqual(whole);
			}),
		);
	}
});

test('tried again is what may pass by itself, for twenty seconds, or until the time that is named', () => {
	const fault = (code: ConstructorParameters<typeof Problem>[0], after?: number) => new Problem(code, 'x', 'y', after);
	expect(pauseBefore(fault('SERVER'), 1, 0)).toBe(500);
	expect(pauseBefore(fault('SERVER'), 5, 7500)).toBe(8000);
	expect(pauseBefore(fault('SERVER'), 5, 13_000)).toBeUndefined();
	expect(pauseBefore(fault('SERVER'), 6, 0)).toBeUndefined();
	expect(pauseBefore(fault('NO_SERVER'), 4, 3500)).toBeUndefined();
	expect(pauseBefore(fault('RATE_LIMIT', 90_000), 1, 60_000)).toBe(90_000);
	expect(pauseBefore(fault('RATE_LIMIT', Number.POSITIVE_INFINITY), 1, 0)).toBeUndefined();
	for (const code of ['AUTH', 'BAD_REQUEST', 'CONTEXT_OVERFLOW', 'EMPTY', 'ABORTED', 'TIMEOUT_FIRST_TOKEN'] as const)
		expect(pauseBefore(fault(code), 1, 0)).toBeUndefined();
	expect([
		retryAfter(null, 0),
		retryAfter('soon', 0),
		retryAfter('1.5', 0),
		retryAfter('Thu, 01 Jan 1970 00:00:09 GMT', 4000),
	]).toEqual([undefined, undefined, 1500, 5000]);
});

test('which profile is meant, and that a key stays with its origin', () => {
	const own = profileOf('openai', 'https://one.example', { key: { env: 'A' } });
	const choose = (choice: Parameters<typeof profileFor>[0], usual?: string) => profileFor(choice, [own], usual);
	expect(choose({})).toBeUndefined();
	expect(choose({ engine: 'qwen' })?.key).toEqual({ env: 'A' });
	expect(choose({ engine: 'excerpt' }, 'qwen')).toBeUndefined();
	expect(choose({ engine: 'qwen', base_url: 'https://one.example/other' })?.key).toEqual({ env: 'A' });
	expect(choose({ engine: 'qwen', base_url: 'https://two.example/v1' })?.key).toBeUndefined();
	expect(choose({ engine: 'qwen', base_url: 'https://two.example/v1', key_env: 'B' })?.key).toEqual({ env: 'B' });
	expect(choose({ base_url: 'http://127.0.0.1:1/v1', model: 'x' })).toMatchObject({ protocol: 'openai', model: 'x' });
	expect(choose({ engine: 'ollama', model: 'x' })?.base_url).toBe('http://127.0.0.1:11434');
	expect(() => choose({ engine: 'ollama' })).toThrow('which model');
	expect(() => choose({ engine: 'qwem' })).toThrow('No engine is called “qwem”');
	expect(() => choose({ model: 'x' })).toThrow('has no model');
});
