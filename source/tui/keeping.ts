import type { Clock } from '../clock.ts';
import { ArboristError } from '../errors.ts';
import type { Desk } from './desk.ts';
import { keepDraftHere } from './do/drafts.ts';
import { keepScreen } from './kept.ts';
import { say } from './say.ts';
import type { State } from './state.ts';
import { reasonText, tellTrouble } from './trouble.ts';

/** How long a draft, and how the tree is left, may be in memory only. Milliseconds. */
const DRAFT_PAUSE = 250;
const SCREEN_PAUSE = 1000;
const RETRY = 1000;

const KEPT = ['sid', 'target', 'view', 'cursorKey', 'here', 'treeHidden', 'treeWider'] as const;

/** Puts down what would be a pity to lose, in pauses: after a kill it is there again. */
export class Keeping {
	readonly #desk: Desk;
	readonly #clock: Clock;
	readonly #waiting = new Map<() => void, () => void>();
	#kept: State | undefined;
	#isTold = false;

	constructor(desk: Desk, clock: Clock) {
		this.#desk = desk;
		this.#clock = clock;
	}

	/** Called after every key. */
	soon(): void {
		if (this.#desk.state().focus === 'composer') this.#after(DRAFT_PAUSE, this.#draft);
		this.#after(SCREEN_PAUSE, this.#screen);
	}

	/** Whether one can leave: all that was written is saved, or that it cannot be has been said. */
	mayLeave(): boolean {
		const reason = this.#saveWritten();
		if (reason === '' || this.#isTold) return true;
		this.#isTold = true;
		say(this.#desk, `What is written cannot be saved now (${reason}); quit again to leave it.`, 'bad');
		return false;
	}

	/**
	 * Puts down everything now, and nothing later: of several windows the one that is left last is gone on with. Returns what
	 * could not be saved, to be read by a person; empty when there is nothing.
	 */
	end(): string {
		for (const cancel of this.#waiting.values()) cancel();
		this.#waiting.clear();
		const reason = this.#saveWritten();
		this.#kept = undefined;
		this.#attempt(this.#screen);
		const { unsaved } = this.#desk;
		unsaved.end();
		return reason === '' ? '' : `Not saved, because ${reason}.\n\n${unsaved.told}`;
	}

	/** Why something that was written cannot be saved; empty when all of it is. */
	#saveWritten(): string {
		if (this.#desk.state().focus === 'composer') this.#attempt(this.#draft);
		const inTheWay = this.#desk.unsaved.retry();
		return this.#desk.unsaved.told === '' ? '' : reasonText(this.#desk, inTheWay);
	}

	#after(pause: number, keep: () => void): void {
		if (this.#waiting.has(keep)) return;
		const cancel = this.#clock.after(pause, () => {
			this.#waiting.delete(keep);
			// What cannot be put down now may be later; it is on the screen meanwhile.
			if (!this.#attempt(keep)) this.#after(RETRY, keep);
		});
		this.#waiting.set(keep, cancel);
	}

	#attempt(keep: () => void): boolean {
		try {
			keep();
			return true;
		} catch (error) {
			if (!(error instanceof ArboristError)) tellTrouble(this.#desk, error);
			return false;
		}
	}

	readonly #draft = () => keepDraftHere(this.#desk);

	readonly #screen = () => {
		const state = this.#desk.state();
		if (KEPT.every((each) => this.#kept?.[each] === state[each])) return;
		keepScreen(this.#desk.aside, state);
		this.#kept = state;
	};
}
