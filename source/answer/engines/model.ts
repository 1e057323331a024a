import { type Clock, pause } from '../../clock.ts';
import { endpoint, type Profile, type Protocol } from '../../config/profile.ts';
import type { AnswerEngine, EngineEvent, EngineUsage } from '../engine.ts';
import { planPrompt, promptOf } from '../prompt.ts';
import { ANTHROPIC } from './anthropic.ts';
import type { Speech } from './delta.ts';
import { Hearing } from './hearing.ts';
import { OLLAMA } from './ollama.ts';
import { OPENAI } from './openai.ts';
import { Problem, problem } from './problem.ts';
import { pauseBefore } from './retry.ts';
import { type Call, call, recordsOf } from './wire.ts';

export const SPEECHES: Readonly<Record<Protocol, Speech>> = { openai: OPENAI, ollama: OLLAMA, anthropic: ANTHROPIC };

/** What a model's engine needs of the world. */
export interface Surroundings {
	readonly clock: Clock;
	/** Milliseconds since 1970. */
	now(): number;
	/** The profile's key, read anew for each question. */
	key(profile: Profile): Promise<string | undefined>;
}

/** A prompt of which the server read less than this share was cut on the way. */
const CUT = 0.5;

/**
 * An engine that asks a model.
 * @throws ArboristError ENGINE_NOT_CONFIGURED for an address that will not do
 */
export function modelEngine(profile: Profile, surroundings: Surroundings): AnswerEngine {
	const { name, protocol, base_url, model, context, max_tokens, temperature } = profile;
	const { host } = endpoint(profile, '');
	const { clock } = surroundings;
	return {
		name,
		model,
		host,
		profile: {
			protocol,
			base_url,
			context,
			max_tokens,
			...(temperature !== undefined && { temperature: String(temperature) }),
		},
		plan: (question, evidence, path) => planPrompt(question, evidence, path, profile),
		async *answer(question, { evidence, history, signal }) {
			const { tokens, room } = planPrompt(question, evidence, history, profile);
			if (tokens > room)
				throw problem('CONTEXT_OVERFLOW', { host, model }, `about ${tokens} tokens, and there is room for ${room}`);
			const body = SPEECHES[protocol].body(promptOf(question, evidence, history), profile);
			const began = clock.now();
			for (let tries = 1; ; tries++) {
				const attempt = new Attempt(profile, surroundings, body, signal, began);
				try {
					for await (const event of attempt.events()) yield event.kind === 'done' ? told(event, tokens) : event;
					return;
				} catch (error) {
					const wait =
						error instanceof Problem && !attempt.heard ? pauseBefore(error, tries, clock.now() - began) : undefined;
					if (wait === undefined) throw error;
					yield { kind: 'retry', problem: error as Problem, after_ms: wait };
					await pause(clock, wait, signal);
					if (signal.aborted) throw problem('ABORTED', { host, model });
				}
			}
		},
	};
}

/** Says so when the server read much less than was sent. */
function told(done: EngineEvent & { kind: 'done' }, tokens: number): EngineEvent {
	const read = done.usage?.input_tokens;
	if (read === undefined || read === 0 || read >= tokens * CUT) return done;
	const doubt = `The server read ${read} tokens of about ${tokens}: it may have cut the prompt. Set context to what it really holds.`;
	return { ...done, doubt };
}

/** One request, from the question to the end of the answer. */
class Attempt {
	readonly #profile: Profile;
	readonly #surroundings: Surroundings;
	readonly #body: object;
	readonly #signal: AbortSignal;
	readonly #began: number;
	readonly #hearing: Hearing;
	readonly #stop = new AbortController();
	#cancelTimer: () => void = () => undefined;

	constructor(profile: Profile, surroundings: Surroundings, body: object, signal: AbortSignal, began: number) {
		this.#profile = profile;
		this.#surroundings = surroundings;
		this.#body = body;
		this.#signal = signal;
		this.#began = began;
		this.#hearing = new Hearing(SPEECHES[profile.protocol], this.#whom);
	}

	get #whom() {
		return { host: endpoint(this.#profile, '').host, model: this.#profile.model };
	}

	/** Whether the server has said anything of an answer. */
	get heard(): boolean {
		return this.#hearing.heard;
	}

	/** @throws Problem when there is no word of an answer */
	async *events(): AsyncGenerator<EngineEvent> {
		const abort = () => this.#stop.abort(problem('ABORTED', this.#whom));
		if (this.#signal.aborted) abort();
		this.#signal.addEventListener('abort', abort);
		this.#watch('TIMEOUT_FIRST_TOKEN', this.#profile.first_token_timeout);
		const { clock } = this.#surroundings;
		let first: number | undefined;
		try {
			for await (const piece of this.#pieces()) {
				first ??= clock.now();
				yield piece;
			}
		} finally {
			this.#cancelTimer();
			this.#signal.removeEventListener('abort', abort);
			this.#stop.abort();
		}
		const { ending, answered, usage } = this.#hearing;
		const fault = ending.problem;
		if (fault && !answered) throw fault;
		const times: EngineUsage = { total_ms: Math.round(clock.now() - this.#began) };
		if (first !== undefined) times.first_token_ms = Math.round(first - this.#began);
		const cancelled = fault?.code === 'ABORTED';
		yield {
			kind: 'done',
			finish: cancelled ? 'cancelled' : ending.finish,
			usage: { ...usage, ...times },
			...(fault && !cancelled && { problem: fault }),
		};
	}

	async *#pieces(): AsyncGenerator<EngineEvent> {
		const hearing = this.#hearing;
		let fault: Problem | undefined;
		try {
			const asked = await this.#call();
			const response = await call(asked);
			for await (const records of recordsOf(response, SPEECHES[this.#profile.protocol], asked)) {
				for (const piece of hearing.take(records)) {
					this.#watch('TIMEOUT_IDLE', this.#profile.idle_timeout);
					yield piece;
				}
				if (hearing.over) return;
			}
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			if (!hearing.heard) throw error;
			fault = error;
		}
		yield* hearing.end(fault);
	}

	async #call(): Promise<Call> {
		const { protocol } = this.#profile;
		const key = await this.#surroundings.key(this.#profile);
		const speech = SPEECHES[protocol];
		return {
			...this.#whom,
			url: endpoint(this.#profile, speech.path),
			headers: speech.headers(key),
			body: this.#body,
			key,
			signal: this.#stop.signal,
			now: this.#surroundings.now,
		};
	}

	#watch(code: 'TIMEOUT_FIRST_TOKEN' | 'TIMEOUT_IDLE', seconds: number): void {
		this.#cancelTimer();
		this.#cancelTimer = this.#surroundings.clock.after(seconds * 1000, () =>
			this.#stop.abort(problem(code, this.#whom, `more than ${seconds} s`)),
		);
	}
}
