import type { AnswerEngine, Evidence } from '../answer/engine.ts';
import type { Plan } from '../answer/prompt.ts';
import { estimateTokens } from '../answer/tokens.ts';
import type { Forest } from '../store/forest.ts';
import type { State } from './state.ts';

/** So many turns above a question are looked at; a model's window seldom holds more. */
const TURNS = 100;
/** What six passages come to, about. Tokens. */
const PASSAGES = 1600;

const NONE: Evidence = { passages: [], terms: [], collection: 0 };

/** What the next question will cost to send, in tokens, estimated. */
export interface Cost {
	readonly tokens: number;
	readonly room: number;
	/** How many of the turns above go along. */
	readonly turns: number;
}

/** Reckons it for every key without planning the prompt again each time. */
export class Reckoning {
	readonly #forest: Forest;
	#known: { key: string; engine: AnswerEngine; plan: Plan } | undefined;

	constructor(forest: Forest) {
		this.#forest = forest;
	}

	/** Undefined for an engine that nothing is sent to. */
	cost({ target, draft, history, epoch }: State, engine: AnswerEngine): Cost | undefined {
		if (engine.plan === undefined) return undefined;
		const parent = target.kind === 'under' ? target.bates : this.#forest.outline.row(target.bates)?.parent_bates;
		const key = `${parent} ${history} ${epoch}`;
		if (this.#known?.key !== key || this.#known.engine !== engine) {
			const above = history && parent ? this.#forest.outline.lineage(parent, TURNS) : [];
			const path = above.flatMap((bates) => this.#forest.turn(bates) ?? []);
			this.#known = { key, engine, plan: engine.plan('', NONE, path) };
		}
		const { plan } = this.#known;
		const passages = Math.min(PASSAGES, Math.max(0, plan.room - plan.tokens));
		return { tokens: plan.tokens + passages + estimateTokens(draft.text), room: plan.room, turns: plan.history.length };
	}
}

/** `≈2.1k of 7.2k tokens · 3 turns above`, or shorter where that is too wide. */
export function costTexts({ tokens, room, turns }: Cost): readonly string[] {
	const left = tokens > room ? 'too long: ' : '';
	const bar = `${left}≈${thousands(tokens)} of ${thousands(room)} tokens`;
	const above = turns === 0 ? '' : ` · ${turns} turn${turns === 1 ? '' : 's'} above`;
	return [`${bar}${above}`, bar, `≈${thousands(tokens)}/${thousands(room)}`];
}

function thousands(count: number): string {
	return count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 9950 ? 1 : 0)}k`;
}
