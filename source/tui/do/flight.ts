import type { AnswerEvent } from '../../answer/answer.ts';
import { leftOutText } from '../../commands/answered.ts';
import { seconds } from '../../commands/phrases.ts';
import { batesAt } from '../../store/bates.ts';
import type { CanonicalObject } from '../../store/types.ts';
import { ifFree } from '../../store/when-free.ts';
import { displayLine } from '../../text.ts';
import type { Desk } from '../desk.ts';
import type { Awaited } from '../open-sessions.ts';
import { Pace } from '../pace.ts';
import { guard } from '../trouble.ts';

/** At most 30 frames a second show an answer that grows, and four writes a second put it down. Milliseconds. */
const FRAME = 34;
const KEEP = 250;
/** Of what a model thinks, its end is shown. Characters. */
const THOUGHT = 60;

const WHAT = 'What was asked, and the answer as far as it came';

/** What else a later start needs to make a turn of a question. */
interface Sent extends CanonicalObject {
	readonly sid: string;
	readonly parent: string | null;
	readonly replaces: string | null;
	readonly asked_at: string;
}

/** An answer on its way: shown as it grows, and put down beside the record so that a kill loses neither question nor answer. */
export class Flight {
	readonly #desk: Desk;
	readonly #place: string;
	readonly #question: string;
	/** Undefined as long as another program's writing has kept it from being put down. */
	#id: string | undefined;
	#isTold = true;
	#sent: CanonicalObject;
	readonly #frames: Pace;
	readonly #writes: Pace;
	readonly #awaited: Awaited;
	#text = '';
	#pieces = 0;
	#thought = '';
	#doing = 'answering';
	#leftOut = '';
	#isOver = false;

	constructor(desk: Desk, place: string, question: string, sent: Sent) {
		this.#desk = desk;
		this.#place = place;
		this.#question = question;
		this.#sent = { ...sent, place, question };
		this.#keep();
		this.#awaited = desk.opened.begin(sent.sid, {
			question,
			parent_bates: sent.parent ?? batesAt(sent.sid, 0),
			time: sent.asked_at,
			meta: sent.replaces === null ? {} : { replaces: sent.replaces },
		});
		this.#frames = new Pace(desk.clock, FRAME, () => this.#show());
		this.#writes = new Pace(desk.clock, KEEP, () => this.#keep());
		this.#frames.ask();
	}

	/** Whether something of the answer is there. */
	get hasText(): boolean {
		return this.#text.trim() !== '';
	}

	/** Whether it is put down, and a kill would lose nothing. */
	get kept(): boolean {
		return this.#id !== undefined;
	}

	/** Another program is writing, and the turn waits to be saved. */
	waits(): void {
		this.#doing = 'another program is writing; ctrl-c stops waiting';
		this.#frames.ask();
	}

	/** What found no room in the prompt, in words. */
	get leftOut(): string {
		return this.#leftOut;
	}

	take(event: AnswerEvent): void {
		switch (event.kind) {
			case 'plan': {
				const { evidence, history, left_out } = event.plan;
				this.#leftOut = leftOutText(left_out);
				const passages = evidence.passages.map(({ score: _, ...passage }) => passage);
				this.#sent = { ...this.#sent, passages, history: history.map(({ bates }) => bates) };
				this.#isTold = false;
				this.#keep();
				return;
			}
			case 'text':
				this.#text += event.text;
				this.#pieces++;
				this.#awaited.reads(this.#text);
				this.#doing = 'answering';
				this.#writes.ask();
				break;
			case 'thought':
				this.#thought += this.#text;
				this.#text = '';
				this.#awaited.reads('');
				this.#writes.ask();
				break;
			case 'reasoning': {
				this.#thought += event.text;
				const end = displayLine(this.#thought.slice(-THOUGHT).trim());
				this.#doing = `thinking, ${this.#thought.length.toLocaleString('en')} characters: …${end}`;
				break;
			}
			case 'retry':
				this.#doing = `${displayLine(event.problem.message)} Again in ${seconds(event.after_ms)}.`;
				break;
			case 'done':
				this.#sent = { ...this.#sent, finish: event.finish };
				this.#isTold = false;
				return;
			default:
				return;
		}
		this.#frames.ask();
	}

	/** It is over: a turn, or a question that waits again. */
	end(): void {
		if (this.#isOver) return;
		this.#over();
		const drop = () => this.#id !== undefined && this.#desk.aside.inFlight.end(this.#id);
		this.#keep(drop, () => '');
	}

	/** It is over, and no turn could be saved: all of it is kept, and offered then. */
	leave(offer: () => void): void {
		this.#over();
		this.#keep(() => {
			this.#desk.aside.inFlight.leave(this.#write());
			offer();
		});
	}

	#over(): void {
		this.#isOver = true;
		this.#frames.end();
		this.#writes.end();
		this.#awaited.end();
		this.#desk.apply({ type: 'coming', place: this.#place, coming: null });
	}

	#keep(write: () => void = () => this.#write(), text = () => this.#told()): void {
		guard(this.#desk, () => void ifFree(() => this.#desk.unsaved.write(this, { what: WHAT, text, write })));
	}

	#told(): string {
		return [this.#question, this.#text.trim()].filter(Boolean).join('\n\n');
	}

	/** Returns the name it goes by. */
	#write(): string {
		const { inFlight } = this.#desk.aside;
		this.#id ??= inFlight.begin(this.#sent);
		if (!this.#isTold) inFlight.tell(this.#id, this.#sent);
		this.#isTold = true;
		inFlight.grow(this.#id, this.#text);
		return this.#id;
	}

	#show(): void {
		const said = { question: this.#question, text: this.#text, doing: this.#doing };
		const coming = { place: this.#place, ...said, grows: this.#pieces > 1 };
		this.#desk.apply({ type: 'coming', place: this.#place, coming });
	}
}
