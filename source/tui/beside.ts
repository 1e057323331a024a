import { execFile } from 'node:child_process';
import { ArboristError } from '../errors.ts';
import type { Findings } from '../store/verify/verify.ts';

// A check of a large shard takes seconds. It runs as the program's own command, in a process of its own.

const LARGEST_ANSWER = 64 * 1024 * 1024;

export function verifyBeside(shard: string): Promise<Findings> {
	const program = process.argv[1] as string;
	return new Promise((resolve, reject) => {
		const options = { maxBuffer: LARGEST_ANSWER };
		execFile(
			process.execPath,
			[program, 'verify', '--json', '--sessions-db', shard],
			options,
			(error, stdout, stderr) => {
				// Exit status 3 says that something is broken, and what that is stands in the answer.
				if (stdout !== '') resolve(JSON.parse(stdout) as Findings);
				else
					reject(
						new ArboristError('SHARD_DAMAGED', stderr.split('\n')[0] || String(error), undefined, { cause: error }),
					);
			},
		);
	});
}
