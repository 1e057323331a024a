import { expect, test } from 'vitest';
import { display } from '../../source/text.ts';
import { HOSTILE } from '../helpers/hostile.ts';
import { seededNumbers } from '../helpers/surroundings.ts';
import { PATIENCE, SEED, times } from './length.ts';

const ACTS =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

/** Code units from where the trouble is, more often than from elsewhere. */
const RANGES = [
	[0, 0x20],
	[0x20, 0x7f],
	[0x7f, 0xa0],
	[0x2000, 0x2070],
	[0xd800, 0xe000],
	[0xfe00, 0x10000],
	[0, 0x10000],
] as const;

test(
	'whatever the text, what is shown does nothing, shows all, and is shown the same again, in under a microsecond a character',
	() => {
		const random = seededNumbers(SEED);
		const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
		const unit = () => {
			const [from, to] = pick(RANGES);
			return from + Math.floor(random() * (to - from));
		};
		let characters = 0;
		let nanoseconds = 0n;
		for (let i = 0; i < times(20_000, 1_000_000); i++) {
			const some = Array.from({ length: Math.floor(random() * 40) }, unit);
			const text = String.fromCharCode(...some) + (random() < 0.2 ? pick(HOSTILE).text : '');
			const before = process.hrtime.bigint();
			const shown = display(text);
			nanoseconds += process.hrtime.bigint() - before;
			characters += text.length;
			const what = `seed ${SEED}, text ${i}: ${JSON.stringify(text)}`;
			if (ACTS.test(shown)) expect.fail(what);
			if (display(shown) !== shown) expect.fail(`${what} is not shown the same again`);
			if (shown.length < text.replaceAll('\r\n', '\n').length) expect.fail(`${what} lost something`);
		}
		process.stdout.write(`display: ${(Number(nanoseconds) / characters).toFixed(0)} ns a character\n`);
		expect(Number(nanoseconds) / characters).toBeLessThan(1000);
	},
	PATIENCE,
);
