import { didYouMean } from '../nearest.ts';
import type { Config } from './config.ts';
import type { Section } from './section.ts';

/** How questions are answered unless a flag says otherwise. */
export interface AnswerSettings {
	/** The engine's name. */
	readonly engine?: string;
	/** Whether the turns above go into the prompt. */
	readonly history: boolean;
	/** Whether the part of an answer that was stopped becomes a turn. */
	readonly keep_stopped: boolean;
	readonly lines: ReadonlyMap<string, number>;
}

const NAMES = ['engine', 'history', 'keep_stopped'];

/** `[answer]` */
export const ANSWERING: Section<AnswerSettings> = {
	read(settings, tell) {
		const lines = new Map<string, number>();
		let engine: string | undefined;
		const switches = { history: true, keep_stopped: true };
		for (const { path, line, value } of settings) {
			const what = path.join('.');
			if (what === 'engine' && typeof value === 'string') engine = value;
			else if ((what === 'history' || what === 'keep_stopped') && typeof value === 'boolean') switches[what] = value;
			else {
				const message = NAMES.includes(what)
					? `“${what}” is ${what === 'engine' ? 'the name of an engine, in quotes' : 'true or false'}.`
					: `There is no setting “${what}” of answers.${didYouMean(what, NAMES)}`;
				tell({ line, message });
				continue;
			}
			lines.set(what, line);
		}
		return { ...(engine !== undefined && { engine }), ...switches, lines };
	},
};

/** What there is where there is no file, without a look at one. */
export const NO_SETTINGS: Config = {
	answer: ANSWERING.read([], () => undefined),
	engine: [],
	keys: [],
	problems: [],
	unused: false,
};
