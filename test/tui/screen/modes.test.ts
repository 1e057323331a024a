import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { Terminal } from '../../../source/tui/screen/modes.ts';
import { FakeClock } from './terminal.ts';

class FakeMachine extends EventEmitter {
	pid = 42;
	log: string[] = [];
	broken = false;
	stdin = { destroyed: false, setRawMode: (raw: boolean) => this.log.push(raw ? 'raw' : 'cooked') };
	stdout = {
		write: (bytes: string) => {
			if (this.broken) throw new Error('EIO');
			this.log.push(bytes);
			return true;
		},
	};

	kill(pid: number, signal: string) {
		this.log.push(`kill ${pid} ${signal} with ${this.listenerCount(signal)} listeners`);
	}

	taken(): string[] {
		return this.log.splice(0);
	}
}

function start() {
	const machine = new FakeMachine();
	const clock = new FakeClock();
	const painter = { pause: () => machine.log.push('pause'), resume: () => machine.log.push('resume') };
	const terminal = new Terminal(painter, machine, clock);
	terminal.enter();
	const [raw, enter] = machine.taken();
	expect(raw).toBe('raw');
	return { machine, clock, terminal, enter: enter as string };
}

const modes = (bytes: string) =>
	[...bytes.matchAll(/\x1b\[\?(\d+)([hl])/g)].map(([, mode, state]) => `${mode}${state}`);

test('leaves every mode it enters', () => {
	const { machine, terminal, enter } = start();
	terminal.leave();
	const [leave = '', cooked] = machine.taken();
	expect(cooked).toBe('cooked');
	for (const mode of modes(enter)) {
		const undone = mode.endsWith('h') ? mode.replace('h', 'l') : mode.replace('l', 'h');
		expect(modes(leave)).toContain(undone);
	}
	expect(enter).toContain('\x1b[22;2t');
	expect(leave).toContain('\x1b[23;2t');
	expect(modes(leave).at(-1)).toBe('1049l');
	expect(machine.eventNames()).toEqual([]);
});

test.each(['exit', 'uncaughtExceptionMonitor'])('leaves once on %s', (event) => {
	const { machine } = start();
	machine.emit(event);
	machine.emit('exit');
	expect(machine.taken()).toHaveLength(2);
});

test('a terminal that is gone is left alone', () => {
	const { machine } = start();
	machine.stdin.destroyed = true;
	machine.emit('exit');
	expect(machine.taken()).toEqual([]);
});

test('a terminal that goes at that moment does not keep it from ending', () => {
	const { machine } = start();
	machine.broken = true;
	machine.emit('exit');
	expect(machine.taken()).toEqual([]);
});

test('stops with its whole job, on a restored screen, and takes the screen back', () => {
	const { machine, clock, terminal, enter } = start();
	terminal.suspend();
	expect(machine.taken()).toEqual(['kill 0 SIGTSTP with 1 listeners']);
	machine.emit('SIGTSTP');
	const log = machine.taken();
	expect([log[0], log[2], log[3]]).toEqual(['pause', 'cooked', 'kill 42 SIGTSTP with 0 listeners']);
	clock.pass(60);
	expect(machine.taken()).toEqual(['raw', enter, 'resume']);
	expect(machine.listenerCount('SIGTSTP')).toBe(1);
});

test('sets everything again when it was stopped without a word', () => {
	const { machine, enter } = start();
	machine.emit('SIGCONT');
	expect(machine.taken()).toEqual(['cooked', 'raw', enter, 'resume']);
});

test('lends the screen, and has it back even when that failed', () => {
	const { machine, terminal } = start();
	const lent = terminal.lend(() => {
		machine.log.push('editor');
		return machine.eventNames().length;
	});
	expect(lent).toBe(0);
	expect(machine.taken().map((entry) => entry.split('\x1b')[0])).toEqual([
		'pause',
		'',
		'cooked',
		'editor',
		'raw',
		'',
		'resume',
	]);
	expect(() =>
		terminal.lend(() => {
			throw new Error('no editor');
		}),
	).toThrow('no editor');
	expect(machine.taken().at(-1)).toBe('resume');
});

test('a title cannot hold anything that acts, and comes back with the screen', () => {
	const { machine, terminal, enter } = start();
	terminal.title('spider\x07\x1b]52;c;x\nnotes');
	const [title = ''] = machine.taken();
	expect(title).toBe('\x1b]2;spider␇␛]52;c;x notes\x07');
	machine.emit('SIGCONT');
	expect(machine.taken()[2]).toBe(enter + title);
});
