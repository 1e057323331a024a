import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

// Where a file belongs, anything may lie. To open a pipe for reading would wait for its writer for ever; a regular file
// knows no waiting.

/** Opens a regular file to read. Throws what the system says, and EFTYPE for anything else that lies there. */
export function openRegular(path: string): number {
	const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	if (fstatSync(file).isFile()) return file;
	closeSync(file);
	throw Object.assign(new Error(`${path} is no regular file`), { code: 'EFTYPE' });
}

/** All of a regular file, as UTF-8. Throws as `openRegular` does. */
export function readRegular(path: string): string {
	const file = openRegular(path);
	try {
		return readFileSync(file, 'utf8');
	} finally {
		closeSync(file);
	}
}
