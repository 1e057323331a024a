import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ImportStep, Told } from '../commands/told.ts';
import { ArboristError } from '../errors.ts';
import type { Report } from '../intake/report.ts';
import type { AddReport } from '../library/library.ts';
import type { Findings } from '../store/verify/verify.ts';

// What takes long runs as the program's own command, in a process of its own: the screen stays free.

/** Told now and then, in a line, how far it is. */
export type OnProgress = (line: string) => void;

export async function verifyBeside(shard: string, onProgress: OnProgress): Promise<Findings> {
	const tell = (told: Told) => 'line' in told && onProgress(told.line);
	// Exit status 3 says that something is broken, and what that is stands in the answer.
	return JSON.parse(await beside(['verify', '--json', '--sessions-db', shard], tell)) as Findings;
}

export interface AddWatch {
	readonly onProgress: OnProgress;
	/** Aborted: what is added stays, and the report says so. */
	readonly signal: AbortSignal;
}

export async function addBeside(home: string, path: string, { onProgress, signal }: AddWatch): Promise<AddReport> {
	const tell = (told: Told) => 'line' in told && onProgress(told.line);
	return JSON.parse(await beside(['add', path, '--json', '--home', home], tell, { signal })) as AddReport;
}

export interface ImportWatch {
	/** In words while it looks for histories, then how far it is. */
	onStep(step: string | ImportStep): void;
	/** Aborted: what is in stays, and the report says so. */
	readonly signal: AbortSignal;
}

export async function importBeside(
	shard: string,
	paths: readonly string[],
	{ onStep, signal }: ImportWatch,
): Promise<Report> {
	let reads = false;
	const tell = (told: Told) => {
		if ('step' in told) {
			reads = true;
			onStep(told.step);
		} else if ('line' in told && !reads) onStep(told.line);
	};
	const args = ['import', ...paths, '--json', '--sessions-db', shard];
	return JSON.parse(await beside(args, tell, { signal, hint: 'What is in stays. Import again to go on.' })) as Report;
}

/** What a command printed. Rejects with its own error when it printed nothing. */
async function beside(
	args: readonly string[],
	tell: (told: Told) => void,
	{ signal, hint }: { signal?: AbortSignal; hint?: string } = {},
): Promise<string> {
	const program = process.argv[1] as string;
	const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
	const child = spawn(process.execPath, [program, ...args], { stdio: [...stdio] }) as ChildProcessByStdio<
		null,
		Readable,
		Readable
	>;
	let problem: ArboristError | undefined;
	child.on('message', (told: Told) => {
		if ('error' in told) problem = new ArboristError(told.error.code, told.error.message, told.error.hint);
		else tell(told);
	});
	// As ctrl-c does: it ends in good order.
	const stop = () => void child.kill('SIGINT');
	signal?.addEventListener('abort', stop);
	const started = new Promise<never>((_, reject) => child.on('error', reject));
	const ended = new Promise<string>((done) => child.on('close', (_status, by) => done(howItEnded(by))));
	try {
		const [stdout, stderr, how] = await Promise.race([
			Promise.all([text(child.stdout), text(child.stderr), ended]),
			started,
		]);
		if (stdout !== '') return stdout;
		throw (
			problem ??
			new ArboristError(
				'COMMAND_FAILED',
				stderr.split('\n')[0] || `\`arborist ${args[0]}\` ${how}.`,
				hint ?? `Run \`arborist ${args[0]}\` in a shell: there it may say more.`,
			)
		);
	} finally {
		signal?.removeEventListener('abort', stop);
	}
}

function howItEnded(by: NodeJS.Signals | null): string {
	return by === null ? 'ended without a word' : `was ended from outside (${by})`;
}
