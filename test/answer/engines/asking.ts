import type { EngineEvent, Evidence, HistoryTurn } from '../../../source/answer/engine.ts';
import { modelEngine } from '../../../source/answer/engines/model.ts';
import { type Profile, type Protocol, USUAL } from '../../../source/config/profile.ts';
import { ArboristError } from '../../../source/errors.ts';
import type { ModelServer } from '../../helpers/model-server.ts';
import { FakeClock } from '../../tui/screen/terminal.ts';

export const KEY = 'sk-planted-0123456789';

export function profileOf(protocol: Protocol, url: string, more: Partial<Profile> = {}): Profile {
	const base_url = protocol === 'ollama' ? url : `${url}/v1`;
	return { name: 'qwen', protocol, base_url, model: 'm', ...USUAL, ...more };
}

const NOTHING: Evidence = { passages: [], terms: [], collection: 0 };

/** One question, from asking to the end, as whoever listens sees it. */
export interface Outcome {
	events: EngineEvent[];
	text: string;
	reasoning: string;
	done: (EngineEvent & { kind: 'done' }) | undefined;
	/** The code, or the code and the sentence, of what was thrown. */
	code: string | undefined;
	said: string;
	retries: number[];
}

export interface Asking {
	/** What is heard as it comes. */
	onEvent?(event: EngineEvent): void;
	profile?: Partial<Profile>;
	history?: readonly HistoryTurn[];
	signal?: AbortSignal;
	clock?: FakeClock;
	key?: string;
	question?: string;
	evidence?: Evidence;
}

export async function askServer(
	protocol: Protocol,
	{ url }: Pick<ModelServer, 'url'>,
	asking: Asking = {},
): Promise<Outcome> {
	const { clock = new FakeClock(), history = [], signal = new AbortController().signal, key = KEY } = asking;
	const engine = modelEngine(profileOf(protocol, url, asking.profile), { clock, now: () => 0, key: async () => key });
	const outcome: Outcome = {
		events: [],
		text: '',
		reasoning: '',
		done: undefined,
		code: undefined,
		said: '',
		retries: [],
	};
	try {
		const context = { evidence: asking.evidence ?? NOTHING, history, signal };
		for await (const event of engine.answer(asking.question ?? 'Who?', context)) {
			outcome.events.push(event);
			if (event.kind === 'text') outcome.text += event.text;
			if (event.kind === 'reasoning') outcome.reasoning += event.text;
			if (event.kind === 'thought') Object.assign(outcome, { reasoning: outcome.reasoning + outcome.text, text: '' });
			if (event.kind === 'done') outcome.done = event;
			if (event.kind === 'retry') {
				outcome.retries.push(event.after_ms);
				// The pause begins when the engine is asked for what comes next.
				setImmediate(() => clock.pass(event.after_ms));
			}
			asking.onEvent?.(event);
		}
	} catch (error) {
		if (!(error instanceof ArboristError)) throw error;
		outcome.code = error.code;
		outcome.said = `${error.message} ${error.hint}`;
	}
	return outcome;
}
