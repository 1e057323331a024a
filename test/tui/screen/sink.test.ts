import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repaint } from '../../../source/tui/screen/diff.ts';
import { Sink } from '../../../source/tui/screen/sink.ts';
import { FakeClock, FakeOutput, settled } from './terminal.ts';

/** What a real terminal shows after some bytes. */
async function screen(terminal: xterm.Terminal, bytes: string): Promise<string[]> {
	await new Promise<void>((done) => terminal.write(bytes, done));
	return Array.from(
		{ length: terminal.rows },
		(_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? '',
	);
}

const whole = (frame: readonly string[], rows: number) => Array.from({ length: rows }, (_, row) => frame[row] ?? '');

describe('repaint', () => {
	test('writes only the rows that changed', () => {
		expect(repaint(['a', 'b', 'c'], ['a', 'x', 'c'], 3)).toBe('\x1b[2H\x1b[2Kx');
		expect(repaint(['a'], ['a'], 3)).toBe('');
		expect(repaint(['a', 'b'], ['a'], 3)).toBe('\x1b[2H\x1b[2K');
	});

	test('a list that scrolls by one costs a few rows, both ways', () => {
		const list = (top: number) => [
			'title',
			...Array.from(
				{ length: 30 },
				(_, row) => `${row === 12 ? '> ' : '  '}turn ${top + row} ${'about something '.repeat(4)}`,
			),
			'hints',
		];
		for (const [before, after] of [
			[list(5), list(6)],
			[list(6), list(5)],
			[list(5), list(20)],
			[list(20), list(5)],
		] as const) {
			const full = after.join('').length;
			expect(repaint(before, after, 32).length).toBeLessThan(full * 0.75);
		}
		expect(repaint(list(5), list(6), 32).length).toBeLessThan(400);
	});

	test('any frame after any frame is what the terminal then shows', async () => {
		const rows = 12;
		const line = fc.oneof(
			fc.constantFrom('', 'one', 'two two two two', '蜘蛛侠 spider', '│ rule', '\x1b[1mbold\x1b[22m'),
			fc.nat(40).map((number) => `row ${number} ${'x'.repeat(60)}`),
		);
		const pool = fc.array(line, { minLength: 40, maxLength: 40 });
		const slices = fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(6)), { maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(pool, slices, async (lines, steps) => {
				const terminal = new xterm.Terminal({ cols: 80, rows, allowProposedApi: true });
				const reference = new xterm.Terminal({ cols: 80, rows, allowProposedApi: true });
				let shown: string[] = [];
				for (const [top, other, split] of steps) {
					const frame = [...lines.slice(other, other + split), ...lines.slice(top, top + rows - split)];
					const seen = await screen(terminal, repaint(shown, frame, rows));
					shown = frame;
					expect(seen).toEqual(
						await screen(
							reference,
							`\x1b[2J${whole(frame, rows)
								.map((text, row) => `\x1b[${row + 1}H${text}`)
								.join('')}`,
						),
					);
				}
			}),
			{ numRuns: 80 },
		);
	});
});

function start(columns = 20, rows = 5) {
	const clock = new FakeClock();
	const out = new FakeOutput(columns, rows);
	const sink = new Sink(out, clock);
	clock.pass(1000);
	return { clock, out, sink };
}

describe('the sink', () => {
	test('paints at once, inside synchronized output, and nothing when nothing changed', async () => {
		const { clock, out, sink } = start();
		sink.write('a\nb');
		await settled();
		expect(out.taken()).toBe('\x1b[?2026h\x1b[1H\x1b[2Ka\x1b[2H\x1b[2Kb\x1b[?25l\x1b[?2026l');
		sink.write('a\nb');
		await settled();
		clock.pass(1000);
		expect(out.taken()).toBe('');
	});

	test('makes one frame of those in one tick, the caret set meanwhile with it', async () => {
		const { out, sink } = start();
		sink.write('a');
		sink.write('b');
		sink.caret = { row: 0, column: 1 };
		await settled();
		expect(out.writes).toHaveLength(1);
		expect(out.taken()).toContain('b\x1b[1;2H\x1b[?25h');
	});

	test('paints no more than a thousand rows and columns, whatever the terminal claims', async () => {
		const { out, sink } = start(100_000, 100_000);
		expect([sink.columns, sink.rows]).toEqual([1000, 1000]);
		sink.write('x\n'.repeat(5000));
		await settled();
		expect(out.taken()).not.toContain('\x1b[1001H');
	});

	test('at most 60 a second, the newest in the end', async () => {
		const { clock, out, sink } = start();
		let paints = 0;
		for (let time = 0; time < 1000; time += 2) {
			sink.write(`frame ${time}`);
			await settled();
			clock.pass(2);
			paints += out.writes.length;
			if (time < 998) out.taken();
		}
		clock.pass(20);
		expect(paints).toBeGreaterThan(55);
		expect(paints).toBeLessThan(63);
		expect(out.taken()).toContain('frame 998');
	});

	test('a key just after another frame still paints at once', async () => {
		const { clock, out, sink } = start();
		sink.write('streamed');
		await settled();
		clock.pass(3);
		out.taken();
		sink.write('key');
		await settled();
		expect(out.taken()).toContain('key');
	});

	test('queues nothing while the terminal does not keep up, then shows the newest', async () => {
		const { clock, out, sink } = start();
		out.full = true;
		sink.write('first');
		await settled();
		expect(out.writes).toHaveLength(1);
		for (let frame = 0; frame < 100; frame++) {
			sink.write(`frame ${frame}`);
			await settled();
			clock.pass(20);
		}
		expect(out.writes).toHaveLength(1);
		out.full = false;
		out.taken();
		out.emit('drain');
		await settled();
		clock.pass(20);
		expect(out.writes).toHaveLength(1);
		expect(out.taken()).toContain('frame 99');
	});

	test('moves the caret alone, and keeps it on the screen', async () => {
		const { clock, out, sink } = start();
		sink.write('a');
		await settled();
		clock.pass(100);
		out.taken();
		sink.caret = { row: 99, column: 99 };
		await settled();
		expect(out.taken()).toBe('\x1b[?2026h\x1b[5;20H\x1b[?25h\x1b[?2026l');
		clock.pass(100);
		sink.caret = null;
		await settled();
		expect(out.taken()).toBe('\x1b[?2026h\x1b[?25l\x1b[?2026l');
	});

	test('never writes below the last row, and starts anew after a resize', async () => {
		const { clock, out, sink } = start();
		let told = 0;
		sink.on('resize', () => told++);
		sink.write('one\ntwo\nthree\nfour\nfive\nsix\nseven');
		await settled();
		expect(out.taken()).not.toContain('six');
		clock.pass(100);
		out.resize(20, 3);
		await settled();
		const bytes = out.taken();
		expect([told, sink.rows]).toEqual([1, 3]);
		expect(bytes).toContain('\x1b[2J');
		expect(bytes).not.toContain('four');
		clock.pass(100);
		out.resize(30, 8);
		await settled();
		expect(out.taken()).toContain('\x1b[7H\x1b[2Kseven');
	});

	test('is silent while paused, paints all afterwards, and nothing once closed', async () => {
		const { clock, out, sink } = start();
		sink.write('a');
		await settled();
		out.taken();
		clock.pass(100);
		sink.pause();
		sink.write('b');
		await settled();
		expect(out.taken()).toBe('');
		sink.resume();
		await settled();
		expect(out.taken()).toContain('\x1b[2J\x1b[1H\x1b[2Kb');
		clock.pass(100);
		sink.write('last');
		sink.close();
		await settled();
		clock.pass(100);
		expect(out.taken()).toBe('');
	});
});
