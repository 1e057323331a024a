import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { pipedLines, pipedText, typedLines } from '../../source/commands/lines.ts';

/** A pipe that brings these pieces, one when the one before is taken, and ends. */
function pipe(...pieces: (string | Buffer)[]): NodeJS.ReadStream {
	const waiting = [...pieces];
	const stream = new Readable({
		highWaterMark: 1,
		read() {
			this.push(waiting.shift() ?? null);
		},
	});
	return stream as unknown as NodeJS.ReadStream;
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
	const read: string[] = [];
	for await (const line of lines) read.push(line);
	return read;
}

const never = new AbortController().signal;

describe('lines from a pipe', () => {
	test('end at a newline, also one with a carriage return, and the last needs none', async () => {
		expect(await all(pipedLines(pipe('one\r\n\ntw', 'o\nthree'), 100, never))).toEqual(['one', '', 'two', 'three']);
	});

	test('end at nothing else: what other programs take for a line break is text', async () => {
		const line = 'one\u2028two\u2029three\u0085four\rfive\vsix';
		expect(await all(pipedLines(pipe(`${line}\n`), 100, never))).toEqual([line]);
	});

	test('keep a character whole that came in two pieces', async () => {
		const bytes = Buffer.from('蜘\n');
		expect(await all(pipedLines(pipe(bytes.subarray(0, 2), bytes.subarray(2)), 100, never))).toEqual(['蜘']);
	});

	test('without an end fill no memory: a little more than the longest is kept, and the next line is whole', async () => {
		const piece = 'x'.repeat(60);
		const lines = await all(pipedLines(pipe(piece, piece, piece, piece, '\nnext\n'), 100, never));
		expect(lines).toEqual(['x'.repeat(120), 'next']);
	});

	test('stop when they are told to', async () => {
		const stop = new AbortController();
		const endless = new PassThrough();
		endless.write('one\n');
		const read: string[] = [];
		for await (const line of pipedLines(endless as unknown as NodeJS.ReadStream, 100, stop.signal)) {
			read.push(line);
			stop.abort();
		}
		expect(read).toEqual(['one']);
	});
});

describe('a text from a pipe', () => {
	test('is all of it but the newline that ends it', async () => {
		expect(await pipedText(pipe('two\n', 'lines\r\n'), 100)).toBe('two\nlines');
		expect(await pipedText(pipe(), 100)).toBe('');
	});

	test('is read a little further than the longest and no more', async () => {
		const piece = 'x'.repeat(60);
		const endless = pipe(...Array.from({ length: 50 }, () => piece));
		expect((await pipedText(endless, 100)).length).toBe(120);
	});
});

describe('lines from a terminal', () => {
	/** A terminal on which these keys are pressed, one after the other; what is read, and what the prompt was each time. */
	async function pressed(...keys: string[]): Promise<{ read: string[]; screen: string }> {
		const stdin = new PassThrough();
		const stdout = new PassThrough();
		const lines = typedLines(
			stdin as unknown as NodeJS.ReadStream,
			stdout as unknown as NodeJS.WriteStream,
			() => '› ',
		);
		for (const key of keys) stdin.write(key);
		const read = await all(lines);
		return { read, screen: String(stdout.read() ?? '') };
	}
	const CTRL_C = '\u0003';
	const CTRL_D = '\u0004';

	test('end with ctrl-d', async () => {
		expect((await pressed('one\r', 'two\r', CTRL_D)).read).toEqual(['one', 'two']);
	});

	test('ctrl-c empties the line that is being typed, and the session goes on', async () => {
		expect((await pressed('never mind', CTRL_C, 'two\r', CTRL_D)).read).toEqual(['two']);
	});

	test('ctrl-c on an empty line ends', async () => {
		const { read, screen } = await pressed('one\r', CTRL_C, 'two\r');
		expect(read).not.toContain('two');
		expect(screen.endsWith('\n')).toBe(true);
	});
});
