import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ArboristError } from '../errors.ts';
import type { Findings } from '../store/verify/verify.ts';

// What takes long runs as the program's own command, in a process of its own: the screen stays free.

/** Told now and then, in a line, how far it is. */
export type OnProgress = (line: string) => void;

export async function verifyBeside(shard: string, onProgress: OnProgress): Promise<Findings> {
	// Exit status 3 says that something is broken, and what that is stands in the answer.
	return JSON.parse(await beside(['verify', '--json', '--sessions-db', shard], onProgress)) as Findings;
}

/** The report of an import, in the words of the command line. */
export function importBeside(shard: string, path: string): Promise<string> {
	return beside(['import', path, '--sessions-db', shard]);
}

/** What a command printed. Rejects with its own sentence when it printed nothing. */
async function beside(args: readonly string[], onProgress?: OnProgress): Promise<string> {
	const program = process.argv[1] as string;
	const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
	const child = spawn(process.execPath, [program, ...args], { stdio: [...stdio] }) as ChildProcessByStdio<
		null,
		Readable,
		Readable
	>;
	child.on('message', (line) => onProgress?.(String(line)));
	const started = new Promise<never>((_, reject) => child.on('error', reject));
	const [stdout, stderr] = await Promise.race([Promise.all([text(child.stdout), text(child.stderr)]), started]);
	if (stdout !== '') return stdout;
	throw new ArboristError('SHARD_DAMAGED', stderr.split('\n')[0] || 'The command ended without a word.');
}
