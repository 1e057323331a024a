import { describe, expect, test } from 'vitest';
import { PROTOCOLS, type Protocol } from '../../../source/config/profile.ts';
import { type Act, answerOf, modelServer, opening, packed, stream } from '../../helpers/model-server.ts';
import { FakeClock } from '../../tui/screen/terminal.ts';
import { askServer, KEY } from './asking.ts';

const LENGTH: Record<Protocol, string> = { openai: 'length', ollama: 'length', anthropic: 'max_tokens' };
const PATH: Record<Protocol, string> = {
	openai: '/v1/chat/completions',
	ollama: '/api/chat',
	anthropic: '/v1/messages',
};
const errorRecord = (protocol: Protocol, error: object | string) =>
	protocol === 'ollama'
		? `${JSON.stringify({ error: typeof error === 'string' ? error : (error as { message: string }).message })}\n`
		: `data: ${JSON.stringify({ type: 'error', error })}\n\n`;

async function outcomeOf(protocol: Protocol, ...scripts: (readonly Act[])[]) {
	return askServer(protocol, await modelServer(...scripts));
}

describe.each(PROTOCOLS)('%s', (protocol) => {
	const beginning = stream(protocol, { text: ['Stan ', 'Lee'], reason: null, over: false });

	test('an answer comes piece by piece, with what it cost', async () => {
		const server = await modelServer(answerOf(protocol, { text: ['Stan ', 'Lee.'], usage: [900, 5] }));
		const { events, text, done } = await askServer(protocol, server, {
			history: [{ bates: 'b', question: 'Spider-Man?', answer_text: 'A hero.' }],
		});
		expect(events.map(({ kind }) => kind)).toEqual(['text', 'text', 'done']);
		expect(text).toBe('Stan Lee.');
		expect(done).toMatchObject({
			finish: 'complete',
			usage: { input_tokens: 900, output_tokens: 5, total_ms: 0, first_token_ms: 0 },
		});
		expect(done?.problem ?? done?.doubt).toBeUndefined();
		const [heard] = server.heard;
		expect(heard?.path).toBe(PATH[protocol]);
		expect(heard?.headers[protocol === 'anthropic' ? 'x-api-key' : 'authorization']).toContain(KEY);
		expect(JSON.stringify(heard?.body)).toContain('Spider-Man?');
		expect(heard?.body.stream).toBe(true);
		if (protocol === 'ollama') expect(heard?.body.options).toEqual({ num_ctx: 8192, num_predict: 1024 });
	});

	test('thoughts are apart from the answer', async () => {
		const outcome = await outcomeOf(protocol, answerOf(protocol, { reasoning: ['Hm, ', 'who?'], text: ['Lee.'] }));
		expect(outcome).toMatchObject({ reasoning: 'Hm, who?', text: 'Lee.', done: { finish: 'complete' } });
	});

	test('thoughts between marks are apart too, wherever the marks are cut', async () => {
		const whole = '\n<think>Hm, <b>who</b>?</think>\n\nLee <think>.';
		for (let cut = 1; cut < whole.length; cut++) {
			const outcome = await outcomeOf(protocol, answerOf(protocol, { text: [whole.slice(0, cut), whole.slice(cut)] }));
			expect(outcome).toMatchObject({
				reasoning: 'Hm, <b>who</b>?',
				text: 'Lee <think>.',
				done: { finish: 'complete' },
			});
		}
	});

	test('thoughts that only end with a mark, for the prompt began them, are apart too', async () => {
		const whole = 'Hm, who? Lee.\n</think>\n\nLee, not </think>.';
		for (let cut = 1; cut < whole.length; cut++) {
			const outcome = await outcomeOf(protocol, answerOf(protocol, { text: [whole.slice(0, cut), whole.slice(cut)] }));
			expect(outcome).toMatchObject({ reasoning: 'Hm, who? Lee.\n', text: 'Lee, not </think>.' });
		}
		const nothing = await outcomeOf(protocol, answerOf(protocol, { text: ['Hm, ', 'who?</think>\n'] }));
		expect(nothing).toMatchObject({ text: '', code: 'EMPTY' });
	});

	test('an answer that ran out of room is truncated', async () => {
		const outcome = await outcomeOf(protocol, answerOf(protocol, { text: ['Stan'], reason: LENGTH[protocol] }));
		expect(outcome).toMatchObject({ text: 'Stan', done: { finish: 'truncated' } });
	});

	test('nothing but thoughts is no answer', async () => {
		const outcome = await outcomeOf(protocol, answerOf(protocol, { reasoning: ['Hm.'], reason: LENGTH[protocol] }));
		expect(outcome).toMatchObject({ text: '', code: 'EMPTY', retries: [] });
		expect(outcome.said).toContain('raise max_tokens');
	});

	test('a good status with no text at all', async () => {
		expect(await outcomeOf(protocol, answerOf(protocol, {}))).toMatchObject({ code: 'EMPTY', text: '' });
		expect(await outcomeOf(protocol, [opening(protocol)])).toMatchObject({ code: 'EMPTY', text: '' });
	});

	test('an error under a good status', async () => {
		const body = JSON.stringify({ error: { message: 'the model has crashed', type: 'server_error' } });
		const act = { status: 200, headers: { 'content-type': 'application/json' }, body };
		const outcome = await outcomeOf(protocol, [act]);
		expect(outcome.code).toBe('SERVER');
		expect(outcome.said).toContain('the model has crashed');
	});

	test('an error in the stream before the first word is tried again; after it the part stays', async () => {
		const overloaded = errorRecord(protocol, { message: 'overloaded', type: 'overloaded_error' });
		const again = await outcomeOf(
			protocol,
			[opening(protocol), { write: overloaded }],
			answerOf(protocol, { text: ['Lee.'] }),
		);
		expect(again).toMatchObject({ text: 'Lee.', retries: [500] });
		const cut = await outcomeOf(protocol, [opening(protocol), { write: beginning + overloaded }]);
		expect(cut).toMatchObject({
			text: 'Stan Lee',
			code: undefined,
			done: { finish: 'error', problem: { code: 'SERVER' } },
		});
	});

	test('a line that breaks in the middle keeps what came', async () => {
		const outcome = await outcomeOf(protocol, [opening(protocol), { write: beginning }, { hangUp: true }]);
		expect(outcome).toMatchObject({
			text: 'Stan Lee',
			retries: [],
			done: { finish: 'error', problem: { code: 'STREAM_BROKEN' } },
		});
	});

	test('an end without a word that it is one is a break', async () => {
		const outcome = await outcomeOf(protocol, [opening(protocol), { write: beginning }]);
		expect(outcome).toMatchObject({ text: 'Stan Lee', done: { finish: 'error', problem: { code: 'STREAM_BROKEN' } } });
	});

	test('a packed stream is unpacked, and a broken one is a break', async () => {
		const spoken = { text: ['Stan ', 'Lee.'] };
		expect(await outcomeOf(protocol, packed(protocol, spoken))).toMatchObject({
			text: 'Stan Lee.',
			done: { finish: 'complete' },
		});
		const [head, body] = packed(protocol, spoken) as [Act, { write: Uint8Array }];
		const half = await outcomeOf(protocol, [head, { write: body.write.slice(0, 40) }, { hangUp: true }]);
		expect(half.code ?? half.done?.problem?.code).toMatch(/STREAM_BROKEN|EMPTY|NO_SERVER/);
	});

	test('a record without an end is given up', async () => {
		const endless = (protocol === 'ollama' ? '{"x":"' : 'data: {"x":"') + 'x'.repeat(5_000_000);
		const outcome = await outcomeOf(protocol, [opening(protocol), { write: endless }, { stall: true }]);
		expect(outcome.code).toBe('STREAM_BROKEN');
	});

	test('what is not JSON breaks the answer', async () => {
		const bad = protocol === 'ollama' ? '{"message": {\n' : 'data: {"choices": [\n\n';
		const outcome = await outcomeOf(protocol, [opening(protocol), { write: beginning + bad }]);
		expect(outcome).toMatchObject({ text: 'Stan Lee', done: { problem: { code: 'STREAM_BROKEN' } } });
	});

	test.each([
		[401, 'Incorrect API key provided', 'AUTH', 'Check the key'],
		[403, 'forbidden', 'AUTH', 'Check the key'],
		[404, "model 'm' not found", 'MODEL_NOT_FOUND', 'arborist doctor'],
		[404, 'not here', 'BAD_REQUEST', 'base_url'],
		[400, 'This model’s maximum context length is 8192 tokens', 'CONTEXT_OVERFLOW', '--no-history'],
		[413, 'too large', 'CONTEXT_OVERFLOW', '--no-history'],
		[400, 'blocked by content_filter', 'CONTENT_FILTER', 'other words'],
		[400, 'unknown field', 'BAD_REQUEST', 'doctor'],
	])('%i “%s” is %s', async (status, message, code, hint) => {
		const outcome = await outcomeOf(protocol, [
			{ status, body: JSON.stringify({ error: { message: `${message} ${KEY}` } }) },
		]);
		expect(outcome).toMatchObject({ code, text: '', retries: [] });
		expect(outcome.said).toContain(hint);
		expect(outcome.said).not.toContain(KEY);
	});

	test('a server that fails with a web page is asked again, and again, and then no more', async () => {
		const server = await modelServer([
			{ status: 500, headers: { 'content-type': 'text/html' }, body: '<html>oops</html>' },
		]);
		const outcome = await askServer(protocol, server);
		expect(outcome).toMatchObject({ code: 'SERVER', retries: [500, 1000, 2000, 4000, 8000] });
		expect(outcome.said).not.toContain('<html>');
		expect(server.heard).toHaveLength(6);
	});

	test('too many questions: the server’s own time is kept, by seconds or by date', async () => {
		const busy = (after: string) => [
			{ status: 429, headers: { 'retry-after': after }, body: '{"error":{"message":"slow down"}}' },
		];
		const outcome = await outcomeOf(
			protocol,
			busy('30'),
			busy('Thu, 01 Jan 1970 00:00:45 GMT'),
			answerOf(protocol, { text: ['Lee.'] }),
		);
		expect(outcome).toMatchObject({ text: 'Lee.', retries: [30_000, 45_000] });
		expect(await outcomeOf(protocol, busy('86400'))).toMatchObject({ code: 'RATE_LIMIT', retries: [] });
	});

	test('an account without credit is not asked again', async () => {
		const body = '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}';
		const outcome = await outcomeOf(protocol, [{ status: 429, body }]);
		expect(outcome).toMatchObject({ code: 'RATE_LIMIT', retries: [] });
		expect(outcome.said).toContain('no credit');
	});

	test('nobody there', async () => {
		const server = await modelServer([]);
		await server.close();
		const outcome = await askServer(protocol, server);
		expect(outcome).toMatchObject({ code: 'NO_SERVER', retries: [500, 1000, 2000] });
		expect(outcome.said).toContain('nothing listens there');
	});

	test('a redirect is not followed, and carries nothing', async () => {
		const elsewhere = await modelServer([]);
		const server = await modelServer([{ status: 307, headers: { location: `${elsewhere.url}/v1` } }]);
		const outcome = await askServer(protocol, server);
		expect(outcome).toMatchObject({ code: 'BAD_REQUEST' });
		expect(outcome.said).toContain('never followed');
		expect(elsewhere.connections()).toBe(0);
	});

	test('a web page is no answer', async () => {
		const act = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' };
		expect(await outcomeOf(protocol, [act])).toMatchObject({ code: 'BAD_REQUEST' });
	});

	test('a server that never begins is left after a while', async () => {
		const server = await modelServer([opening(protocol), { write: ': thinking\n\n' }, { stall: true }]);
		const clock = new FakeClock();
		const asking = askServer(protocol, server, { clock });
		await server.asked(1);
		clock.pass(120_000);
		const outcome = await asking;
		await server.left();
		expect(outcome).toMatchObject({ code: 'TIMEOUT_FIRST_TOKEN', retries: [] });
	});

	test('a server that falls silent in the middle leaves its part', async () => {
		const server = await modelServer([opening(protocol), { write: beginning }, { stall: true }]);
		const clock = new FakeClock();
		const onEvent = ({ kind, ...rest }: { kind: string }) => {
			if (kind === 'text' && 'text' in rest && rest.text === 'Lee') setImmediate(() => clock.pass(60_000));
		};
		const outcome = await askServer(protocol, server, { clock, onEvent });
		await server.left();
		expect(outcome).toMatchObject({ text: 'Stan Lee', done: { finish: 'error', problem: { code: 'TIMEOUT_IDLE' } } });
	});

	test('stopped in the middle, the part stays; before the first word, or in a pause, nothing does', async () => {
		const server = await modelServer([opening(protocol), { write: beginning }, { stall: true }]);
		const stop = new AbortController();
		const onEvent = ({ kind }: { kind: string }) => void (kind === 'text' && stop.abort());
		const outcome = await askServer(protocol, server, { signal: stop.signal, onEvent });
		await server.left();
		expect(outcome).toMatchObject({ code: undefined, done: { finish: 'cancelled' } });
		expect(outcome.done?.problem).toBeUndefined();
		const silent = await modelServer([{ stall: true }]);
		const early = new AbortController();
		const asking = askServer(protocol, silent, { signal: early.signal });
		await silent.asked(1);
		early.abort();
		expect(await asking).toMatchObject({ code: 'ABORTED', text: '' });
		const failing = await modelServer([{ status: 503 }]);
		const pause = new AbortController();
		const paused = await askServer(protocol, failing, {
			signal: pause.signal,
			onEvent: ({ kind }) => void (kind === 'retry' && pause.abort()),
		});
		expect(paused.code).toBe('ABORTED');
		expect(failing.heard).toHaveLength(1);
	});

	test('a prompt that was cut without a word is told', async () => {
		const question = 'word '.repeat(2000);
		const server = await modelServer(answerOf(protocol, { text: ['Lee.'], usage: [200, 3] }));
		const { done } = await askServer(protocol, server, { question });
		expect(done?.doubt).toContain('it may have cut the prompt');
	});

	test('a question that cannot fit is not sent', async () => {
		const server = await modelServer([]);
		const outcome = await askServer(protocol, server, { question: 'word '.repeat(20_000) });
		expect(outcome).toMatchObject({ code: 'CONTEXT_OVERFLOW', text: '' });
		expect(server.connections()).toBe(0);
	});

	test('cut at every byte, a stream ends in one of the closed outcomes and never in half a character', async () => {
		const whole = Buffer.from(stream(protocol, { reasoning: ['Hm 🤔'], text: ['Zoë 🕷️', '蜘蛛侠 é.'], usage: [9, 9] }));
		const all = 'Zoë 🕷️蜘蛛侠 é.';
		const scripts = Array.from({ length: whole.length }, (_, cut) => [
			opening(protocol),
			{ write: whole.subarray(0, cut) },
		]);
		const server = await modelServer(...scripts);
		for (let cut = 0; cut < whole.length; cut++) {
			const { text, reasoning, code, done } = await askServer(protocol, server);
			expect(all.startsWith(text) && 'Hm 🤔'.startsWith(reasoning)).toBe(true);
			expect(text + reasoning).not.toMatch(/\ufffd/);
			expect(text.isWellFormed()).toBe(true);
			expect(code ?? done?.problem?.code ?? done?.finish).toMatch(/^(?:EMPTY|STREAM_BROKEN|complete)$/);
			if (done?.finish === 'complete') expect(text).toBe(all);
		}
	});
});

