import { EventEmitter } from 'node:events';
import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import type { Sink } from './sink.ts';

/**
 * What Ink takes for its stdin. The real one is read by `listen` alone; what a component of somebody else's is to have
 * (ink-text-input) is typed here, text that is already clean.
 */
export class Keyboard extends EventEmitter {
	readonly isTTY = true;
	#typed: string | null = null;

	type(text: string): void {
		this.#typed = text;
		this.emit('readable');
	}

	read(): string | null {
		const typed = this.#typed;
		this.#typed = null;
		return typed;
	}

	// The terminal is in raw mode already, and stays so.
	setRawMode(): this {
		return this;
	}

	setEncoding(): this {
		return this;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}
}

/** Ink on our own two ends. With `debug` it hands over every frame whole and at once, and what it knows of terminals sleeps. */
export function mount(node: ReactNode, sink: Sink, keyboard: Keyboard): Instance {
	return render(node, {
		stdout: sink as unknown as NodeJS.WriteStream,
		stdin: keyboard as unknown as NodeJS.ReadStream,
		debug: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
}
