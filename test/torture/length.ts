/** How long to go on: a little in the suite, for hours under `npm run torture`. */
export const isLong = process.env['TORTURE'] === '1';

export function times(short: number, long: number): number {
	return isLong ? Number(process.env['TORTURE_TIMES'] ?? long) : short;
}

/** The same for the same seed; another under TORTURE_SEED. Said with every failure. */
export const SEED = Number(process.env['TORTURE_SEED'] ?? 1);

/** Milliseconds that a test may take. */
export const PATIENCE = isLong ? 6 * 3_600_000 : 120_000;
