import { copyFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { home, RESTORED, Window } from './window.ts';

/** What somebody else reads in the forest of a home. */
function inForest<Result>(folder: string, read: (forest: ReturnType<typeof openForest>) => Result): Result {
	const forest = openForest(join(folder, 'sessions.db'));
	try {
		return read(forest);
	} finally {
		forest.close();
	}
}

async function asked(folder: string, ...questions: readonly string[]): Promise<Window> {
	const window = new Window(folder);
	await window.shows('Type a question');
	for (const [i, question] of questions.entries()) {
		window.type(question);
		await window.shows(question.slice(-12));
		window.type('\r');
		await window.shows(i === 0 ? '1 turn ·' : `${i + 1} turns ·`);
	}
	return window;
}

test('from the first start to a fork, a hit that is opened, another size, a paste, and out', async () => {
	const folder = home();
	const window = await asked(folder, 'how do I fork a conversation?', 'what is a session?');
	window.type('\u001b');
	await window.shows('a ask');
	window.type('{a');
	await window.shows(/ask under “how do I fork/);
	window.type('and how do I find things?\r');
	await window.shows(/╰ and how do I fi/);
	window.type('\u001b');
	await window.shows('a ask');
	window.type('/session');
	await window.shows(/\d of 3 turns/);
	window.type('\r');
	await window.shows(/n N hits/);
	window.type('\u001b');
	await window.until((text) => !text.includes('n N hits'), 'back');
	window.resize(120, 40);
	await window.shows(/┴─{60,}/);
	window.resize(30, 8);
	await window.shows('Arborist needs 40x10');
	window.resize(80, 24);
	await window.shows(/┴─{40,}/);
	window.type('a');
	await window.shows('ask under');
	window.type('\u001b[200~two lines:\r\n\u001b]0;hostile\u0007q\u001b[201~');
	await window.shows('␛]0;hostile␇q');
	window.type('\u001b');
	await window.shows('✎');
	window.type('q');
	expect(await window.ended).toMatchObject({ exitCode: 0 });
	expect(window.modes()).toEqual(RESTORED);
	inForest(folder, (forest) => {
		expect(forest.countTurns()).toBe(3);
		expect(forest.verify().intact).toBe(true);
	});
});

test.each([
	['SIGTERM', 15],
	['SIGHUP', 1],
	['SIGINT', 2],
	['SIGQUIT', 3],
	['SIGUSR2', constants.signals.SIGUSR2],
])('%s puts down what was being written and puts the terminal back', async (name, number) => {
	const folder = home();
	const window = new Window(folder);
	await window.shows('Type a question');
	window.type('a thought');
	await window.shows('a thought');
	window.kill(name);
	expect(await window.ended).toMatchObject({ signal: number });
	expect(window.modes()).toEqual(RESTORED);
	expect(drafts(folder)).toEqual(['a thought']);
});

test('a window that is closed ends the program, which falls over nothing and keeps what was being written', async () => {
	const folder = home();
	const window = new Window(folder);
	await window.shows('Type a question');
	window.type('a thought');
	await window.shows('a thought');
	window.close();
	expect(await window.ended).toMatchObject({ signal: 1 });
	expect(drafts(folder)).toEqual(['a thought']);
});

test('SIGUSR1 opens no debugger', async () => {
	const window = new Window(home());
	await window.shows('Type a question');
	window.kill('SIGUSR1');
	window.type('still here');
	await window.shows('still here');
	expect(window.output).not.toContain('Debugger');
});

test('ctrl-c twice quits, ctrl-d in an empty composer too', async () => {
	for (const keys of ['\u0003\u0003', '\u0004']) {
		const window = new Window(home());
		await window.shows('Type a question');
		window.type(keys);
		expect(await window.ended).toMatchObject({ exitCode: 0 });
	}
});

test('a terminal that cannot move its cursor is served line by line, and told why', async () => {
	const window = new Window(home(), [], 80, 24, { TERM: 'dumb' });
	await window.shows('TERM is “dumb”');
	await window.shows('Type a question, or /help.');
	expect(window.output).not.toContain('\u001b[?1049h');
});

test('ctrl-z gives the screen back to the shell, and fg takes it again', async () => {
	const window = new Window(home());
	await window.shows('Type a question');
	const entered = () => window.output.split('\u001b[?1049h').length - 1;
	window.type('\u001a');
	// No shell holds this terminal: the program is not stopped for good, and comes back by itself.
	await window.until(() => entered() === 2, 'the screen taken again');
	await window.shows('Type a question');
	window.type('still here');
	await window.shows('still here');
});

test('two windows show each other’s turns and labels within a second', async () => {
	const folder = home();
	const one = await asked(folder, 'how do I fork a conversation?');
	const two = new Window(folder);
	await two.shows('1 turn ·');
	const start = performance.now();
	one.type('what is a session?\r');
	await two.shows('what is a sess');
	expect(performance.now() - start).toBeLessThan(2000);
	two.type('\u001b');
	await two.shows('a ask');
	two.type('mnice\r');
	await one.shows('⚑ nice');
});

test('kill -9 keeps what was being written and where one was', async () => {
	const folder = home();
	const window = await asked(folder, 'how do I fork a conversation?', 'what is a session?');
	window.type('a thought that is not fin');
	await drafted(folder);
	process.kill(window.pid, 'SIGKILL');
	await window.ended;
	const again = new Window(folder);
	await again.shows('✎');
	await again.shows('a thought that is not fin');
	inForest(folder, (forest) => expect(forest.verify().intact).toBe(true));
});

test('a shard that was removed and is put back as a copy is gone on with, and so is the question being written', async () => {
	const folder = home();
	const window = await asked(folder, 'how do I fork a conversation?');
	const shard = join(folder, 'sessions.db');
	window.type('a thought');
	await window.shows('a thought');
	copyFileSync(shard, join(folder, 'copy.db'));
	rmSync(shard);
	await window.shows('was removed while it was open');
	copyFileSync(join(folder, 'copy.db'), shard);
	const entered = () => window.output.split('\u001b[?1049h').length - 1;
	await window.until((text) => entered() === 2 && text.includes('a thought'), 'the copy taken up');
	window.type(' more\r');
	await window.shows('2 turns ·');
	window.type('\u0004');
	expect(await window.ended).toMatchObject({ exitCode: 0 });
	inForest(folder, (forest) => {
		expect(forest.countTurns()).toBe(2);
		expect(forest.verify().findings).toEqual([]);
	});
});

function drafts(folder: string): string[] {
	return inForest(folder, (forest) => [...forest.aside().drafts().values()]);
}

/** Until a draft is on disk. */
async function drafted(folder: string): Promise<void> {
	while (drafts(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
