import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { listen } from '../../../source/tui/screen/listen.ts';
import type { InputEvent } from '../../../source/tui/screen/sequences.ts';
import { FakeClock } from './terminal.ts';

class FakeInput extends EventEmitter {
	open = false;

	resume() {
		this.open = true;
	}

	pause() {
		this.open = false;
	}

	type(text: string) {
		this.emit('data', Buffer.from(text));
	}
}

function start() {
	const clock = new FakeClock();
	const input = new FakeInput();
	const heard: string[] = [];
	const name = (event: InputEvent) => (event.kind === 'key' ? event.key : `<${event.text}>`);
	const stop = listen(input, (events) => heard.push(events.map(name).join(' ')), clock);
	return { clock, input, heard, stop };
}

test('what arrives together is told together', () => {
	const { input, heard } = start();
	input.type('jjk');
	expect(heard).toEqual(['j j k']);
});

test('an escape is a key after a moment of quiet, and the start of one before', () => {
	const { clock, input, heard } = start();
	input.type('\x1b');
	clock.pass(30);
	input.type('[A');
	clock.pass(1000);
	input.type('\x1b');
	clock.pass(39);
	expect(heard).toEqual(['up']);
	clock.pass(1);
	expect(heard).toEqual(['up', 'esc']);
});

test('an escape has its whole moment after another sequence was waited for', () => {
	const { clock, input, heard } = start();
	input.type('\x1b[');
	clock.pass(30);
	input.type('A\x1b');
	clock.pass(30);
	expect(heard).toEqual(['up']);
	input.type('[B');
	expect(heard).toEqual(['up', 'down']);
});

test('a slow sequence is waited for longer, then forgotten', () => {
	const { clock, input, heard } = start();
	input.type('\x1b[1;');
	clock.pass(200);
	input.type('5C');
	expect(heard).toEqual(['ctrl-right']);
	input.type('\x1b[1;');
	clock.pass(2000);
	input.type('j');
	expect(heard).toEqual(['ctrl-right', 'j']);
});

test('a paste is told after its end even while a key is held down', () => {
	const { clock, input, heard } = start();
	input.type('\x1b[200~text\x1b[201~');
	for (let key = 0; key < 4; key++) {
		clock.pass(15);
		input.type('j');
	}
	expect(heard.join(' ')).toBe('<text> j j j j');
});

test('stops when told', () => {
	const { clock, input, heard, stop } = start();
	input.type('\x1b');
	stop();
	clock.pass(1000);
	input.type('j');
	expect([heard, input.open]).toEqual([[], false]);
});
