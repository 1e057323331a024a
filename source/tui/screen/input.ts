import { display } from '../../text.ts';
import { type InputEvent, REPLY_LIMIT, read } from './sequences.ts';

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
// How many ticks of quiet an unfinished sequence is waited for; a lone escape and a closed paste are decided at the first.
const PATIENCE = 10;
// How many ticks of quiet a paste is waited for whose end mark never comes: the keyboard must not be lost to it.
const PASTE_PATIENCE = 125;

/**
 * Turns the bytes of stdin into events. However the bytes are cut the events are the same; only where the meaning hangs on
 * time does `flush` decide, which the owner calls when the terminal has been quiet for a moment (see `held`).
 *
 * - A lone escape is the key esc when nothing follows.
 * - A paste is over when quiet follows its end mark. A text that carries an end mark of its own, to have the rest taken for
 *   keys, is so found out: the last mark counts, and what was before it is text.
 */
export class InputParser {
	readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	#rest = '';
	#paste: string | undefined;
	#closed = false;
	#held = 0;
	#patience = PATIENCE;

	push(bytes: Uint8Array): InputEvent[] {
		const text = this.#decoder.decode(bytes, { stream: true });
		if (text === '') return [];
		if (this.#paste === undefined) return this.#parse(this.#rest + text, this.#rest !== '');
		this.#collect(text);
		return [];
	}

	/** Decides what only time can decide. */
	flush(): InputEvent[] {
		if (this.#paste !== undefined) {
			this.#patience--;
			return this.#closed || this.#patience <= 0 ? this.#endPaste() : [];
		}
		const rest = this.#rest;
		if (rest === '') return [];
		if (rest === '\u001b') return this.#drop([{ kind: 'key', key: 'esc' }]);
		this.#patience--;
		if (this.#patience > 0) return [];
		return this.#drop(rest.length === 2 ? [{ kind: 'key', key: `alt-${rest[1]}` }] : []);
	}

	/** 0 when nothing waits for `flush`; else a number that is another one for every new thing that waits. */
	get held(): number {
		return this.#rest !== '' || this.#paste !== undefined ? this.#held : 0;
	}

	#drop(events: InputEvent[]): InputEvent[] {
		this.#rest = '';
		return events;
	}

	#parse(input: string, waited: boolean): InputEvent[] {
		const events: InputEvent[] = [];
		let at = 0;
		while (at < input.length) {
			const found = read(input, at);
			if (found === undefined) break;
			at = found.end;
			if (found.event !== undefined) events.push(found.event);
			if (found.paste) {
				this.#rest = '';
				this.#paste = '';
				this.#held++;
				this.#collect(input.slice(at));
				return events;
			}
		}
		if (at > 0 || !waited) this.#held++;
		this.#patience = PATIENCE;
		this.#rest = bounded(input.slice(at));
		return events;
	}

	#collect(text: string): void {
		const from = Math.max(0, (this.#paste ?? '').length - PASTE_END.length);
		this.#paste += text;
		this.#patience = PASTE_PATIENCE;
		if (this.#closed || !this.#paste?.includes(PASTE_END, from)) return;
		this.#closed = true;
		this.#held++;
	}

	#endPaste(): InputEvent[] {
		const paste = this.#paste ?? '';
		const mark = paste.lastIndexOf(PASTE_END);
		const end = mark === -1 ? paste.length : mark;
		this.#paste = undefined;
		this.#closed = false;
		const event: InputEvent = { kind: 'paste', text: pasted(paste.slice(0, end)) };
		return [event, ...this.#parse(paste.slice(end + PASTE_END.length), false)];
	}
}

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Pasted text: one kind of line end, and controls as the symbols they will be seen as, so that what is seen is what is sent. */
function pasted(text: string): string {
	return text
		.replaceAll(PASTE_END + PASTE_START, '')
		.replaceAll(/\r\n?/g, '\n')
		.replace(CONTROLS, (control) => display(control));
}

// The answer of a terminal that never ends it must not grow without end: its start and a half terminator are enough.
function bounded(rest: string): string {
	if (rest.length <= 4 * REPLY_LIMIT) return rest;
	return rest.slice(0, 2 * REPLY_LIMIT) + (rest.endsWith('\u001b') ? '\u001b' : '');
}