describe('what only some servers do', () => {
	const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
	const good = stream('openai', { text: ['Lee.'], usage: [9, 2] });

	test('comments, empty data and signs of life between the records', async () => {
		const noise = ': OPENROUTER PROCESSING\n\ndata:\n\ndata: : keepalive\n\nevent: ping\ndata: ping\n\nid: 7\n\n';
		const outcome = await outcomeOf('openai', [
			opening('openai'),
			{ write: noise + good.replaceAll('\n\n', `\n\n${noise}`) },
		]);
		expect(outcome).toMatchObject({ text: 'Lee.', done: { finish: 'complete', usage: { input_tokens: 9 } } });
	});

	test('carriage returns, and a byte order mark', async () => {
		const write = `\ufeff${good.replaceAll('\n', '\r\n')}`;
		expect(await outcomeOf('openai', [opening('openai'), { write }])).toMatchObject({
			text: 'Lee.',
			done: { finish: 'complete' },
		});
	});

	test('an error line that is no data', async () => {
		const line = 'error: {"code":500,"message":"slot unavailable"}\n\n';
		const outcome = await outcomeOf('openai', [opening('openai'), { write: chunk({ content: 'Stan' }) + line }]);
		expect(outcome).toMatchObject({ text: 'Stan', done: { finish: 'error', problem: { code: 'SERVER' } } });
		expect(outcome.done?.problem?.message).toContain('slot unavailable');
	});

	test('no [DONE], no usage, usage beside no choices, thoughts under another name', async () => {
		const bare = stream('openai', { text: ['Lee.'], over: false });
		expect(await outcomeOf('openai', [opening('openai'), { write: bare }])).toMatchObject({
			text: 'Lee.',
			done: { finish: 'complete' },
		});
		const other = `${chunk({ reasoning: 'Hm.' })}${bare}`;
		expect(await outcomeOf('openai', [opening('openai'), { write: other }])).toMatchObject({
			reasoning: 'Hm.',
			text: 'Lee.',
		});
	});

	test('the whole answer at once where pieces were asked for', async () => {
		const body = JSON.stringify({ choices: [{ message: { content: 'Lee.' }, finish_reason: 'stop' }] });
		const act = { status: 200, headers: { 'content-type': 'application/json' }, body };
		expect(await outcomeOf('openai', [act])).toMatchObject({ text: 'Lee.', done: { finish: 'complete' } });
		const message = JSON.stringify({
			type: 'message',
			content: [{ type: 'text', text: 'Lee.' }],
			stop_reason: 'end_turn',
		});
		expect(await outcomeOf('anthropic', [{ ...act, body: message }])).toMatchObject({
			text: 'Lee.',
			done: { finish: 'complete' },
		});
	});

	test('a character in its two halves', async () => {
		const halves =
			'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\ndata: {"choices":[{"delta":{"content":"\\ude00b"}}]}\n\n';
		const outcome = await outcomeOf('openai', [
			opening('openai'),
			{ write: halves + stream('openai', { text: ['.'] }) },
		]);
		expect(outcome.text).toBe('a😀b.');
	});

	test('an answer that was filtered, before and after its first word', async () => {
		const filtered = (text: string[]) => answerOf('openai', { text, reason: 'content_filter' });
		expect(await outcomeOf('openai', filtered([]))).toMatchObject({ code: 'CONTENT_FILTER' });
		expect(await outcomeOf('openai', filtered(['Stan']))).toMatchObject({
			text: 'Stan',
			done: { finish: 'error', problem: { code: 'CONTENT_FILTER' } },
		});
		expect(await outcomeOf('anthropic', answerOf('anthropic', { reason: 'refusal' }))).toMatchObject({
			code: 'CONTENT_FILTER',
		});
	});

	test('a model that never stops is stopped', async () => {
		const endless = answerOf('openai', {
			text: Array<string>(40).fill('again '.repeat(6000)),
			reason: null,
			over: false,
		});
		expect(await outcomeOf('openai', [...endless, { stall: true }])).toMatchObject({ done: { finish: 'truncated' } });
	});
});
