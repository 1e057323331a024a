import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** The program as it is installed; it runs from `dist/`, which test/cli/build.ts makes. */
export const PROGRAM = fileURLToPath(new URL('../../bin/arborist.js', import.meta.url));

/** What a run left: its exit status, and what it wrote. */
export interface Run {
	status: number | null;
	stdout: string;
	stderr: string;
}

export interface RunOptions {
	/** What comes on standard input; without it the input is empty. */
	input?: string | Buffer;
	env?: Record<string, string>;
	/** A shell line around the program, which is "$@". */
	shell?: string;
}

/** A home of its own for the tests of one file, and the built program in it. */
export function machine(): {
	home: string;
	folder: string;
	arborist(args: string[], options?: RunOptions): Promise<Run>;
} {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-cli-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const home = join(folder, 'home');
	const arborist = (args: string[], { input = '', env = {}, shell }: RunOptions = {}) => {
		const program = [process.execPath, PROGRAM, ...args];
		const [command = '', ...rest] = shell === undefined ? program : ['bash', '-c', shell, 'bash', ...program];
		return new Promise<Run>((resolve, reject) => {
			const child = spawn(command, rest, {
				cwd: folder,
				env: { ...process.env, ARBORIST_HOME: home, ...env },
				stdio: 'pipe',
			});
			const stdout: Buffer[] = [];
			const stderr: Buffer[] = [];
			child.stdout.on('data', (chunk) => stdout.push(chunk));
			child.stderr.on('data', (chunk) => stderr.push(chunk));
			child.on('error', reject);
			child.on('close', (status) =>
				resolve({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
			);
			// A program that has heard enough closes its input; that is its right.
			child.stdin.on('error', () => undefined);
			child.stdin.end(input);
		});
	};
	return { home, folder, arborist };
}
