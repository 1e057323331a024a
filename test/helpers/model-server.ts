import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { Protocol } from '../../source/config/profile.ts';

// A model's server that does what it is told, on loopback only.

/** One thing that the server does for a request, in order. */
export type Act =
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
	/** Bytes of a good answer, as they are. */
	| { readonly write: string | Uint8Array }
	/** Hangs up in the middle. */
	| { readonly hangUp: true }
	/** Says nothing more until the other side goes away. */
	| { readonly stall: true };

interface Heard {
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	// biome-ignore lint/suspicious/noExplicitAny: whatever the program under test has sent
	readonly body: any;
}

export interface ModelServer {
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	readonly heard: readonly Heard[];
	/** How many connections were opened, whatever they asked. */
	connections(): number;
	/** Resolves when a request that stalls has been left alone by the other side. */
	left(): Promise<void>;
	/** Resolves when so many requests have come. */
	asked(count: number): Promise<void>;
	close(): Promise<void>;
}

/** Serves each request with the next script; the last one serves all that follow. */
export async function modelServer(...scripts: readonly (readonly Act[])[]): Promise<ModelServer> {
	const heard: Heard[] = [];
	const waiting = new Set<() => void>();
	let connections = 0;
	let leave: () => void = () => undefined;
	const left = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const server: Server = createServer(async (request, response) => {
		const body = await textOf(request);
		heard.push({ path: request.url ?? '', headers: request.headers, body: body === '' ? undefined : JSON.parse(body) });
		for (const wake of waiting) wake();
		response.on('close', leave);
		play(scripts[Math.min(heard.length, scripts.length) - 1] ?? [], response);
	});
	server.on('connection', () => {
		connections += 1;
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	onTestFinished(close);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		heard,
		connections: () => connections,
		left: () => left,
		asked: (count) =>
			new Promise((resolve) => {
				const wake = () => {
					if (heard.length < count) return;
					waiting.delete(wake);
					resolve();
				};
				waiting.add(wake);
				wake();
			}),
		close,
	};
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

function play(script: readonly Act[], response: ServerResponse): void {
	for (const act of script) {
		if ('status' in act) {
			response.writeHead(act.status, act.headers);
			if (act.body !== undefined) response.write(act.body);
		} else if ('write' in act) response.write(act.write);
		else if ('hangUp' in act) {
			// What was written goes out first.
			setImmediate(() => response.destroy());
			return;
		} else return;
	}
	response.end();
}

/** What an answer is made of, for any protocol. */
export interface Spoken {
	/** Pieces of it. */
	readonly text?: readonly string[];
	readonly reasoning?: readonly string[];
	/** Why it ended, in the protocol's own word; none is said when it is null. */
	readonly reason?: string | null;
	/** Tokens read and written; not told when left out. */
	readonly usage?: readonly [number, number];
	/** Whether the server says that it is over. */
	readonly over?: boolean;
}

const TYPE: Readonly<Record<Protocol, string>> = {
	openai: 'text/event-stream',
	ollama: 'application/x-ndjson',
	anthropic: 'text/event-stream; charset=utf-8',
};

export function opening(protocol: Protocol, headers: Readonly<Record<string, string>> = {}): Act {
	return { status: 200, headers: { 'content-type': TYPE[protocol], ...headers } };
}

/** A good answer as the protocol has it. */
export function stream(protocol: Protocol, spoken: Spoken): string {
	return { openai: openaiStream, ollama: ollamaStream, anthropic: anthropicStream }[protocol](spoken);
}

export function answerOf(protocol: Protocol, spoken: Spoken): Act[] {
	return [opening(protocol), { write: stream(protocol, spoken) }];
}

/** The same, packed. */
export function packed(protocol: Protocol, spoken: Spoken): Act[] {
	return [opening(protocol, { 'content-encoding': 'gzip' }), { write: gzipSync(stream(protocol, spoken)) }];
}

const event = (record: unknown, name?: string) =>
	`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(record)}\n\n`;

function openaiStream({ text = [], reasoning = [], reason = 'stop', usage, over = true }: Spoken): string {
	const chunk = (delta: object, finish_reason: string | null = null) =>
		event({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
	return [
		chunk({ role: 'assistant', content: '' }),
		...reasoning.map((piece) => chunk({ reasoning_content: piece })),
		...text.map((piece) => chunk({ content: piece })),
		reason === null ? '' : chunk({}, reason),
		usage === undefined ? '' : event({ choices: [], usage: { prompt_tokens: usage[0], completion_tokens: usage[1] } }),
		over ? 'data: [DONE]\n\n' : '',
	].join('');
}

function ollamaStream({ text = [], reasoning = [], reason = 'stop', usage, over = true }: Spoken): string {
	const line = (record: object) => `${JSON.stringify({ model: 'm', ...record })}\n`;
	const counts = usage === undefined ? {} : { prompt_eval_count: usage[0], eval_count: usage[1] };
	return [
		...reasoning.map((thinking) => line({ message: { role: 'assistant', content: '', thinking }, done: false })),
		...text.map((content) => line({ message: { role: 'assistant', content }, done: false })),
		over && reason !== null
			? line({ message: { role: 'assistant', content: '' }, done: true, done_reason: reason, ...counts })
			: '',
	].join('');
}

function anthropicStream({ text = [], reasoning = [], reason = 'end_turn', usage, over = true }: Spoken): string {
	const block = (index: number, type: string, pieces: readonly object[]) =>
		pieces.length === 0
			? ''
			: [
					event({ type: 'content_block_start', index, content_block: { type } }, 'content_block_start'),
					...pieces.map((delta) => event({ type: 'content_block_delta', index, delta }, 'content_block_delta')),
					event({ type: 'content_block_stop', index }, 'content_block_stop'),
				].join('');
	return [
		event(
			{ type: 'message_start', message: { usage: usage && { input_tokens: usage[0], output_tokens: 1 } } },
			'message_start',
		),
		event({ type: 'ping' }, 'ping'),
		block(
			0,
			'thinking',
			reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
		),
		block(
			1,
			'text',
			text.map((piece) => ({ type: 'text_delta', text: piece })),
		),
		reason === null
			? ''
			: event(
					{ type: 'message_delta', delta: { stop_reason: reason }, usage: usage && { output_tokens: usage[1] } },
					'message_delta',
				),
		over ? event({ type: 'message_stop' }, 'message_stop') : '',
	].join('');
}
