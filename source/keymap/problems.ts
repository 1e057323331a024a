import type { Config } from '../config/config.ts';
import { remapsOf } from './remap.ts';
import { ROWS } from './table.ts';

/** All that is wrong with the settings, their keys among it, in the order of the file's lines. */
export function problemsOf({ problems, keys }: Config): Config['problems'] {
	return [...problems, ...remapsOf(ROWS, keys).problems].sort((a, b) => a.line - b.line);
}
