import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program's version, from the folder it was installed in. */
export function versionIn(programFolder: string): string {
	const { version } = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as { version: string };
	return version;
}
