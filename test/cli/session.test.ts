import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { machine, PROGRAM } from './program.ts';

const { arborist, home } = machine();

test('a piped session takes every slash command, and ends with its input', async () => {
	const lines = [
		'how do I fork a conversation?',
		'/tree',
		'/label origin',
		'/back',
		'zzz?',
		'/cd origin',
		'xyzzy?',
		'/branches',
		'/find fork',
		'/show origin',
		'/sid',
		'/root',
		'/help',
	];
	const { status, stdout, stderr } = await arborist(['session', '--label', 'first steps'], {
		input: `${lines.join('\n')}\n`,
	});
	expect([status, stderr]).toEqual([0, '']);
	const sid = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/m.exec(stdout)?.[0] ?? '';
	const inOrder = [
		'#1 of ',
		'first steps · 1 turn',
		'    1  how do I fork a conversation?  ◂',
		'Labelled: origin',
		`You stand at the root of ${sid.slice(-8)}.`,
		'#2 of ',
		'You stand on #1: how do I fork a conversation?',
		'#3 of ',
		`#0  (the root)  ${sid}-000000`,
		`${sid}-000001 · now`,
		`bates      ${sid}-000001`,
		sid,
		'It commits to the questions',
		'/quit                    end; ctrl-d too',
	];
	let at = 0;
	for (const expected of inOrder) {
		const found = stdout.indexOf(expected, at);
		expect(found, expected).toBeGreaterThanOrEqual(at);
		at = found + expected.length;
	}

	const last = await arborist([], { input: '/tree\n/quit\nnever asked' });
	expect(last).toMatchObject({ status: 0, stderr: '' });
	expect(last.stdout).toContain('first steps · 3 turns');
});

test('questions may come one a line into no verb at all; a line that fails is told, and the rest is done', async () => {
	const { status, stdout, stderr } = await arborist([], { input: 'what is a bates id?\n/cd nowhere\n/sid' });
	expect(status).toBe(1);
	expect(stderr.split('\n')).toEqual(['There is no turn “nowhere”.', expect.stringContaining('Use a bates id'), '']);
	expect(stdout).toMatch(/\n\d{8}T\d{6}Z-[0-9a-f]{8}\n/);
});

/** A session whose input stays open; `act` is called once it has answered the first line. */
function open(first: string, act: (child: ReturnType<typeof spawn>) => void): Promise<number | null> {
	const child = spawn(process.execPath, [PROGRAM, 'session'], {
		env: { ...process.env, ARBORIST_HOME: home },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	child.stdin.write(`${first}\n`);
	child.stdout.once('data', () => act(child));
	return new Promise((resolve) => child.on('close', resolve));
}

test('/quit ends it though its input stays open, and so does ctrl-c', async () => {
	const ended = await Promise.all([
		open('/sid', (child) => child.stdin?.write('/quit\n')),
		open('/sid', (child) => child.kill('SIGINT')),
	]);
	expect(ended).toEqual([0, 0]);
});
