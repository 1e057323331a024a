import { execFile } from 'node:child_process';
import { ArboristError } from '../errors.ts';
import type { Findings } from '../store/verify/verify.ts';

// What takes long runs as the program's own command, in a process of its own: the screen stays free.

const LARGEST_ANSWER = 64 * 1024 * 1024;

export function verifyBeside(shard: string): Promise<Findings> {
	// Exit status 3 says that something is broken, and what that is stands in the answer.
	return beside(['verify', '--json', '--sessions-db', shard]).then((answer) => JSON.parse(answer) as Findings);
}

/** The report of an import, in the words of the command line. */
export function importBeside(shard: string, path: string): Promise<string> {
	return beside(['import', path, '--sessions-db', shard]);
}

/** What a command printed. Rejects with its own sentence when it printed nothing. */
function beside(args: readonly string[]): Promise<string> {
	const program = process.argv[1] as string;
	return new Promise((resolve, reject) => {
		const done = (error: Error | null, stdout: string, stderr: string) => {
			if (stdout !== '') resolve(stdout);
			else
				reject(new ArboristError('SHARD_DAMAGED', stderr.split('\n')[0] || String(error), undefined, { cause: error }));
		};
		execFile(process.execPath, [program, ...args], { maxBuffer: LARGEST_ANSWER }, done);
	});
}
